/** Builds the output of a char filter together with its offset map (Lucene's BaseCharFilter). */
import type { FilteredText } from "./token-list.ts";

/** Appends parts of the original and replacements; produces the filtered text. */
export class FilteredTextBuilder {
  #text = "";
  /** Offsets in the new text at which the difference to the original changes, ascending, and the differences. */
  readonly #starts: number[] = [];
  readonly #differences: number[] = [];
  #difference = 0;

  /** Appends `part` of the original unchanged. */
  keep(part: string): void {
    this.#text += part;
  }

  /** Appends `replacement` in place of `removed` units of the original. */
  replace(replacement: string, removed: number): void {
    const start = this.#text.length;
    const shorter = Math.min(replacement.length, removed);
    this.#text += replacement;
    if (replacement.length > removed) {
      // Units beyond the length of the removed text all map to its last offset.
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
