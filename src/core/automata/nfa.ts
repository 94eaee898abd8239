/** Nondeterministic automata over the bytes of UTF-8 terms: what patterns are compiled to. */

/** A transition: from its state to `target` on any byte from `low` to `high`. */
export interface Arc {
  readonly low: number;
  readonly high: number;
  readonly target: number;
}

/** Highest code point. */
export const MAX_CODE_POINT = 0x10ffff;

/** Last code point of each UTF-8 length. */
const LENGTH_ENDS: readonly number[] = [0x7f, 0x7ff, 0xffff, MAX_CODE_POINT];

/** A growing automaton. States are numbers from 0. */
export class Nfa {
  readonly arcs: Arc[][] = [];
  readonly epsilons: number[][] = [];

  /** A new state. */
  state(): number {
    this.epsilons.push([]);
    return this.arcs.push([]) - 1;
  }

  /** Goes from one state to another without a byte. */
  epsilon(from: number, to: number): void {
    this.epsilons[from]?.push(to);
  }

  /** Goes on one byte. */
  byte(from: number, low: number, high: number, to: number): void {
    this.arcs[from]?.push({ low, high, target: to });
  }

  /** Goes on one character of a range of code points. */
  characters(from: number, low: number, high: number, to: number): void {
    let start = low;
    for (const end of LENGTH_ENDS) {
      if (start > high) return;
      if (start > end) continue;
      const last = Math.min(high, end);
      this.#sequences(from, encode(start), encode(last), 0, to);
      start = last + 1;
    }
  }

  /** Any character. */
  anyCharacter(from: number, to: number): void {
    this.characters(from, 0, MAX_CODE_POINT, to);
  }

  /** Goes from `from` through the characters of `text`; answers the state reached. */
  text(from: number, text: string): number {
    let state = from;
    for (const byte of new TextEncoder().encode(text)) {
      const next = this.state();
      this.byte(state, byte, byte, next);
      state = next;
    }
    return state;
  }

  /** All byte sequences between `low` and `high`, which have the same length, from byte `depth` on. */
  #sequences(from: number, low: readonly number[], high: readonly number[], depth: number, to: number): void {
    const first = low[depth] ?? 0;
    const last = high[depth] ?? 0;
    if (depth === low.length - 1) return this.byte(from, first, last, to);
    if (first === last) {
      const next = this.state();
      this.byte(from, first, first, next);
      return this.#sequences(next, low, high, depth + 1, to);
    }
    const rest = low.length - depth - 1;
    const lowIsWhole = low.slice(depth + 1).every((byte) => byte === 0x80);
    const highIsWhole = high.slice(depth + 1).every((byte) => byte === 0xbf);
    if (!lowIsWhole) this.#edge(from, first, low, filled(high, depth, 0xbf), depth, to);
    if (!highIsWhole) this.#edge(from, last, filled(low, depth, 0x80), high, depth, to);
    const wholeFrom = lowIsWhole ? first : first + 1;
    const wholeTo = highIsWhole ? last : last - 1;
    if (wholeFrom <= wholeTo) this.#continuations(from, wholeFrom, wholeTo, rest, to);
  }

  #edge(from: number, byte: number, low: readonly number[], high: readonly number[], depth: number, to: number): void {
    const next = this.state();
    this.byte(from, byte, byte, next);
    this.#sequences(next, low, high, depth + 1, to);
  }

  #continuations(from: number, low: number, high: number, rest: number, to: number): void {
    let state = from;
    let first = low;
    let last = high;
    for (let left = rest; left > 0; left--) {
      const next = this.state();
      this.byte(state, first, last, next);
      state = next;
      first = 0x80;
      last = 0xbf;
    }
    this.byte(state, first, last, to);
  }
}

/** The sequence with all bytes behind `depth` replaced. */
function filled(bytes: readonly number[], depth: number, byte: number): number[] {
  return bytes.map((own, index) => (index > depth ? byte : own));
}

/** UTF-8 of a code point; surrogates too, so that ranges over them stay whole. */
function encode(point: number): number[] {
  if (point < 0x80) return [point];
  if (point < 0x800) return [0xc0 | (point >> 6), 0x80 | (point & 0x3f)];
  if (point < 0x10000) return [0xe0 | (point >> 12), 0x80 | ((point >> 6) & 0x3f), 0x80 | (point & 0x3f)];
  return [0xf0 | (point >> 18), 0x80 | ((point >> 12) & 0x3f), 0x80 | ((point >> 6) & 0x3f), 0x80 | (point & 0x3f)];
}
