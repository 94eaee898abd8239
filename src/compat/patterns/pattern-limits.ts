/** What a pattern may cost. Over it, a request is refused. */
import { illegalArgument, type RequestError } from "../errors.ts";

/** Instructions of a compiled pattern: repetitions with a count are written out. */
export const MAXIMUM_INSTRUCTIONS = 50_000;
/** Numbers that wait to be tried otherwise (64 MB). */
export const MAXIMUM_STACK = 1 << 24;
/** Bytes of the memory of failures. */
export const MAXIMUM_MEMORY = 1 << 26;
/** Parts of a pattern that ends of look-aheads and atomic groups are known for. */
export const MAXIMUM_ENDS = 1 << 18;

const LEAST_STEPS = 100_000;
/** The same where failures cannot be remembered: what a document of some bytes may cost. */
const LEAST_STEPS_WITH_REFERENCES = 20_000;
const STEPS_A_UNIT = 200;
const MOST_STEPS_A_UNIT = 2_000;
const MAXIMUM_STEPS = 50_000_000;

/** Steps that a program of so many instructions may make on a text. */
export function stepsFor(instructions: number, remembers: boolean, length: number): number {
  if (!remembers) return Math.min(LEAST_STEPS_WITH_REFERENCES + STEPS_A_UNIT * length, MAXIMUM_STEPS);
  const perUnit = Math.min(Math.max(2 * instructions, STEPS_A_UNIT), MOST_STEPS_A_UNIT);
  return Math.min(LEAST_STEPS + perUnit * length, MAXIMUM_STEPS);
}

/** 400 for a pattern that costs too much on a text; `what` is the limit. */
export function tooComplex(pattern: string, length: number, what: string): RequestError {
  return illegalArgument(
    `Regex [${shortPattern(pattern)}] is too complex for a text of ${length} characters: it needs more than ${what}`,
  );
}

/** A pattern as messages name it. */
export function shortPattern(source: string): string {
  return source.length > 200 ? `${source.slice(0, 200)}…` : source;
}
