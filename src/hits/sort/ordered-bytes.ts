/**
 * Values of all documents of a segment that have no column of their own, sorted: a row compares with others by its
 * place among them.
 */
import { compareBytes } from "./sort-key.ts";

/** What a value takes beside its bytes. */
const VALUE_BYTES = 64;
/** Documents between two looks at the request. */
const BATCH = 1024;

export interface OrderedBytesOptions {
  readonly docCount: number;
  readonly live: Uint32Array | undefined;
  /** Undefined: the document has none. */
  readonly valueOf: (doc: number) => Uint8Array | undefined;
  /** Accounts for memory; throws 429. */
  readonly reserve: (bytes: number) => void;
  /** Throws when the request is over. */
  readonly checkpoint: (() => void) | undefined;
}

export class OrderedBytes {
  /** By document: the place of its value; -1: it has none. */
  readonly #ordinals: Int32Array;
  readonly #values: readonly Uint8Array[];

  constructor({ docCount, live, valueOf, reserve, checkpoint }: OrderedBytesOptions) {
    const found = new Map<string, { readonly bytes: Uint8Array; readonly docs: number[] }>();
    for (let doc = 0; doc < docCount; doc++) {
      if (doc % BATCH === 0) checkpoint?.();
      if (live && !((live[doc >>> 5]! >>> (doc & 31)) & 1)) continue;
      const bytes = valueOf(doc);
      if (!bytes) continue;
      const key = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
      const known = found.get(key);
      if (known) known.docs.push(doc);
      else {
        reserve(bytes.length * 2 + VALUE_BYTES);
        found.set(key, { bytes, docs: [doc] });
      }
    }
    reserve(docCount * 4);
    const sorted = [...found.values()].sort((one, other) => compareBytes(one.bytes, other.bytes));
    this.#values = sorted.map(({ bytes }) => bytes);
    this.#ordinals = new Int32Array(docCount).fill(-1);
    sorted.forEach(({ docs }, ordinal) => docs.forEach((doc) => (this.#ordinals[doc] = ordinal)));
  }

  /** -1: the document has no value. */
  ordinal(doc: number): number {
    return this.#ordinals[doc] ?? -1;
  }

  bytes(ordinal: number): Uint8Array | null {
    return this.#values[ordinal] ?? null;
  }

  /** Of a value that may be between two. */
  place(value: Uint8Array): number {
    let from = 0;
    let to = this.#values.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      const order = compareBytes(this.#values[middle]!, value);
      if (order === 0) return middle;
      if (order < 0) from = middle + 1;
      else to = middle;
    }
    return from - 0.5;
  }
}
