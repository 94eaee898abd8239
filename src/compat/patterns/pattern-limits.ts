/** Limits on the cost of patterns; a request that exceeds one is rejected. */
import { illegalArgument, type RequestError } from "../errors.ts";

/** Maximum instructions of a compiled pattern: counted repetitions are unrolled. */
export const MAXIMUM_INSTRUCTIONS = 50_000;
/** Maximum numbers on the backtracking stack (64 MB). */
export const MAXIMUM_STACK = 1 << 24;
/** Maximum bytes of the memory of failures. */
export const MAXIMUM_MEMORY = 1 << 26;
/** Maximum known ends of look-aheads and atomic groups. */
export const MAXIMUM_ENDS = 1 << 18;

const LEAST_STEPS = 100_000;
/** The same for programs whose failures cannot be remembered (back references), to bound the cost per document. */
const LEAST_STEPS_WITH_REFERENCES = 20_000;
const STEPS_A_UNIT = 200;
const MOST_STEPS_A_UNIT = 2_000;
const MAXIMUM_STEPS = 50_000_000;

/** Maximum steps of a program with `instructions` instructions on a text of `length` units. */
export function stepsFor(instructions: number, remembers: boolean, length: number): number {
  if (!remembers) return Math.min(LEAST_STEPS_WITH_REFERENCES + STEPS_A_UNIT * length, MAXIMUM_STEPS);
  const perUnit = Math.min(Math.max(2 * instructions, STEPS_A_UNIT), MOST_STEPS_A_UNIT);
  return Math.min(LEAST_STEPS + perUnit * length, MAXIMUM_STEPS);
}

/** 400 for a pattern that costs too much on a text; `what` names the limit. */
export function tooComplex(pattern: string, length: number, what: string): RequestError {
  return illegalArgument(
    `Regex [${shortPattern(pattern)}] is too complex for a text of ${length} characters: it needs more than ${what}`,
  );
}

/** A pattern as shown in messages. */
export function shortPattern(source: string): string {
  return source.length > 200 ? `${source.slice(0, 200)}…` : source;
}
