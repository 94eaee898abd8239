/** The edit distance of two words: insertions, deletions, replacements and, if wanted, swaps of two neighbours. */

/** Rows of the comparison table. Allocated once, since one word is compared with a whole dictionary. */
interface Rows {
  before: Int32Array;
  previous: Int32Array;
  current: Int32Array;
}

/**
 * Compares words with one word, up to a limit of edits. The work grows with the length of the words, not with its
 * square.
 */
export class EditDistance {
  readonly #word: readonly number[];
  readonly #limit: number;
  readonly #swaps: boolean;
  readonly #rows: Rows;

  /** `word`: code points. `limit`: greater distances are all reported as limit + 1. */
  constructor(word: readonly number[], limit: number, transpositions: boolean) {
    this.#word = word;
    this.#limit = limit;
    this.#swaps = transpositions;
    // Band of the table around the diagonal (columns `word + shift`): only these distances can be within the limit.
    const width = 2 * limit + 1;
    this.#rows = { before: new Int32Array(width), previous: new Int32Array(width), current: new Int32Array(width) };
  }

  /** The distance to the code points of `other` from `start` on; limit + 1 when it is greater. */
  to(other: readonly number[], start = 0): number {
    const word = this.#word;
    const limit = this.#limit;
    const tooMany = limit + 1;
    const length = other.length - start;
    if (Math.abs(length - word.length) > limit) return tooMany;
    const rows = this.#rows;
    // Row 0: one insertion for each character.
    for (let band = 0; band <= 2 * limit; band++) rows.previous[band] = band < limit ? tooMany : band - limit;
    rows.before.fill(tooMany);
    for (let row = 1; row <= word.length; row++) {
      if (this.#row(row, other, start, length) > limit) return tooMany;
      const { before } = rows;
      rows.before = rows.previous;
      rows.previous = rows.current;
      rows.current = before;
    }
    return Math.min(tooMany, rows.previous[length - word.length + limit]!);
  }

  /** Distances of the first `row` characters of the word to prefixes of the other one; returns the least. */
  #row(row: number, other: readonly number[], start: number, length: number): number {
    const { before, previous, current } = this.#rows;
    const limit = this.#limit;
    const word = this.#word;
    const tooMany = limit + 1;
    let least = tooMany;
    for (let band = 0; band <= 2 * limit; band++) {
      const column = row + band - limit;
      let best = tooMany;
      if (column === 0) best = Math.min(tooMany, row);
      else if (column > 0 && column <= length) {
        const point = other[start + column - 1];
        best = previous[band]! + (word[row - 1] === point ? 0 : 1);
        if (band < 2 * limit) best = Math.min(best, previous[band + 1]! + 1);
        if (band > 0) best = Math.min(best, current[band - 1]! + 1);
        const swapped =
          this.#swaps &&
          row > 1 &&
          column > 1 &&
          word[row - 1] === other[start + column - 2] &&
          word[row - 2] === point;
        if (swapped) best = Math.min(best, before[band]! + 1);
      }
      current[band] = Math.min(best, tooMany);
      if (best < least) least = best;
    }
    if (!this.#swaps || least < tooMany) return least;
    // A swap continues from the row before the previous one.
    for (let band = 0; band <= 2 * limit; band++) if (previous[band]! < least) least = previous[band]!;
    return least;
  }
}
