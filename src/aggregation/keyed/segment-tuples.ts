/**
 * All combinations of the values that documents of a segment have in several fields. What a combination stands for is
 * made when it is first met: keys are looked at once for each of them, not for each document.
 */
import type { ShardCollection } from "../aggregation-kind.ts";
import { IDENTITY } from "../values/identity.ts";
import { TupleNumbers } from "./tuple-numbers.ts";
import type { TuplePart } from "./tuple-keys.ts";

/** Values of one of the fields; null for none. */
export interface PartKeys {
  /** Numbers that tell the keys of the last batch apart: equal within the segment where keys are. */
  readonly codes: Float64Array;
  /** `codes[i]` belongs to the document at place `places[i]`; places ascend. */
  readonly places: Uint32Array;
  /** Loads a batch; answers the number of keys. */
  load(docs: Uint32Array, count: number): number;
  /** A key of the last batch. */
  key(at: number): TuplePart;
}

/** More combinations than these are forgotten, and made once more when they come again. */
const MOST_KNOWN = 1 << 16;

export class SegmentTuples<T> {
  readonly #parts: readonly PartKeys[];
  readonly #make: (tuple: readonly TuplePart[]) => T;
  readonly #shard: ShardCollection;
  #numbers: TupleNumbers;
  #made: T[] = [];
  #reserved = 0;
  // Of the batch: codes and places of each part, where the keys of the document begin and end, and where its tuple is.
  readonly #codes: Float64Array[] = [];
  readonly #places: Uint32Array[] = [];
  readonly #from: Uint32Array;
  readonly #to: Uint32Array;
  readonly #at: Uint32Array;

  constructor(parts: readonly PartKeys[], make: (tuple: readonly TuplePart[]) => T, shard: ShardCollection) {
    this.#parts = parts;
    this.#make = make;
    this.#shard = shard;
    this.#numbers = new TupleNumbers(parts.length);
    this.#from = new Uint32Array(parts.length);
    this.#to = new Uint32Array(parts.length);
    this.#at = new Uint32Array(parts.length);
  }

  /** Calls `take` with what was made of each tuple of each document. Documents without a value are left out. */
  each(docs: Uint32Array, count: number, take: (place: number, made: T) => void): void {
    if (this.#numbers.size > MOST_KNOWN) {
      this.#numbers = new TupleNumbers(this.#parts.length);
      this.#made = [];
    }
    const loaded = this.#parts.map((part) => part.load(docs, count));
    this.#parts.forEach(({ codes, places }, part) => {
      this.#codes[part] = codes;
      this.#places[part] = places;
    });
    if (this.#places.every((places) => places === IDENTITY)) this.#eachSingle(count, take);
    else {
      this.#to.fill(0);
      for (let place = 0; place < count; place++) if (this.#find(place, loaded)) this.#eachOf(place, take);
    }
    const more = this.#numbers.bytes - this.#reserved;
    if (more <= 0) return;
    this.#shard.reserve(more);
    this.#reserved += more;
  }

  /** Documents with one value in each field. */
  #eachSingle(count: number, take: (place: number, made: T) => void): void {
    const codes = this.#codes;
    const { tuple } = this.#numbers;
    for (let place = 0; place < count; place++) {
      for (let part = 0; part < codes.length; part++) tuple[part] = codes[part]![place]!;
      this.#at[0] = place;
      take(place, this.#madeOf(true));
    }
  }

  /** What was made of the tuple, or is made now; `single`: all keys are where the first part's one is. */
  #madeOf(single: boolean): T {
    const numbers = this.#numbers;
    const { size } = numbers;
    const number = numbers.number();
    if (number < size) return this.#made[number]!;
    if (single) this.#at.fill(this.#at[0]!);
    const made = this.#make(this.#parts.map((part, at) => part.key(this.#at[at]!)));
    this.#made.push(made);
    return made;
  }

  /** Finds the keys of a document, and its first tuple; false: a part has none. */
  #find(place: number, loaded: readonly number[]): boolean {
    const { tuple } = this.#numbers;
    let all = true;
    for (let part = 0; part < loaded.length; part++) {
      const places = this.#places[part]!;
      const end = loaded[part]!;
      const from = this.#to[part]!;
      let to = from;
      while (to < end && places[to] === place) to++;
      this.#from[part] = this.#at[part] = from;
      this.#to[part] = to;
      if (from === to) all = false;
      else tuple[part] = this.#codes[part]![from]!;
    }
    return all;
  }

  #eachOf(place: number, take: (place: number, made: T) => void): void {
    do take(place, this.#madeOf(false));
    while (this.#next());
  }

  /** Goes to the next tuple of the document: the last part's keys change first. */
  #next(): boolean {
    for (let part = this.#at.length - 1; part >= 0; part--) {
      let at = this.#at[part]! + 1;
      const more = at < this.#to[part]!;
      if (!more) at = this.#from[part]!;
      this.#at[part] = at;
      this.#numbers.tuple[part] = this.#codes[part]![at]!;
      if (more) return true;
    }
    return false;
  }
}
