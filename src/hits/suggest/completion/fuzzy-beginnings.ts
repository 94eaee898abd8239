/** What is within some edits of a text, as an automaton whose states are made when they are first needed. */
import { type ByteAutomaton, DEAD } from "../../../core/automata/byte-automaton.ts";

/** How a beginning may differ. */
export interface FuzzyLimits {
  readonly edits: number;
  /** Whether swapping two neighbours is one edit. */
  readonly transpositions: boolean;
  /** Symbols are code points instead of bytes. */
  readonly unicodeAware: boolean;
  /** Called with the bytes of each new state; throws when there are too many. */
  readonly reserve: (bytes: number) => void;
}

/** How far the text and what was read are apart: the rows of the table of edits that later ones depend on. */
interface Row {
  readonly last: readonly number[];
  readonly before: readonly number[] | undefined;
  /** The last symbol where the text has it, else -1: swaps ask for it. */
  readonly symbol: number;
  /** Bits of a code point that has not ended, and how many bytes it misses. */
  readonly bits: number;
  readonly missing: number;
}

const MOST_BYTE = 255;
/** With its 256 steps. */
const STATE_BYTES = 1_500;

export class FuzzyBeginnings implements ByteAutomaton {
  readonly start = 0;
  readonly #text: readonly number[];
  readonly #limits: FuzzyLimits;
  readonly #symbols: ReadonlySet<number>;
  readonly #rows: Row[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #steps: Int32Array[] = [];

  /** `text`: its symbols. */
  constructor(text: readonly number[], limits: FuzzyLimits) {
    this.#text = text;
    this.#limits = limits;
    this.#symbols = new Set(text);
    const last = Array.from({ length: text.length + 1 }, (_zero, at) => this.#capped(at));
    this.#numberOf({ last, before: undefined, symbol: -1, bits: 0, missing: 0 });
  }

  get heldBytes(): number {
    return this.#rows.length * STATE_BYTES;
  }

  step(state: number, byte: number): number {
    const known = this.#steps[state]![byte]!;
    if (known !== 0) return known - 2;
    const next = this.#next(this.#rows[state]!, byte);
    // 0 stands for "not known", 1 for DEAD.
    this.#steps[state]![byte] = next + 2;
    return next;
  }

  accepts(state: number): boolean {
    const { last, missing } = this.#rows[state]!;
    return missing === 0 && last[this.#text.length]! <= this.#limits.edits;
  }

  least(): number {
    return 0;
  }

  greatest(): number {
    return MOST_BYTE;
  }

  #next(row: Row, byte: number): number {
    if (!this.#limits.unicodeAware) return this.#read(row, byte);
    if (row.missing > 0) {
      const bits = (row.bits << 6) | (byte & 0x3f);
      return row.missing === 1 ? this.#read(row, bits) : this.#numberOf({ ...row, bits, missing: row.missing - 1 });
    }
    if (byte < 0x80) return this.#read(row, byte);
    const missing = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1;
    return this.#numberOf({ ...row, bits: byte & (0x3f >> missing), missing });
  }

  /** Optimal string alignment, row by row. */
  #read({ last, before, symbol: previous }: Row, symbol: number): number {
    const text = this.#text;
    const { edits, transpositions } = this.#limits;
    const row = [this.#capped(last[0]! + 1)];
    for (let at = 1; at <= text.length; at++) {
      let least = Math.min(last[at]! + 1, row[at - 1]! + 1, last[at - 1]! + (text[at - 1] === symbol ? 0 : 1));
      const swapped = transpositions && at > 1 && before && text[at - 2] === symbol && text[at - 1] === previous;
      if (swapped) least = Math.min(least, before[at - 2]! + 1);
      row.push(this.#capped(least));
    }
    if (Math.min(...row) > edits && !(transpositions && Math.min(...last) < edits)) return DEAD;
    const known = this.#symbols.has(symbol) ? symbol : -1;
    return this.#numberOf({ last: row, before: transpositions ? last : undefined, symbol: known, bits: 0, missing: 0 });
  }

  /** Distances above the limit are all the same. */
  #capped(distance: number): number {
    return Math.min(distance, this.#limits.edits + 1);
  }

  #numberOf(row: Row): number {
    const { last, before, symbol, bits, missing } = row;
    const key = `${last.join()}|${before?.join() ?? ""}|${symbol}|${bits}|${missing}`;
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#rows.length;
      this.#rows.push(row);
      this.#steps.push(new Int32Array(MOST_BYTE + 1));
      this.#numbers.set(key, number);
      this.#limits.reserve(STATE_BYTES);
    }
    return number;
  }
}
