/**
 * Runs a pattern's program on a text like java.util.regex: it tries alternatives in order and backtracks. A location
 * known to fail at a text position is not tried there again, so the time is at most proportional to program size times
 * text length. Only with back references do failures depend on captures; then only the step limit, which applies to
 * everything, bounds the time (decision 24).
 */
import {
  effortOf,
  FAILED,
  FAILED_BEHIND,
  FRAME,
  type MatchEffort,
  MatchState,
  NO_MATCH,
  RESTORE,
  RESTORE_GROUP,
  SHORTER,
} from "./match-state.ts";
import { BOTH_WAYS, FIRST_WAY, TEXT_END } from "./next-characters.ts";
import { MAXIMUM_ENDS } from "./pattern-limits.ts";
import type { CaseRule } from "./pattern-node.ts";
import * as program from "./program.ts";
import { enterGreedy, enterReluctant, type KnownEnds, learn, lengthen, possessive, shorten } from "./set-runs.ts";
import { endOfRepetition, graphemeEnd, isBoundary, startOfCharacter } from "./text-boundaries.ts";

/** Steps charged for finding the end of a grapheme cluster. */
const GRAPHEME_STEPS = 200;
const caseRules: readonly CaseRule[] = ["exact", "ascii", "unicode"];

/** Knowledge about a part that runs on its own; the part's known ends, if any. */
interface Part {
  /** Where a look-behind must end, or -1. */
  end: number;
  /** Failures of a look-behind. */
  readonly failures: Set<number> | undefined;
  /** Known ends of a part that captures nothing. */
  readonly ends: KnownEnds;
}

const wholeProgram: Part = { end: -1, failures: undefined, ends: undefined };

/** Matches one text at a time. */
export class PatternMachine {
  readonly #program: program.Program;
  readonly #state: MatchState;
  readonly #parts = new Map<number, Part>();
  readonly #behinds: Part[];
  #fresh = true;
  #lastMatchEnd = -1;

  constructor(compiled: program.Program, source: string, how: MatchEffort = effortOf(compiled)) {
    this.#program = compiled;
    this.#state = new MatchState(compiled, source, how);
    this.#behinds = Array.from({ length: compiled.behindCount }, () => ({
      end: -1,
      failures: compiled.remembers ? new Set<number>() : undefined,
      ends: undefined,
    }));
  }

  /** Captures come first, two for the whole match and for each group; -1 when unset. */
  get registers(): Int32Array {
    return this.#state.registers;
  }

  /** Sets the text, unless it is the current one; `lastMatchEnd` is where the last match ended. */
  begin(text: string, lastMatchEnd: number): void {
    const depends = this.#program.readsLastMatch && lastMatchEnd !== this.#lastMatchEnd;
    const again = !this.#fresh && text === this.#state.text;
    this.#lastMatchEnd = lastMatchEnd;
    if (again && !depends) return;
    this.#fresh = false;
    this.#state.begin(text, again);
    if (this.#parts.size > 0) this.#parts.clear();
    for (const behind of this.#behinds) {
      behind.end = -1;
      behind.failures?.clear();
    }
  }

  /** Releases the text. */
  release(): void {
    this.#fresh = true;
    this.#state.release();
    if (this.#parts.size > 0) this.#parts.clear();
  }

  /** Positions before `at` will not be needed again. */
  forgetBefore(at: number): void {
    this.#state.failures.forgetBefore(at);
  }

  /**
   * End of the match that begins at `at`, or -1. Captures are in the registers, which are cleared before the first
   * attempt.
   */
  match(at: number): number {
    const state = this.#state;
    state.top = 0;
    const end = this.#run(0, at, wholeProgram);
    if (end < 0) return NO_MATCH;
    state.registers[0] = at;
    state.registers[1] = end;
    return end;
  }

  #run(start: number, at: number, part: Part): number {
    const state = this.#state;
    const { registers, text, next } = state;
    const { code, sets } = this.#program;
    const base = state.top;
    let pc = start;
    let pos = at;
    for (;;) {
      if (--state.steps < 0) throw state.tooManySteps();
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
          const unit = text.charCodeAt(pos);
          if (unit < 0x80) {
            if (sets[code[pc + 1]!]!.ascii[unit] === 0) break;
            pos++;
          } else {
            const point = text.codePointAt(pos)!;
            if (!sets[code[pc + 1]!]!.has(point)) break;
            pos += point > 0xffff ? 2 : 1;
          }
          pc += program.STRIDE;
          continue;
        }
        case program.JUMP:
          pc = code[pc + 1]!;
          continue;
        case program.SPLIT: {
          const unit = pos < text.length ? text.charCodeAt(pos) : TEXT_END;
          // Characters beyond ASCII are not in the table.
          const ways = unit >= TEXT_END && pos < text.length ? BOTH_WAYS : next.ways(pc)[unit]!;
          if (ways === 0) break;
          if (ways === BOTH_WAYS) state.push(code[pc + 2]!, pos, 0, 0);
          pc = code[pc + (ways & FIRST_WAY ? 1 : 2)]!;
          continue;
        }
        case program.JOIN: {
          if (!state.remembers) {
            pc += program.STRIDE;
            continue;
          }
          const slot = code[pc + 1]! + state.progress(code[pc + 2]!, pos);
          if (part.failures) {
            if (part.failures.has(pos * this.#program.slotCount + slot)) break;
            state.push(FAILED_BEHIND, slot, pos, 0);
          } else {
            if (state.failures.has(slot, pos)) break;
            const known = part.ends?.get(pos * this.#program.slotCount + slot);
            if (known !== undefined) {
              this.#leave(base, known, part);
              return known;
            }
            state.push(FAILED, slot, pos, 0);
          }
          pc += program.STRIDE;
          continue;
        }
        case program.REPEAT_GREEDY:
        case program.REPEAT_RELUCTANT: {
          const end =
            code[pc]! === program.REPEAT_GREEDY
              ? enterGreedy(state, pc, pos, part.ends)
              : enterReluctant(state, pc, pos, part.ends);
          if (end < NO_MATCH) {
            // The end of the part from here on is already known.
            const known = -end - 2;
            this.#leave(base, known, part);
            return known;
          }
          if (end === NO_MATCH) break;
          pos = end;
          pc += program.STRIDE;
          continue;
        }
        case program.REPEAT_POSSESSIVE: {
          const end = possessive(state, pc, pos);
          if (end === NO_MATCH) break;
          pos = end;
          pc += program.STRIDE;
          continue;
        }
        case program.REMEMBER: {
          const register = code[pc + 1]!;
          state.push(RESTORE, register, registers[register]!, 0);
          registers[register] = pos;
          pc += program.STRIDE;
          continue;
        }
        case program.CLOSE_GROUP: {
          const register = code[pc + 1]! * 2;
          state.push(RESTORE_GROUP, register, registers[register]!, registers[register + 1]!);
          registers[register] = registers[code[pc + 2]!]!;
          registers[register + 1] = pos;
          pc += program.STRIDE;
          continue;
        }
        case program.IF_NOTHING:
          pc = registers[code[pc + 1]!]! === pos ? code[pc + 2]! : pc + program.STRIDE;
          continue;
        default: {
          const end = this.#special(pc, pos);
          if (end === NO_MATCH) break;
          pos = end;
          pc = code[pc]! >= program.LOOK_AHEAD && code[pc]! <= program.ATOMIC ? code[pc + 1]! : pc + program.STRIDE;
          continue;
        }
      }
      const frame = this.#goBack(base, part);
      if (frame < 0) return NO_MATCH;
      pc = state.stack[frame]!;
      pos = state.stack[frame + 1]!;
    }
  }

  /** Instructions that look around or match more than one character: the position where matching continues, or -1. */
  #special(pc: number, pos: number): number {
    const state = this.#state;
    const { registers, text } = state;
    const { code, sets } = this.#program;
    const inverted = code[pc + 2] === 1;
    switch (code[pc]!) {
      case program.ADVANCED:
        return registers[code[pc + 1]!]! === pos ? NO_MATCH : pos;
      case program.NEXT_IS: {
        const found = pos < text.length && sets[code[pc + 1]!]!.has(text.codePointAt(pos)!);
        return found === inverted ? NO_MATCH : pos;
      }
      case program.BEFORE_IS: {
        const point = pos > 0 ? text.codePointAt(startOfCharacter(text, pos))! : -1;
        // No character ends inside a surrogate pair.
        const found =
          point >= 0 && (point < 0x10000 || startOfCharacter(text, pos) === pos - 2) && sets[code[pc + 1]!]!.has(point);
        return found === inverted ? NO_MATCH : pos;
      }
      case program.LOOK_AHEAD: {
        const found = this.#run(pc + program.STRIDE, pos, this.#part(pc, code[pc + 3] === 0)) >= 0;
        return found === inverted ? NO_MATCH : pos;
      }
      case program.LOOK_BEHIND:
        return this.#behind(pc, pos) === inverted ? NO_MATCH : pos;
      case program.ATOMIC:
        return this.#run(pc + program.STRIDE, pos, this.#part(pc, code[pc + 3] === 0));
      case program.REFERENCE: {
        const register = code[pc + 1]! * 2;
        const begin = code[pc + 1]! <= this.#program.groupCount ? registers[register]! : -1;
        if (begin < 0) return NO_MATCH;
        state.steps -= registers[register + 1]! - begin;
        return endOfRepetition(text, begin, registers[register + 1]!, pos, caseRules[code[pc + 2]!]!);
      }
      case program.BOUNDARY:
        return isBoundary(program.boundaries[code[pc + 1]!]!, text, pos, this.#lastMatchEnd) ? pos : NO_MATCH;
      default:
        // `\X`
        state.steps -= GRAPHEME_STEPS;
        return pos < text.length ? graphemeEnd(text, pos) : NO_MATCH;
    }
  }

  /** Pops the next frame to try; -1 when there is none. */
  #goBack(base: number, part: Part): number {
    const state = this.#state;
    const { stack } = state;
    while (state.top > base) {
      state.top -= FRAME;
      const frame = state.top;
      const kind = stack[frame]!;
      if (kind >= 0) return frame;
      if (kind === FAILED) state.fails(stack[frame + 1]!, stack[frame + 2]!);
      else if (kind === FAILED_BEHIND)
        part.failures?.add(stack[frame + 2]! * this.#program.slotCount + stack[frame + 1]!);
      else if (kind === RESTORE) state.registers[stack[frame + 1]!] = stack[frame + 2]!;
      else if (kind === RESTORE_GROUP) {
        state.registers[stack[frame + 1]!] = stack[frame + 2]!;
        state.registers[stack[frame + 1]! + 1] = stack[frame + 3]!;
      } else if (kind === SHORTER ? shorten(state, frame) : lengthen(state, frame)) return state.top;
    }
    return NO_MATCH;
  }

  #behind(pc: number, pos: number): boolean {
    const state = this.#state;
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
      from = startOfCharacter(state.text, from);
      if (--state.steps < 0) throw state.tooManySteps();
    }
    return false;
  }

  /** The knowledge about a part that runs on its own. */
  #part(pc: number, capturesNothing: boolean): Part {
    if (!capturesNothing || !this.#program.remembers || !this.#state.remembers) return wholeProgram;
    let part = this.#parts.get(pc);
    if (!part) {
      part = { end: -1, failures: undefined, ends: new Map() };
      this.#parts.set(pc, part);
    }
    return part;
  }

  /** Pops the frames of a part that has matched; its positions are now known to lead to its end. */
  #leave(base: number, end: number, part: Part): void {
    const state = this.#state;
    const { ends } = part;
    if (ends && ends.size < MAXIMUM_ENDS) {
      for (let frame = state.top - FRAME; frame >= base; frame -= FRAME) learn(state, frame, end, ends);
    }
    state.top = base;
  }
}
