/**
 * Plain data from the bytes of a link. Whoever sent them is not trusted: bounded in depth, in values and in lengths.
 */
import { put } from "../core/names.ts";
import type { NumberArray, PlainData } from "./plain-data.ts";
import { MAX_DEPTH, MAX_VALUES, NUMBER_KINDS, TAG } from "./plain-data-tags.ts";

/** What came over a link means nothing. */
export class UnreadableData extends Error {
  override name = "UnreadableData";
}

const DOUBLE_BYTES = 8;
/** Digits of a whole number that are read at most, in bytes. */
const MAX_BIGINT_BYTES = 1024;

const narrow = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });

/** The value whose bytes these are, all of them. Throws UnreadableData. */
export function readPlainData(bytes: Uint8Array): PlainData {
  const reader = new Reader(bytes);
  const data = reader.value(0);
  reader.end();
  return data;
}

class Reader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #names: string[] = [];
  #at = 0;
  #values = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  end(): void {
    if (this.#at !== this.#bytes.length) throw new UnreadableData("there is more than one value");
  }

  value(depth: number): PlainData {
    if (depth >= MAX_DEPTH) throw new UnreadableData(`values are nested deeper than ${MAX_DEPTH}`);
    if (++this.#values > MAX_VALUES) throw new UnreadableData(`there are more than ${MAX_VALUES} values`);
    const tag = this.#byte();
    switch (tag) {
      case TAG.undefined:
        return undefined;
      case TAG.null:
        return null;
      case TAG.false:
        return false;
      case TAG.true:
        return true;
      case TAG.integer:
        return this.#integer();
      case TAG.double:
        this.#need(DOUBLE_BYTES);
        this.#at += DOUBLE_BYTES;
        return this.#view.getFloat64(this.#at - DOUBLE_BYTES, true);
      case TAG.bigint:
        return this.#bigint();
      case TAG.text:
      case TAG.wideText:
        return this.#text(tag);
      case TAG.numbers:
        return this.#numbers();
      default:
        return this.#collection(tag, depth + 1);
    }
  }

  #collection(tag: number, depth: number): PlainData {
    const count = this.#varint();
    // Each takes a byte at least: what announces more than there is does not get its memory.
    if (count > this.#bytes.length - this.#at) throw new UnreadableData("more is announced than there is");
    switch (tag) {
      case TAG.array: {
        const values: PlainData[] = [];
        for (let at = 0; at < count; at++) values.push(this.value(depth));
        return values;
      }
      case TAG.map: {
        const map = new Map<PlainData, PlainData>();
        for (let at = 0; at < count; at++) {
          const key = this.value(depth);
          map.set(key, this.value(depth));
        }
        return map;
      }
      case TAG.set: {
        const set = new Set<PlainData>();
        for (let at = 0; at < count; at++) set.add(this.value(depth));
        return set;
      }
      case TAG.object: {
        const members: Record<string, PlainData> = {};
        for (let at = 0; at < count; at++) {
          const name = this.#name();
          put(members, name, this.value(depth));
        }
        return members;
      }
      default:
        throw new UnreadableData(`nothing is known by the number ${tag}`);
    }
  }

  #name(): string {
    const known = this.#varint();
    if (known > 0) {
      const name = this.#names[known - 1];
      if (name === undefined) throw new UnreadableData("a name stands for one that was not there");
      return name;
    }
    const name = this.#text(this.#byte());
    this.#names.push(name);
    return name;
  }

  #text(tag: number): string {
    const bytes = this.#take(this.#varint());
    if (tag === TAG.wideText) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf16le");
    if (tag !== TAG.text) throw new UnreadableData("a name is a text");
    try {
      return narrow.decode(bytes);
    } catch {
      throw new UnreadableData("a text is no UTF-8");
    }
  }

  #numbers(): NumberArray {
    const Kind = NUMBER_KINDS[this.#varint()];
    if (!Kind) throw new UnreadableData("numbers are of no known kind");
    const bytes = this.#take(this.#varint());
    if (bytes.length % Kind.BYTES_PER_ELEMENT !== 0) throw new UnreadableData("a number is not whole");
    // A copy: what is read does not hold the message, and stands where its numbers may stand.
    const copy = new Uint8Array(bytes);
    return new Kind(copy.buffer);
  }

  #bigint(): bigint {
    const isNegative = this.#byte() === 1;
    const digits = this.#take(this.#varint());
    if (digits.length > MAX_BIGINT_BYTES) throw new UnreadableData("a number has too many digits");
    const hex = Buffer.from(digits).reverse().toString("hex");
    const size = hex === "" ? 0n : BigInt(`0x${hex}`);
    return isNegative ? -size : size;
  }

  #integer(): number {
    const first = this.#byte();
    const low = (first >> 1) & 63;
    const size = first < 128 ? low : this.#varint() * 64 + low;
    if (!Number.isSafeInteger(size)) throw new UnreadableData("a whole number is too large");
    return (first & 1) === 1 ? -size : size + 0;
  }

  #varint(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#byte();
      value += (byte & 127) * factor;
      if (value > Number.MAX_SAFE_INTEGER) throw new UnreadableData("a length is too large");
      if (byte < 128) return value;
    }
  }

  #byte(): number {
    this.#need(1);
    return this.#bytes[this.#at++] ?? 0;
  }

  #take(length: number): Uint8Array {
    this.#need(length);
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  #need(length: number): void {
    if (length > this.#bytes.length - this.#at) throw new UnreadableData("the bytes end in the middle of a value");
  }
}
