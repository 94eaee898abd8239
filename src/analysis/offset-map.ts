/** Builds the text of a char filter together with its map of offsets (Lucene's BaseCharFilter). */
import type { FilteredText } from "./token-list.ts";

/** Appends parts of the original and replacements; answers the filtered text. */
export class FilteredTextBuilder {
  #text = "";
  /** Offsets in the new text from which a new difference holds, ascending, and the differences. */
  readonly #starts: number[] = [];
  readonly #differences: number[] = [];
  #difference = 0;

  /** Keeps `part` of the original. */
  keep(part: string): void {
    this.#text += part;
  }

  /** Puts `replacement` in place of `removed` units of the original. */
  replace(replacement: string, removed: number): void {
    const start = this.#text.length;
    const shorter = Math.min(replacement.length, removed);
    this.#text += replacement;
    if (replacement.length > removed) {
      // Every unit beyond what was there stands where the last of it stood.
      for (let extra = shorter; extra < replacement.length; extra++) this.#mark(start + extra, --this.#difference);
    } else if (removed > replacement.length) {
      this.#difference += removed - replacement.length;
      this.#mark(start + replacement.length, this.#difference);
    }
  }

  finish(): FilteredText {
    const starts = this.#starts;
    const differences = this.#differences;
    return {
      text: this.#text,
      original(offset) {
        let low = 0;
        let high = starts.length;
        while (low < high) {
          const middle = (low + high) >> 1;
          if (starts[middle]! <= offset) low = middle + 1;
          else high = middle;
        }
        return offset + (low === 0 ? 0 : differences[low - 1]!);
      },
    };
  }

  #mark(start: number, difference: number): void {
    if (this.#starts.at(-1) === start) this.#differences[this.#differences.length - 1] = difference;
    else {
      this.#starts.push(start);
      this.#differences.push(difference);
    }
  }
}
