/**
 * Runs the program of a pattern on a text as java.util.regex would: it tries the ways in their order and goes back where one fails. What is known to fail at a
 * place is not tried there again, so that the time grows with the product of program and text, and no faster. Only back references make failures depend on what
 * was captured: for them a limit of steps holds, as for everything else (decision 24).
 */
import type { CharacterSet } from "./character-set.ts";
import { FailureMemory } from "./failure-memory.ts";
import { MAXIMUM_ENDS, MAXIMUM_STACK, stepsFor, tooComplex } from "./pattern-limits.ts";
import { UNBOUNDED, type CaseRule } from "./pattern-node.ts";
import * as program from "./program.ts";
import { endOfRepetition, graphemeEnd, isBoundary, startOfCharacter } from "./text-boundaries.ts";

/** Frames of the stack: kind or target, and three numbers. */
const FRAME = 4;
/** Slot, place: whoever comes back here has failed. */
const FAILED = -1;
/** The same for a look-behind, whose failures hold for its own end only. */
const FAILED_BEHIND = -2;
/** Register, its value before. */
const RESTORE = -3;
/** Instruction, least place, place: shorter runs are left. */
const SHORTER = -4;
/** Instruction, first place, place: longer runs are left. */
const LONGER = -5;

const NO_MATCH = -1;
/** What it costs to find the end of a character as users see it. */
const GRAPHEME_STEPS = 200;
const caseRules: readonly CaseRule[] = ["exact", "ascii", "unicode"];

/** What a part that is run by itself knows: nothing, or the places whose ends are known. */
interface Part {
  /** Where a look-behind has to end, or -1. */
  end: number;
  /** Failures of a look-behind. */
  readonly failures: Set<number> | undefined;
  /** Ends by slot and place, of parts that capture nothing. */
  readonly ends: Map<number, number> | undefined;
}

const wholeProgram: Part = { end: -1, failures: undefined, ends: undefined };

/** See the file comment. One text at a time. */
export class PatternMachine {
  readonly #program: program.Program;
  readonly #source: string;
  readonly #failures: FailureMemory;
  readonly #ends = new Map<number, Part>();
  readonly #behinds: Part[];
  /** The last run of each possessive repetition: where it began and ended. */
  readonly #runs: Int32Array;
  /** Captures and what loops remember; -1 for nothing. */
  readonly registers: Int32Array;
  #stack = new Int32Array(1024);
  #top = 0;
  #text = "";
  #fresh = true;
  #steps = 0;
  #lastMatchEnd = -1;

  constructor(compiled: program.Program, source: string) {
    this.#program = compiled;
    this.#source = source;
    this.#failures = new FailureMemory(compiled.slotCount);
    this.#behinds = Array.from({ length: compiled.behindCount }, () => ({
      end: -1,
      failures: compiled.remembers ? new Set<number>() : undefined,
      ends: undefined,
    }));
    this.#runs = new Int32Array(compiled.possessiveCount * 2);
    this.registers = new Int32Array(compiled.registerCount);
  }

  /** Takes up a text, unless it is the one at hand; `lastMatchEnd` is where the last match ended. */
  begin(text: string, lastMatchEnd: number): void {
    const depends = this.#program.readsLastMatch && lastMatchEnd !== this.#lastMatchEnd;
    this.#lastMatchEnd = lastMatchEnd;
    if (!this.#fresh && !depends && text === this.#text) return;
    if (this.#fresh || text !== this.#text) this.#steps = stepsFor(this.#program.code.length / program.STRIDE, this.#program.remembers, text.length);
    this.#text = text;
    this.#fresh = false;
    this.#failures.reset(text.length);
    this.#ends.clear();
    this.#runs.fill(-1);
    for (const behind of this.#behinds) {
      behind.end = -1;
      behind.failures?.clear();
    }
  }

  /** Lets go of the text. */
  release(): void {
    this.#fresh = true;
    this.#text = "";
    this.#failures.reset(0);
    this.#ends.clear();
    if (this.#stack.length > 1 << 16) this.#stack = new Int32Array(1024);
  }

  /** Places before this one will not be asked for again. */
  forgetBefore(at: number): void {
    this.#failures.forgetBefore(at);
  }

  /** The end of the match that begins at a place, or -1. Captures stand in the registers, which are cleared before the first place is tried. */
  match(at: number): number {
    this.#top = 0;
    const end = this.#run(0, at, wholeProgram);
    if (end < 0) return NO_MATCH;
    this.registers[0] = at;
    this.registers[1] = end;
    return end;
  }

  #run(start: number, at: number, part: Part): number {
    const { code, sets } = this.#program;
    const registers = this.registers;
    const text = this.#text;
    const base = this.#top;
    let pc = start;
    let pos = at;
    for (;;) {
      if (--this.#steps < 0) throw this.#tooManySteps();
      switch (code[pc]!) {
        case program.ACCEPT:
          if (part.end >= 0 && pos !== part.end) break;
          this.#leave(base, pos, part);
          return pos;
        case program.UNIT:
          if (pos >= text.length || text.charCodeAt(pos) !== code[pc + 1]!) break;
          pos++;
          pc += program.STRIDE;
          continue;
        case program.SET: {
          if (pos >= text.length) break;
          const point = text.codePointAt(pos)!;
          if (!sets[code[pc + 1]!]!.has(point)) break;
          pos += point > 0xffff ? 2 : 1;
          pc += program.STRIDE;
          continue;
        }
        case program.JUMP:
          pc = code[pc + 1]!;
          continue;
        case program.SPLIT:
          this.#push(code[pc + 2]!, pos, 0, 0);
          pc = code[pc + 1]!;
          continue;
        case program.JOIN: {
          const slot = code[pc + 1]! + this.#progress(code[pc + 2]!, pos);
          if (part.failures) {
            if (part.failures.has(pos * this.#program.slotCount + slot)) break;
            this.#push(FAILED_BEHIND, slot, pos, 0);
          } else {
            if (this.#failures.has(slot, pos)) break;
            const known = part.ends?.get(pos * this.#program.slotCount + slot);
            if (known !== undefined) {
              this.#leave(base, known, part);
              return known;
            }
            this.#push(FAILED, slot, pos, 0);
          }
          pc += program.STRIDE;
          continue;
        }
        case program.REPEAT_GREEDY:
        case program.REPEAT_RELUCTANT: {
          const next = code[pc]! === program.REPEAT_GREEDY ? this.#greedy(pc, pos, part) : this.#reluctant(pc, pos, part);
          if (next < NO_MATCH) {
            // The end of the part is known from here on.
            const known = -next - 2;
            this.#leave(base, known, part);
            return known;
          }
          if (next === NO_MATCH) break;
          pos = next;
          pc += program.STRIDE;
          continue;
        }
        case program.REPEAT_POSSESSIVE: {
          const next = this.#possessive(pc, pos);
          if (next === NO_MATCH) break;
          pos = next;
          pc += program.STRIDE;
          continue;
        }
        case program.REMEMBER: {
          const register = code[pc + 1]!;
          this.#push(RESTORE, register, registers[register]!, 0);
          registers[register] = pos;
          pc += program.STRIDE;
          continue;
        }
        case program.CLOSE_GROUP: {
          const register = code[pc + 1]! * 2;
          this.#push(RESTORE, register, registers[register]!, 0);
          this.#push(RESTORE, register + 1, registers[register + 1]!, 0);
          registers[register] = registers[code[pc + 2]!]!;
          registers[register + 1] = pos;
          pc += program.STRIDE;
          continue;
        }
        case program.IF_NOTHING:
          pc = registers[code[pc + 1]!]! === pos ? code[pc + 2]! : pc + program.STRIDE;
          continue;
        case program.ADVANCED:
          if (registers[code[pc + 1]!]! === pos) break;
          pc += program.STRIDE;
          continue;
        case program.NEXT_IS: {
          const found = pos < text.length && sets[code[pc + 1]!]!.has(text.codePointAt(pos)!);
          if (found === (code[pc + 2] === 1)) break;
          pc += program.STRIDE;
          continue;
        }
        case program.BEFORE_IS: {
          const point = pos > 0 ? text.codePointAt(startOfCharacter(text, pos))! : -1;
          // Within a character of two units, none ends.
          const found = point >= 0 && (point < 0x10000 || startOfCharacter(text, pos) === pos - 2) && sets[code[pc + 1]!]!.has(point);
          if (found === (code[pc + 2] === 1)) break;
          pc += program.STRIDE;
          continue;
        }
        case program.LOOK_AHEAD: {
          const found = this.#run(pc + program.STRIDE, pos, this.#part(pc, code[pc + 3] === 0)) >= 0;
          if (found === (code[pc + 2] === 1)) break;
          pc = code[pc + 1]!;
          continue;
        }
        case program.LOOK_BEHIND:
          if (this.#behind(pc, pos) === (code[pc + 2] === 1)) break;
          pc = code[pc + 1]!;
          continue;
        case program.ATOMIC: {
          const end = this.#run(pc + program.STRIDE, pos, this.#part(pc, code[pc + 3] === 0));
          if (end < 0) break;
          pos = end;
          pc = code[pc + 1]!;
          continue;
        }
        case program.REFERENCE: {
          const register = code[pc + 1]! * 2;
          const begin = code[pc + 1]! <= this.#program.groupCount ? registers[register]! : -1;
          if (begin < 0) break;
          this.#steps -= registers[register + 1]! - begin;
          const end = endOfRepetition(text, begin, registers[register + 1]!, pos, caseRules[code[pc + 2]!]!);
          if (end < 0) break;
          pos = end;
          pc += program.STRIDE;
          continue;
        }
        case program.BOUNDARY:
          if (!isBoundary(program.boundaries[code[pc + 1]!]!, text, pos, this.#lastMatchEnd)) break;
          pc += program.STRIDE;
          continue;
        case program.GRAPHEME:
          if (pos >= text.length) break;
          pos = graphemeEnd(text, pos);
          this.#steps -= GRAPHEME_STEPS;
          pc += program.STRIDE;
          continue;
        default:
      }
      const frame = this.#goBack(base, part);
      if (frame < 0) return NO_MATCH;
      pc = this.#stack[frame]!;
      pos = this.#stack[frame + 1]!;
    }
  }

  /** The frame of what is to be tried next, taken off the stack; -1 when there is none. */
  #goBack(base: number, part: Part): number {
    const stack = this.#stack;
    while (this.#top > base) {
      this.#top -= FRAME;
      const frame = this.#top;
      const kind = stack[frame]!;
      if (kind >= 0) return frame;
      if (kind === FAILED) this.#fails(stack[frame + 1]!, stack[frame + 2]!);
      else if (kind === FAILED_BEHIND) part.failures?.add(stack[frame + 2]! * this.#program.slotCount + stack[frame + 1]!);
      else if (kind === RESTORE) this.registers[stack[frame + 1]!] = stack[frame + 2]!;
      else if (kind === SHORTER ? this.#shorten(frame) : this.#lengthen(frame)) return this.#top;
    }
    return NO_MATCH;
  }

  /** How many of the enclosing loops have matched something in their turn: those outside have when those inside have. */
  #progress(list: number, pos: number): number {
    if (list === 0) return 0;
    let count = 0;
    for (const register of this.#program.registerLists[list]!) if (pos > this.registers[register]!) count++;
    return count;
  }

  #fails(slot: number, pos: number): void {
    if (!this.#failures.add(slot, pos)) throw tooComplex(this.#source, this.#text.length, "64 MB of memory");
  }

  /** Where a greedy repetition begins to be left; -1 where it fails, below that what `#known` says. */
  #greedy(pc: number, at: number, part: Part): number {
    const { code } = this.#program;
    const set = this.#program.sets[code[pc + 1]!]!;
    const least = this.#advance(set, at, code[pc + 2]!, code[pc + 2]!);
    if (least < 0) return NO_MATCH;
    const slot = code[pc + 4]!;
    if (slot < 0) {
      const most = code[pc + 3]! === UNBOUNDED ? UNBOUNDED : code[pc + 3]! - code[pc + 2]!;
      const end = this.#advance(set, least, 0, most);
      if (end > least) this.#push(SHORTER, pc, least, end);
      return end;
    }
    // Where nothing failed so far, the whole run is open.
    const first = slot + this.#progress(code[pc + 5]!, least);
    const inside = slot + this.#program.registerLists[code[pc + 5]!]!.length;
    if (this.#failures.has(least > at ? inside : first, least)) return NO_MATCH;
    const { ends } = part;
    const text = this.#text;
    let end = least;
    for (;;) {
      const known = ends?.get(end * this.#program.slotCount + (end > at ? inside : first));
      if (known !== undefined) {
        this.#push(SHORTER, pc, least, end);
        return -known - 2;
      }
      if (end >= text.length) break;
      const point = text.codePointAt(end)!;
      if (!set.has(point)) break;
      const next = end + (point > 0xffff ? 2 : 1);
      if (this.#failures.has(inside, next)) break;
      end = next;
    }
    this.#steps -= end - least;
    // The frame also says that all of it failed, when it does.
    this.#push(SHORTER, pc, least, end);
    return end;
  }

  /** Takes a character off a run; the frame stays as long as there is one to take. */
  #shorten(frame: number): boolean {
    const stack = this.#stack;
    const pc = stack[frame + 1]!;
    const least = stack[frame + 2]!;
    const at = stack[frame + 3]!;
    const { code } = this.#program;
    const slot = code[pc + 4]!;
    if (slot >= 0) {
      const progress = at > least || code[pc + 2]! > 0 ? this.#program.registerLists[code[pc + 5]!]!.length : this.#progress(code[pc + 5]!, at);
      this.#fails(slot + progress, at);
    }
    if (at === least) return false;
    const shorter = Math.max(startOfCharacter(this.#text, at), least);
    if (shorter > least || slot >= 0) {
      stack[frame + 3] = shorter;
      this.#top = frame + FRAME;
    }
    return this.#goOn(pc, shorter);
  }

  /** Where a reluctant repetition may be left first; -1 where it fails. */
  #reluctant(pc: number, at: number, part: Part): number {
    const { code } = this.#program;
    const set = this.#program.sets[code[pc + 1]!]!;
    const least = this.#advance(set, at, code[pc + 2]!, code[pc + 2]!);
    if (least < 0) return NO_MATCH;
    const slot = code[pc + 4]!;
    if (slot >= 0) {
      const inside = slot + (least > at ? this.#program.registerLists[code[pc + 5]!]!.length : this.#progress(code[pc + 5]!, least));
      if (this.#failures.has(inside, least)) return NO_MATCH;
      const known = part.ends?.get(least * this.#program.slotCount + inside);
      if (known !== undefined) return -known - 2;
    }
    this.#push(LONGER, pc, least, least);
    return least;
  }

  /** Takes one more character into a run. */
  #lengthen(frame: number): boolean {
    const stack = this.#stack;
    const pc = stack[frame + 1]!;
    const first = stack[frame + 2]!;
    const at = stack[frame + 3]!;
    const { code, sets } = this.#program;
    const slot = code[pc + 4]!;
    const inside = slot + this.#program.registerLists[code[pc + 5]!]!.length;
    const next = this.#advance(sets[code[pc + 1]!]!, at, 1, 1);
    const mayGoOn = next >= 0 && (slot >= 0 ? !this.#failures.has(inside, next) : this.#mayTake(pc, first, next));
    if (mayGoOn) {
      stack[frame + 3] = next;
      this.#top = frame + FRAME;
      return this.#goOn(pc, next);
    }
    if (slot >= 0) {
      for (let place = at; place > first; place = startOfCharacter(this.#text, place)) this.#fails(inside, place);
      this.#fails(code[pc + 2]! > 0 ? inside : slot + this.#progress(code[pc + 5]!, first), first);
    }
    return false;
  }

  /** Whether a reluctant repetition with an end takes so many. */
  #mayTake(pc: number, first: number, next: number): boolean {
    const { code } = this.#program;
    const most = code[pc + 3]!;
    if (most === UNBOUNDED) return true;
    let count = code[pc + 2]!;
    for (let place = next; place > first && count <= most; place = startOfCharacter(this.#text, place)) count++;
    this.#steps -= count;
    return count <= most;
  }

  /** Puts what comes behind a repetition on the stack, to be taken off at once. */
  #goOn(pc: number, pos: number): boolean {
    this.#push(pc + program.STRIDE, pos, 0, 0);
    this.#top -= FRAME;
    return true;
  }

  #possessive(pc: number, at: number): number {
    const { code, sets } = this.#program;
    const least = code[pc + 2]!;
    const most = code[pc + 3]!;
    const run = code[pc + 4]! * 2;
    if (most !== UNBOUNDED || least > 1) return this.#advance(sets[code[pc + 1]!]!, at, least, most);
    if (this.#runs[run]! >= 0 && this.#runs[run]! <= at && at < this.#runs[run + 1]!) return this.#runs[run + 1]!;
    const end = this.#advance(sets[code[pc + 1]!]!, at, least, most);
    this.#runs[run] = end < 0 ? -1 : at;
    this.#runs[run + 1] = end;
    return end;
  }

  /** Where a run of characters of a set ends that begins at a place and has at most so many; -1 when there are not enough. */
  #advance(set: CharacterSet, at: number, least: number, most: number): number {
    const text = this.#text;
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
    this.#steps -= count;
    if (this.#steps < 0) throw this.#tooManySteps();
    return count < least ? NO_MATCH : end;
  }

  #behind(pc: number, pos: number): boolean {
    const { code } = this.#program;
    const part = this.#behinds[code[pc + 5]!]!;
    if (part.end !== pos) {
      part.end = pos;
      part.failures?.clear();
    }
    const least = code[pc + 3]!;
    const most = code[pc + 4]!;
    let from = pos;
    for (let count = 0; count <= most; count++) {
      if (count >= least && this.#run(pc + program.STRIDE, from, part) >= 0) return true;
      if (from === 0) return false;
      from = startOfCharacter(this.#text, from);
      if (--this.#steps < 0) throw this.#tooManySteps();
    }
    return false;
  }

  /** What is known of a part that is run by itself. */
  #part(pc: number, capturesNothing: boolean): Part {
    if (!capturesNothing || !this.#program.remembers) return wholeProgram;
    let part = this.#ends.get(pc);
    if (!part) {
      part = { end: -1, failures: undefined, ends: new Map() };
      this.#ends.set(pc, part);
    }
    return part;
  }

  /** Takes the frames of a part that has matched off the stack; its places are known to lead to its end. */
  #leave(base: number, end: number, part: Part): void {
    const { ends } = part;
    if (ends && ends.size < MAXIMUM_ENDS) {
      for (let frame = this.#top - FRAME; frame >= base; frame -= FRAME) this.#learn(frame, end, ends);
    }
    this.#top = base;
  }

  #learn(frame: number, end: number, ends: Map<number, number>): void {
    const stack = this.#stack;
    const { code, registerLists, slotCount } = this.#program;
    const kind = stack[frame]!;
    if (kind === FAILED) ends.set(stack[frame + 2]! * slotCount + stack[frame + 1]!, end);
    if (kind !== SHORTER && kind !== LONGER) return;
    const slot = code[stack[frame + 1]! + 4]!;
    // Inside of loops that may match nothing, what is known depends on more.
    if (slot < 0 || registerLists[code[stack[frame + 1]! + 5]!]!.length > 0) return;
    for (let place = stack[frame + 3]!; ends.size < MAXIMUM_ENDS; place = startOfCharacter(this.#text, place)) {
      const key = place * slotCount + slot;
      if (ends.has(key) && place < stack[frame + 3]!) return;
      ends.set(key, end);
      if (place <= stack[frame + 2]!) return;
    }
  }

  #push(kind: number, one: number, two: number, three: number): void {
    if (this.#top + FRAME > this.#stack.length) this.#grow();
    const stack = this.#stack;
    const top = this.#top;
    stack[top] = kind;
    stack[top + 1] = one;
    stack[top + 2] = two;
    stack[top + 3] = three;
    this.#top = top + FRAME;
  }

  #grow(): void {
    if (this.#stack.length >= MAXIMUM_STACK) throw tooComplex(this.#source, this.#text.length, "4,194,304 places to go back to");
    const larger = new Int32Array(this.#stack.length * 2);
    larger.set(this.#stack);
    this.#stack = larger;
  }

  #tooManySteps(): Error {
    const steps = stepsFor(this.#program.code.length / program.STRIDE, this.#program.remembers, this.#text.length);
    return tooComplex(this.#source, this.#text.length, `${steps} steps`);
  }
}
