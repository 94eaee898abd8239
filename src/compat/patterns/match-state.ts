/** State of a match: the text, the registers, the backtracking stack, and known failures. */
import type { CharacterSet } from "./character-set.ts";
import { FailureMemory } from "./failure-memory.ts";
import { NextCharacters } from "./next-characters.ts";
import { MAXIMUM_STACK, stepsFor, tooComplex } from "./pattern-limits.ts";
import { type Program, STRIDE } from "./program.ts";

/** Numbers per stack frame: kind or target, and three operands. */
export const FRAME = 4;
/** Slot, text position: popping this frame means that the slot failed there. */
export const FAILED = -1;
/** The same for a look-behind, whose failures apply only to its own end. */
export const FAILED_BEHIND = -2;
/** Register, its previous value. */
export const RESTORE = -3;
/** Instruction, minimum end, end: shorter runs remain to be tried. */
export const SHORTER = -4;
/** Instruction, start, end: longer runs remain to be tried. */
export const LONGER = -5;
/** Register of a group's start, previous values of start and end. */
export const RESTORE_GROUP = -6;

export const NO_MATCH = -1;
const FIRST_STACK = 1024;
const KEPT_STACK = 1 << 16;
/**
 * Most matches end soon: until then nothing is remembered, which costs more than going back a few times. Steps of each
 * unit of a text, which counts as this much longer.
 */
const FREE_STEPS = 4;
const LENGTHENED = 50;

/** What is done to go back less often, and from when on; the matches are the same. */
export interface MatchEffort {
  readonly next: NextCharacters;
  /** Steps of each unit of a text before failures are remembered. */
  readonly freeSteps: number;
}

export function effortOf(compiled: Program): MatchEffort {
  return { next: new NextCharacters(compiled), freeSteps: FREE_STEPS };
}

/** The state of one match. */
export class MatchState {
  readonly program: Program;
  readonly failures: FailureMemory;
  readonly next: NextCharacters;
  /** Captures and loop positions; -1 when unset. */
  readonly registers: Int32Array;
  /** The last run of each possessive repetition: its start and end. */
  readonly runs: Int32Array;
  readonly #source: string;
  readonly #freeSteps: number;
  stack = new Int32Array(FIRST_STACK);
  top = 0;
  text = "";
  /** Steps that are left. */
  steps = 0;
  /** Failures are remembered when fewer steps than these are left. */
  remembersBelow = 0;

  constructor(program: Program, source: string, { next, freeSteps }: MatchEffort) {
    this.program = program;
    this.#source = source;
    this.failures = new FailureMemory(program.slotCount);
    this.next = next;
    this.#freeSteps = freeSteps;
    this.registers = new Int32Array(program.registerCount);
    this.runs = new Int32Array(program.possessiveCount * 2);
  }

  /** Sets the text; `again` when it is the same text as before. */
  begin(text: string, again: boolean): void {
    if (!again) {
      this.steps = stepsFor(this.program.code.length / STRIDE, this.program.remembers, text.length);
      this.remembersBelow = this.steps - this.#freeSteps * (text.length + LENGTHENED);
    }
    this.text = text;
    this.failures.reset(text.length);
    this.runs.fill(-1);
  }

  /** Releases the text. */
  release(): void {
    this.text = "";
    this.failures.reset(0);
    if (this.stack.length > KEPT_STACK) this.stack = new Int32Array(FIRST_STACK);
  }

  /** Whether failures are remembered by now. */
  get remembers(): boolean {
    return this.steps < this.remembersBelow;
  }

  /**
   * Number of enclosing loops that have made progress in the current iteration; if an inner loop has, the outer ones
   * have, too.
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
   * End of the run of characters of a set that begins at `at`, with at most `most` characters; -1 when there are fewer
   * than `least`.
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

  /** Goes on from `at` over ASCII characters of a set as long as none of them is one that may follow. */
  skip(set: CharacterSet, at: number, mayFollow: Uint8Array): number {
    const text = this.text;
    const { ascii } = set;
    let end = at;
    for (; end < text.length; end++) {
      const unit = text.charCodeAt(end);
      if (unit >= 0x80 || mayFollow[unit] === 1 || ascii[unit] === 0) break;
    }
    this.steps -= end - at;
    if (this.steps < 0) throw this.tooManySteps();
    return end;
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
