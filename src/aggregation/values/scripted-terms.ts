/** Terms that a script makes, numbered as they come. */
import { type ValueFormat, termBytes } from "./value-format.ts";
import type { ScriptedValues } from "./scripted-values.ts";

export class ScriptedTerms {
  readonly #values: ScriptedValues;
  readonly #format: ValueFormat;
  readonly #ordinals = new Map<string, number>();
  readonly #terms: Uint8Array[] = [];

  constructor(values: ScriptedValues, format: ValueFormat) {
    this.#values = values;
    this.#format = format;
  }

  term(ordinal: number): Uint8Array {
    return this.#terms[ordinal]!;
  }

  /** Calls `take` with the ordinals of each document, by the order of their terms; the list is reused. */
  each(docs: Uint32Array, count: number, take: (place: number, ordinals: readonly number[]) => void): void {
    const ordinals: number[] = [];
    this.#values.each(
      docs,
      count,
      (_place, run, index) => ordinals.push(this.#ordinalOf(run.text(index))),
      (place) => {
        if (ordinals.length > 1)
          ordinals.sort((left, right) => Buffer.compare(this.#terms[left]!, this.#terms[right]!));
        take(place, ordinals);
        ordinals.length = 0;
      },
    );
  }

  #ordinalOf(text: string): number {
    let ordinal = this.#ordinals.get(text);
    if (ordinal === undefined) {
      ordinal = this.#terms.push(termBytes(this.#format, text)) - 1;
      this.#ordinals.set(text, ordinal);
      this.#values.reserve(text.length);
    }
    return ordinal;
  }
}
