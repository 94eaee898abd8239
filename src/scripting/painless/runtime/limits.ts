/** How much one run of a script may do: a script that goes on for ever, or eats the memory, is stopped. */
import { limitError, memoryError } from "./java-error.ts";

/** Loop steps of one function (`CompilerSettings.MAX_LOOP_COUNTER`). */
export const MOST_LOOP_STEPS = 1_000_000;
/** Steps of all loops, calls and callbacks of a run together. */
const MOST_STEPS = 10_000_000;
/** Texts and collections from this size on are counted. */
const COUNTED_SIZE = 65_536;
/** No text and no collection has more. */
const MOST_SIZE = 16_777_216;
/** What all of the counted ones of a run have together. */
const MOST_TOGETHER = 134_217_728;

/** Steps, of however many runs, between two looks for cancellation: a fraction of a millisecond. */
const STEPS_BETWEEN_LOOKS = 65_536;

let steps = 0;
let sizes = 0;
let stepsToLook = STEPS_BETWEEN_LOOKS;
let checkpoint: (() => void) | undefined;

/** Stops a script for a reason that is none of its own, and that it cannot catch. */
export class Stopped extends Error {
  override name = "Stopped";
}

/** A run begins; `lookFor` throws when whoever asked for it is gone. */
export function beginRun(lookFor?: () => void): void {
  steps = 0;
  sizes = 0;
  checkpoint = lookFor;
}

/** Some steps of a run. */
export function countSteps(count: number): void {
  steps += count;
  if (steps > MOST_STEPS) throw tooManySteps();
  stepsToLook -= count;
  if (stepsToLook <= 0) look();
}

function look(): void {
  stepsToLook = STEPS_BETWEEN_LOOKS;
  try {
    checkpoint?.();
  } catch (cause) {
    throw new Stopped("a script was stopped", { cause });
  }
}

export function tooManySteps(): Error {
  return limitError("The maximum number of statements that can be executed in a loop has been reached.");
}

/** A text or a collection of a size is about to be. */
export function countSize(size: number): void {
  if (size < COUNTED_SIZE) return;
  sizes += size;
  if (size > MOST_SIZE || sizes > MOST_TOGETHER)
    throw memoryError(`[script] Data too large, a script holds more than [${MOST_SIZE}] characters or values`);
}
