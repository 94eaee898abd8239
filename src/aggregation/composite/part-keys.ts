/** Key parts made of others. */
import type { PartKeys } from "../keyed/tuple-documents.ts";
import type { TuplePart } from "../keyed/tuple-keys.ts";

/** Each key converted. */
export function mappedKeys(of: PartKeys | undefined, convert: (key: TuplePart) => TuplePart): PartKeys | undefined {
  if (!of) return undefined;
  const keys: TuplePart[] = [];
  return {
    keys,
    get places() {
      return of.places;
    },
    load(docs, count) {
      const loaded = of.load(docs, count);
      for (let i = 0; i < loaded; i++) keys[i] = convert(of.keys[i]!);
      return loaded;
    },
  };
}

/** Null for documents without any. */
export class WithMissing implements PartKeys {
  readonly #of: PartKeys | undefined;
  readonly keys: TuplePart[] = [];
  places = new Uint32Array(0);

  constructor(of: PartKeys | undefined) {
    this.#of = of;
  }

  load(docs: Uint32Array, count: number): number {
    const loaded = this.#of?.load(docs, count) ?? 0;
    if (this.places.length < loaded + count) this.places = new Uint32Array(2 * (loaded + count));
    let made = 0;
    let from = 0;
    for (let place = 0; place < count; place++) {
      const before = made;
      for (; from < loaded && this.#of!.places[from] === place; from++) this.#put(made++, place, this.#of!.keys[from]!);
      if (made === before) this.#put(made++, place, null);
    }
    return made;
  }

  #put(at: number, place: number, key: TuplePart): void {
    this.keys[at] = key;
    this.places[at] = place;
  }
}
