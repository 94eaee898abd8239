/**
 * Runs an automaton over code points on the UTF-8 bytes of terms: besides its own states there are states inside a
 * character.
 */
import { type ByteAutomaton, DEAD } from "./byte-automaton.ts";
import { MAX_CODE_POINT } from "./nfa.ts";
import type { PointAutomaton } from "./determinize.ts";

const BYTES = 256;
const ASCII = 128;
const CONTINUATION_BITS = 6;
/** Maximum number of states with a cached table of ASCII transitions, which bounds the memory for huge automata. */
const MOST_TABLES = 4_096;
/** Two bits hold the number of missing bytes. */
const MISSING_BITS = 2;
/** Greater than any partial code point. */
const SETTLED = 1 << 20;
/** Smallest code point of two, three and four bytes. */
const LEAST: readonly number[] = [0, 0x80, 0x800, 0x10000];
/** Bytes of a state, of a transition and of a table. */
const STATE_BYTES = 16;
const ARC_BYTES = 12;
const TABLE_BYTES = ASCII * Int32Array.BYTES_PER_ELEMENT;

/** The automaton over bytes. */
export function utf8Automaton(points: PointAutomaton): ByteAutomaton {
  return new Utf8Automaton(points);
}

/**
 * States below `stateCount` are those of the automaton over code points. Higher states are inside a character: `state +
 * stateCount * (1 + 4 * bits so far + bytes missing)`; or, if the rest of the character leads to one state whatever it
 * is, `stateCount * 2^20 + 4 * that state + bytes missing`.
 */
class Utf8Automaton implements ByteAutomaton {
  readonly start: number;
  readonly heldBytes: number;
  readonly #points: PointAutomaton;
  readonly #count: number;
  /** The first state inside a character whose rest leads to one state. */
  readonly #settled: number;
  readonly #tables: (Int32Array | undefined)[];
  #tableCount = 0;

  constructor(points: PointAutomaton) {
    this.#points = points;
    this.#count = points.stateCount;
    this.#settled = points.stateCount * SETTLED;
    this.start = points.stateCount === 0 ? DEAD : 0;
    this.#tables = [];
    const tables = Math.min(points.stateCount, MOST_TABLES);
    this.heldBytes = points.stateCount * STATE_BYTES + points.lows.length * ARC_BYTES + tables * TABLE_BYTES;
  }

  step(state: number, byte: number): number {
    if (state < 0) return DEAD;
    if (state >= this.#count) return this.#goOn(state, byte);
    if (byte < ASCII) {
      const table = this.#tables[state] ?? this.#makeTable(state);
      return table ? table[byte]! : this.#next(state, byte);
    }
    if (byte < 0xc0) return DEAD;
    if (byte < 0xe0) return this.#enter(state, byte & 0x1f, 1);
    return byte < 0xf0 ? this.#enter(state, byte & 0x0f, 2) : this.#enter(state, byte & 0x07, 3);
  }

  accepts(state: number): boolean {
    return state < this.#count && this.#points.accepting[state] === 1;
  }

  least(state: number): number {
    if (state >= this.#count) return 0x80;
    const { offsets, lows } = this.#points;
    return state < 0 || offsets[state] === offsets[state + 1] ? BYTES : leadOf(lows[offsets[state]!]!);
  }

  greatest(state: number): number {
    if (state >= this.#count) return 0xbf;
    const { offsets, highs } = this.#points;
    return state < 0 || offsets[state] === offsets[state + 1] ? 0 : leadOf(highs[offsets[state + 1]! - 1]!);
  }

  /** Begins a character of more than one byte. */
  #enter(state: number, bits: number, missing: number): number {
    const shift = CONTINUATION_BITS * missing;
    const low = Math.max(bits * (1 << shift), LEAST[missing]!);
    return this.#within(state, bits, missing, low, (bits + 1) * (1 << shift) - 1);
  }

  /** Reads the next byte of a character. */
  #goOn(within: number, byte: number): number {
    if (byte >>> CONTINUATION_BITS !== 0b10) return DEAD;
    if (within >= this.#settled) {
      const missingBytes = within % (1 << MISSING_BITS);
      return missingBytes === 1 ? (within - this.#settled - 1) / (1 << MISSING_BITS) : within - 1;
    }
    const state = within % this.#count;
    const code = (within - state) / this.#count - 1;
    const missing = (code & ((1 << MISSING_BITS) - 1)) - 1;
    const bits = ((code >>> MISSING_BITS) << CONTINUATION_BITS) | (byte & 0x3f);
    if (missing === 0) return this.#next(state, bits);
    const shift = CONTINUATION_BITS * missing;
    return this.#within(state, bits, missing, bits << shift, ((bits + 1) << shift) - 1);
  }

  /** The state inside a character between `low` and `high`; DEAD when none of these has a transition. */
  #within(state: number, bits: number, missing: number, low: number, high: number): number {
    const { offsets, lows, highs, targets } = this.#points;
    const at = this.#find(state, low);
    if (at >= offsets[state + 1]! || lows[at]! > high) return DEAD;
    if (lows[at]! <= low && highs[at]! >= Math.min(high, MAX_CODE_POINT))
      return this.#settled + targets[at]! * (1 << MISSING_BITS) + missing;
    return state + this.#count * (1 + ((bits << MISSING_BITS) | missing));
  }

  #next(state: number, point: number): number {
    const { offsets, lows, targets } = this.#points;
    const at = this.#find(state, point);
    return at < offsets[state + 1]! && lows[at]! <= point ? targets[at]! : DEAD;
  }

  /** The first transition that ends at or after `point`. */
  #find(state: number, point: number): number {
    const { offsets, highs } = this.#points;
    let from = offsets[state]!;
    let to = offsets[state + 1]!;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (highs[middle]! < point) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  #makeTable(state: number): Int32Array | undefined {
    if (this.#tableCount >= MOST_TABLES) return undefined;
    this.#tableCount++;
    const { offsets, lows, highs, targets } = this.#points;
    const table = new Int32Array(ASCII).fill(DEAD);
    for (let at = offsets[state]!; at < offsets[state + 1]! && lows[at]! < ASCII; at++) {
      table.fill(targets[at]!, lows[at], Math.min(highs[at]! + 1, ASCII));
    }
    this.#tables[state] = table;
    return table;
  }
}

/** The first byte of a code point's UTF-8. */
function leadOf(point: number): number {
  if (point < 0x80) return point;
  if (point < 0x800) return 0xc0 | (point >> 6);
  return point < 0x10000 ? 0xe0 | (point >> 12) : 0xf0 | (point >> 18);
}
