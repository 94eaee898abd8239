/** Constructors of score explanations. */
import { shortestFloat } from "../../core/float32.ts";
import type { Explanation } from "../query.ts";

/** A matching explanation; the value is a float32 (or a count), printed with the fewest digits that identify it. */
export function explained(value: number, description: string, details: readonly Explanation[] = []): Explanation {
  return { value: shortestFloat(value), description, details, match: true };
}

/** An explanation without a match. */
export function unmatched(description: string, details: readonly Explanation[] = []): Explanation {
  return { value: 0, description, details, match: false };
}
