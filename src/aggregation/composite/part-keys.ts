/** Key parts made of others. */
import type { PartKeys } from "../keyed/segment-tuples.ts";
import type { TuplePart } from "../keyed/tuple-keys.ts";

/** Each key converted to a number. */
export function mappedKeys(of: PartKeys | undefined, convert: (key: number) => number): PartKeys | undefined {
  if (!of) return undefined;
  let codes = new Float64Array(0);
  return {
    get codes() {
      return codes;
    },
    get places() {
      return of.places;
    },
    load(docs, count) {
      const loaded = of.load(docs, count);
      if (codes.length < loaded) codes = new Float64Array(of.codes.length);
      for (let i = 0; i < loaded; i++) codes[i] = convert(Number(of.key(i)));
      return loaded;
    },
    key: (at) => codes[at]!,
  };
}

/** The code of null: no key is not a number. */
const NONE = Number.NaN;

/** Null for documents without any. */
export class WithMissing implements PartKeys {
  readonly #of: PartKeys | undefined;
  codes = new Float64Array(0);
  places = new Uint32Array(0);
  /** Where the keys of `of` are. */
  #from = new Uint32Array(0);

  constructor(of: PartKeys | undefined) {
    this.#of = of;
  }

  load(docs: Uint32Array, count: number): number {
    const loaded = this.#of?.load(docs, count) ?? 0;
    if (this.places.length < loaded + count) {
      this.codes = new Float64Array(2 * (loaded + count));
      this.places = new Uint32Array(this.codes.length);
      this.#from = new Uint32Array(this.codes.length);
    }
    let made = 0;
    let from = 0;
    for (let place = 0; place < count; place++) {
      const before = made;
      for (; from < loaded && this.#of!.places[from] === place; from++) {
        this.#from[made] = from;
        this.#put(made++, place, this.#of!.codes[from]!);
      }
      if (made === before) this.#put(made++, place, NONE);
    }
    return made;
  }

  #put(at: number, place: number, code: number): void {
    this.codes[at] = code;
    this.places[at] = place;
  }

  key(at: number): TuplePart {
    return Number.isNaN(this.codes[at]) ? null : this.#of!.key(this.#from[at]!);
  }
}
