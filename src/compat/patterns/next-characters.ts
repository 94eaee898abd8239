/**
 * What the next character of the text says about the ways on: a way that cannot begin with it fails there, and a run
 * need not give characters back that nothing behind it can begin with. Worked out when an instruction is first run.
 */
import { CharacterSet } from "./character-set.ts";
import * as program from "./program.ts";

/** Either way of a SPLIT may go on. */
export const BOTH_WAYS = 3;
export const FIRST_WAY = 1;
const SECOND_WAY = 2;

const ASCII = 0x80;
/** In tables: the text ends here. */
export const TEXT_END = ASCII;
/** Instructions that are looked at for one answer; beyond them anything may come. */
const MOST_VISITED = 250;

const UNKNOWN = 0;
const KEEPS = 1;
const GIVES_BACK = 2;

/** Characters that something can begin with; undefined: any, or it may end without one. */
type Next = CharacterSet | undefined;

export class NextCharacters {
  readonly #program: program.Program;
  /** By number of the instruction: for each ASCII character, and the end of the text, which ways may go on. */
  readonly #ways: (Uint8Array | undefined)[];
  readonly #runs: Uint8Array;
  readonly #behind: (Uint8Array | undefined)[];

  constructor(compiled: program.Program) {
    const count = compiled.code.length / program.STRIDE;
    this.#program = compiled;
    this.#ways = Array.from({ length: count }, () => undefined);
    this.#runs = new Uint8Array(count);
    this.#behind = Array.from({ length: count }, () => undefined);
  }

  /** Which ways of a SPLIT may go on, by ASCII character. */
  ways(pc: number): Uint8Array {
    return (this.#ways[pc / program.STRIDE] ??= this.#waysOf(pc));
  }

  /** Whether a repetition has nothing behind it that can begin with one of its own characters. */
  keeps(pc: number): boolean {
    const at = pc / program.STRIDE;
    if (this.#runs[at] === UNKNOWN) this.#runs[at] = this.#keepsRun(pc) ? KEEPS : GIVES_BACK;
    return this.#runs[at] === KEEPS;
  }

  /** For each ASCII character, and the end of the text, 1 when what is behind a repetition may begin with it. */
  behind(pc: number): Uint8Array {
    return (this.#behind[pc / program.STRIDE] ??= table(this.#from(pc + program.STRIDE)));
  }

  #waysOf(pc: number): Uint8Array {
    const { code } = this.#program;
    const first = table(this.#from(code[pc + 1]!));
    const second = table(this.#from(code[pc + 2]!));
    return first.map((may, unit) => may * FIRST_WAY + second[unit]! * SECOND_WAY);
  }

  #keepsRun(pc: number): boolean {
    const { code, sets } = this.#program;
    const behind = this.#from(pc + program.STRIDE);
    return behind !== undefined && behind.intersection(sets[code[pc + 1]!]!).ends.length === 0;
  }

  /** What can come first from an instruction on. A part that runs on its own is walked through when it was entered. */
  #from(start: number): Next {
    const { code, sets } = this.#program;
    const found: CharacterSet[] = [];
    const left = [start];
    const seen = new Set(left);
    // Ends of parts that are walked through. The end of a part that the walk begins in may be followed by anything:
    // what matches there first counts, whatever comes of it.
    const through = new Map<number, number>();
    const go = (pc: number): void => {
      if (seen.has(pc)) return;
      seen.add(pc);
      left.push(pc);
    };
    for (let pc = left.pop(); pc !== undefined; pc = left.pop()) {
      if (seen.size > MOST_VISITED) return undefined;
      const next = pc + program.STRIDE;
      switch (code[pc]!) {
        case program.UNIT:
          found.push(CharacterSet.of(code[pc + 1]!));
          break;
        case program.SET:
          found.push(sets[code[pc + 1]!]!);
          break;
        case program.REPEAT_GREEDY:
        case program.REPEAT_RELUCTANT:
        case program.REPEAT_POSSESSIVE:
          found.push(sets[code[pc + 1]!]!);
          if (code[pc + 2] === 0) go(next);
          break;
        case program.JUMP:
          go(code[pc + 1]!);
          break;
        case program.SPLIT:
          go(code[pc + 1]!);
          go(code[pc + 2]!);
          break;
        case program.IF_NOTHING:
          go(next);
          go(code[pc + 2]!);
          break;
        case program.LOOK_AHEAD:
        case program.LOOK_BEHIND:
        case program.ATOMIC: {
          const behind = code[pc + 1]!;
          // What a part captured stays captured, even when the way behind it fails.
          if (this.#captures(next, behind)) return undefined;
          if (code[pc] === program.ATOMIC) {
            through.set(behind - program.STRIDE, behind);
            go(next);
          } else go(behind);
          break;
        }
        case program.ACCEPT: {
          const behind = through.get(pc);
          if (behind === undefined) return undefined;
          go(behind);
          break;
        }
        case program.JOIN:
        case program.REMEMBER:
        case program.CLOSE_GROUP:
        case program.BOUNDARY:
        case program.ADVANCED:
        case program.NEXT_IS:
        case program.BEFORE_IS:
          go(next);
          break;
        default:
          return undefined;
      }
    }
    return CharacterSet.unionOf(found);
  }

  #captures(from: number, to: number): boolean {
    const { code } = this.#program;
    for (let pc = from; pc < to; pc += program.STRIDE) if (code[pc] === program.CLOSE_GROUP) return true;
    return false;
  }
}

function table(next: Next): Uint8Array {
  const may = new Uint8Array(ASCII + 1);
  if (next) may.set(next.ascii);
  else may.fill(1);
  return may;
}
