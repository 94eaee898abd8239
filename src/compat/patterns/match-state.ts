/** What a match is at: the text, the registers, what is left to try, and what is known to fail. */
import type { CharacterSet } from "./character-set.ts";
import { FailureMemory } from "./failure-memory.ts";
import { MAXIMUM_STACK, stepsFor, tooComplex } from "./pattern-limits.ts";
import { type Program, STRIDE } from "./program.ts";

/** Frames of the stack: kind or target, and three numbers. */
export const FRAME = 4;
/** Slot, place: whoever comes back here has failed. */
export const FAILED = -1;
/** The same for a look-behind, whose failures hold for its own end only. */
export const FAILED_BEHIND = -2;
/** Register, its value before. */
export const RESTORE = -3;
/** Instruction, least place, place: shorter runs are left. */
export const SHORTER = -4;
/** Instruction, first place, place: longer runs are left. */
export const LONGER = -5;

export const NO_MATCH = -1;
const FIRST_STACK = 1024;
const KEPT_STACK = 1 << 16;

/** See the file comment. */
export class MatchState {
  readonly program: Program;
  readonly failures: FailureMemory;
  /** Captures and what loops remember; -1 for nothing. */
  readonly registers: Int32Array;
  /** The last run of each possessive repetition: where it began and ended. */
  readonly runs: Int32Array;
  readonly #source: string;
  stack = new Int32Array(FIRST_STACK);
  top = 0;
  text = "";
  steps = 0;

  constructor(program: Program, source: string) {
    this.program = program;
    this.#source = source;
    this.failures = new FailureMemory(program.slotCount);
    this.registers = new Int32Array(program.registerCount);
    this.runs = new Int32Array(program.possessiveCount * 2);
  }

  /** Takes up a text, or the same once more. */
  begin(text: string, again: boolean): void {
    if (!again) this.steps = stepsFor(this.program.code.length / STRIDE, this.program.remembers, text.length);
    this.text = text;
    this.failures.reset(text.length);
    this.runs.fill(-1);
  }

  /** Lets go of the text. */
  release(): void {
    this.text = "";
    this.failures.reset(0);
    if (this.stack.length > KEPT_STACK) this.stack = new Int32Array(FIRST_STACK);
  }

  /**
   * How many of the enclosing loops have matched something in their turn: those outside have when those inside have.
   */
  progress(list: number, pos: number): number {
    if (list === 0) return 0;
    let count = 0;
    for (const register of this.program.registerLists[list]!) if (pos > this.registers[register]!) count++;
    return count;
  }

  fails(slot: number, pos: number): void {
    if (!this.failures.add(slot, pos)) throw tooComplex(this.#source, this.text.length, "64 MB of memory");
  }

  /**
   * Where a run of characters of a set ends that begins at a place and has at most so many; -1 when there are not
   * enough.
   */
  advance(set: CharacterSet, at: number, least: number, most: number): number {
    const text = this.text;
    const { ascii } = set;
    let end = at;
    let count = 0;
    for (; count < most && end < text.length; count++) {
      const unit = text.charCodeAt(end);
      if (unit < 0x80) {
        if (ascii[unit] === 0) break;
        end++;
      } else {
        const point = text.codePointAt(end)!;
        if (!set.has(point)) break;
        end += point > 0xffff ? 2 : 1;
      }
    }
    this.steps -= count;
    if (this.steps < 0) throw this.tooManySteps();
    return count < least ? NO_MATCH : end;
  }

  push(kind: number, one: number, two: number, three: number): void {
    if (this.top + FRAME > this.stack.length) this.grow();
    const stack = this.stack;
    const top = this.top;
    stack[top] = kind;
    stack[top + 1] = one;
    stack[top + 2] = two;
    stack[top + 3] = three;
    this.top = top + FRAME;
  }

  grow(): void {
    if (this.stack.length >= MAXIMUM_STACK)
      throw tooComplex(this.#source, this.text.length, "4,194,304 places to go back to");
    const larger = new Int32Array(this.stack.length * 2);
    larger.set(this.stack);
    this.stack = larger;
  }

  tooManySteps(): Error {
    const steps = stepsFor(this.program.code.length / STRIDE, this.program.remembers, this.text.length);
    return tooComplex(this.#source, this.text.length, `${steps} steps`);
  }
}
