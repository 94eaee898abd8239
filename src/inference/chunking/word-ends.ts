/** Where the words of a text end, by the rules of Unicode: what is counted for the size of chunks. */
const WORDS = new Intl.Segmenter("und", { granularity: "word" });

export class WordEnds {
  readonly #ends: number[] = [];

  constructor(text: string) {
    for (const { segment, index, isWordLike } of WORDS.segment(text))
      if (isWordLike === true) this.#ends.push(index + segment.length);
  }

  /** Number of words that end within the first `offset` characters. */
  before(offset: number): number {
    let low = 0;
    let high = this.#ends.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#ends[middle]! <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Where the word of a number ends, from 0. */
  end(word: number): number {
    return this.#ends[word]!;
  }
}
