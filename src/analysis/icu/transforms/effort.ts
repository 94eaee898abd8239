/**
 * Limits the cost of a text. Rules with repetitions, and filtered transforms from any script, may scan the whole text
 * from each position; such a text is rejected. Each thread transforms one text at a time.
 */
import { illegalArgument } from "../../../compat/errors.ts";

/** Allowed positions to scan: per unit of the text, plus a constant. */
const LOOKS = 1 << 6;
const LOOKS_BESIDES = 1 << 22;

let looksLeft = LOOKS_BESIDES;

/** Starts a text of `units` units. */
export function allowLooks(units: number): void {
  looksLeft = LOOKS_BESIDES + LOOKS * units;
}

/** Charges scanned positions. Throws 400 when they exceed the limit. */
export function spendLooks(count: number): void {
  looksLeft -= count;
  if (looksLeft < 0) throw illegalArgument("a transform would have to look too far into the text");
}
