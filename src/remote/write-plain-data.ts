/** Plain data as bytes for a link. */
import { assert } from "../core/assert.ts";
import { isWellFormed } from "../core/well-formed.ts";
import type { NumberArray, PlainData } from "./plain-data.ts";
import { MAX_DEPTH, NUMBER_KINDS, TAG } from "./plain-data-tags.ts";

const FIRST_BYTES = 1024;
const VARINT_BYTES = 9;
const DOUBLE_BYTES = 8;
/** UTF-8 of one unit of UTF-16 at most. */
const UTF8_BYTES = 3;

/** The bytes of a value. Fails for what is no plain data, which is a bug of ours. */
export function writePlainData(data: PlainData): Uint8Array {
  const writer = new Writer();
  writer.value(data, 0);
  return writer.written();
}

class Writer {
  #bytes = Buffer.allocUnsafe(FIRST_BYTES);
  #at = 0;
  readonly #names = new Map<string, number>();

  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#at);
  }

  value(data: PlainData, depth: number): void {
    assert(depth < MAX_DEPTH, "what is sent is not nested too deep");
    switch (typeof data) {
      case "undefined":
        return this.#tag(TAG.undefined);
      case "boolean":
        return this.#tag(data ? TAG.true : TAG.false);
      case "number":
        return this.#number(data);
      case "bigint":
        return this.#bigint(data);
      case "string":
        return this.#taggedText(data);
      case "object":
        return data === null ? this.#tag(TAG.null) : this.#object(data, depth + 1);
      default:
        assert(false, `what is sent is plain data, not a ${typeof data}`);
    }
  }

  #object(data: Exclude<PlainData & object, null>, depth: number): void {
    if (Array.isArray(data)) {
      this.#tag(TAG.array);
      this.#varint(data.length);
      for (let at = 0; at < data.length; at++) this.value(data[at], depth);
    } else if (data instanceof Map) {
      this.#tag(TAG.map);
      this.#varint(data.size);
      for (const [key, value] of data) {
        this.value(key, depth);
        this.value(value, depth);
      }
    } else if (data instanceof Set) {
      this.#tag(TAG.set);
      this.#varint(data.size);
      for (const value of data) this.value(value, depth);
    } else if (ArrayBuffer.isView(data)) this.#numbers(data);
    else this.#members(data as Readonly<Record<string, PlainData>>, depth);
  }

  #members(data: Readonly<Record<string, PlainData>>, depth: number): void {
    const prototype: unknown = Object.getPrototypeOf(data);
    assert(prototype === null || prototype === Object.prototype, "what is sent is plain data, not of a class");
    const members = Object.entries(data);
    this.#tag(TAG.object);
    this.#varint(members.length);
    for (const [name, value] of members) {
      const known = this.#names.get(name);
      if (known === undefined) {
        this.#names.set(name, this.#names.size + 1);
        this.#varint(0);
        this.#taggedText(name);
      } else this.#varint(known);
      this.value(value, depth);
    }
  }

  #numbers(data: NumberArray): void {
    const kind = NUMBER_KINDS.findIndex((type) => Object.getPrototypeOf(data) === type.prototype);
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    this.#tag(TAG.numbers);
    // Buffers of Node are bytes like others.
    this.#varint(data instanceof Uint8Array ? 0 : kind);
    assert(data instanceof Uint8Array || kind >= 0, "numbers that are sent are of a known kind");
    this.#varint(bytes.length);
    this.#room(bytes.length);
    this.#bytes.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  #number(value: number): void {
    if (Number.isSafeInteger(value) && !Object.is(value, -0)) {
      this.#tag(TAG.integer);
      // Zigzag, within what doubles hold: the lowest bit is the sign.
      const size = Math.abs(value);
      this.#room(VARINT_BYTES);
      this.#bytes[this.#at++] = (value < 0 ? 1 : 0) | ((size & 63) << 1) | (size > 63 ? 128 : 0);
      if (size > 63) this.#varint(Math.floor(size / 64));
    } else {
      this.#tag(TAG.double);
      this.#room(DOUBLE_BYTES);
      this.#at = this.#bytes.writeDoubleLE(value, this.#at);
    }
  }

  #bigint(value: bigint): void {
    this.#tag(TAG.bigint);
    const hex = (value < 0n ? -value : value).toString(16);
    const digits = Buffer.from(hex.padStart(hex.length + (hex.length % 2), "0"), "hex").reverse();
    this.#room(1);
    this.#bytes[this.#at++] = value < 0n ? 1 : 0;
    this.#varint(digits.length);
    this.#room(digits.length);
    this.#bytes.set(digits, this.#at);
    this.#at += digits.length;
  }

  #taggedText(text: string): void {
    if (!isWellFormed(text)) {
      this.#tag(TAG.wideText);
      this.#varint(text.length * 2);
      this.#room(text.length * 2);
      this.#at += this.#bytes.write(text, this.#at, "utf16le");
      return;
    }
    this.#tag(TAG.text);
    const length = text.length * UTF8_BYTES < 128 ? -1 : Buffer.byteLength(text);
    if (length >= 0) this.#varint(length);
    this.#room(text.length * UTF8_BYTES + 1);
    const start = this.#at + (length < 0 ? 1 : 0);
    const written = this.#bytes.write(text, start, "utf8");
    if (length < 0) this.#bytes[this.#at] = written;
    this.#at = start + written;
  }

  #varint(value: number): void {
    this.#room(VARINT_BYTES);
    let rest = value;
    while (rest > 127) {
      this.#bytes[this.#at++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.#at++] = rest;
  }

  #tag(tag: number): void {
    this.#room(1);
    this.#bytes[this.#at++] = tag;
  }

  #room(bytes: number): void {
    const wanted = this.#at + bytes;
    if (wanted <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(wanted, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.#at));
    this.#bytes = larger;
  }
}
