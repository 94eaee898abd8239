/**
 * Decodes Smile, the binary form of JSON (Smile data format 1.0), with shared names and values. Any input gives a value
 * or an Error.
 */
import type { Json, JsonObject } from "./json.ts";

const SHARED_ENTRIES = 1024;
const MAX_DEPTH = 1000;
const END_OF_STRING = 0xfc;
/** Represents the closing token of an array or object. */
const CLOSE = Symbol("close");

/** The first value of a Smile document. */
export function decodeSmile(bytes: Uint8Array): Json {
  if (bytes[0] !== 0x3a || bytes[1] !== 0x29 || bytes[2] !== 0x0a) throw new Error("the header :)\\n is missing");
  const features = bytes[3] ?? 0;
  const value = new SmileReader(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
    (features & 1) !== 0,
    (features & 2) !== 0,
  ).value(0);
  if (value === CLOSE) throw new Error("unexpected end token");
  return value;
}

class SmileReader {
  readonly #bytes: Buffer;
  readonly #shareNames: boolean;
  readonly #shareValues: boolean;
  readonly #names: string[] = [];
  readonly #values: string[] = [];
  #at = 4;

  constructor(bytes: Buffer, shareNames: boolean, shareValues: boolean) {
    this.#bytes = bytes;
    this.#shareNames = shareNames;
    this.#shareValues = shareValues;
  }

  value(depth: number): Json | typeof CLOSE {
    if (depth > MAX_DEPTH) throw new Error(`nesting is deeper than ${MAX_DEPTH}`);
    const token = this.#byte();
    if (token >= 0x01 && token <= 0x1f) return entryOf(this.#values, token - 1);
    if (token >= 0x40 && token <= 0xbf) return this.#shortText(token);
    if (token >= 0xc0 && token <= 0xdf) return zigzag(token & 0x1f);
    if (token >= 0xec && token <= 0xef) return entryOf(this.#values, ((token & 3) << 8) | this.#byte());
    return this.#other(token, depth);
  }

  #other(token: number, depth: number): Json | typeof CLOSE {
    switch (token) {
      case 0x20:
        return "";
      case 0x21:
        return null;
      case 0x22:
      case 0x23:
        return token === 0x23;
      case 0x24:
      case 0x25:
        return exact(unzigzag(this.#unsigned()));
      case 0x26:
        return exact(this.#bigInteger());
      case 0x28:
        return this.#floating(5, (view, bits) => (view.setUint32(0, Number(bits)), view.getFloat32(0)));
      case 0x29:
        return this.#floating(10, (view, bits) => (view.setBigUint64(0, bits), view.getFloat64(0)));
      case 0x2a:
        return Number(`1e${-Number(unzigzag(this.#unsigned()))}`) * Number(this.#bigInteger());
      case 0xe0:
      case 0xe4:
        return this.#longText();
      case 0xe8:
        return this.#sevenBitBytes(Number(this.#unsigned())).toString("base64");
      case 0xfd:
        return this.#take(Number(this.#unsigned())).toString("base64");
      case 0xf8:
        return this.#array(depth + 1);
      case 0xfa:
        return this.#object(depth + 1);
      case 0xf9:
      case 0xfb:
        return CLOSE;
      default:
        throw new Error(`invalid token 0x${token.toString(16)}`);
    }
  }

  #array(depth: number): Json[] {
    const array: Json[] = [];
    for (;;) {
      const value = this.value(depth);
      if (value === CLOSE) return array;
      array.push(value);
    }
  }

  #object(depth: number): JsonObject {
    const object: JsonObject = {};
    for (;;) {
      const key = this.#key();
      if (key === CLOSE) return object;
      const value = this.value(depth);
      if (value === CLOSE) throw new Error("a value is missing");
      if (Object.hasOwn(object, key)) throw new Error(`duplicate field '${key}'`);
      Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
    }
  }

  #key(): string | typeof CLOSE {
    const token = this.#byte();
    if (token === 0xfb) return CLOSE;
    if (token === 0x20) return "";
    if (token >= 0x30 && token <= 0x33) return entryOf(this.#names, ((token & 3) << 8) | this.#byte());
    if (token === 0x34) return this.#longText();
    if (token >= 0x40 && token <= 0x7f) return entryOf(this.#names, token & 0x3f);
    if (token >= 0x80 && token <= 0xf7) {
      const length = token < 0xc0 ? token - 0x80 + 1 : token - 0xc0 + 2;
      const name = this.#take(length).toString("utf8");
      if (this.#shareNames) share(this.#names, name);
      return name;
    }
    throw new Error(`invalid field name token 0x${token.toString(16)}`);
  }

  /** Tiny and short strings: 1–32 and 33–64 bytes of ASCII, 2–33 and 34–65 bytes of UTF-8. */
  #shortText(token: number): string {
    const length = (token & 0x1f) + ([1, 33, 2, 34][(token - 0x40) >> 5] ?? 0);
    const text = this.#take(length).toString("utf8");
    if (this.#shareValues) share(this.#values, text);
    return text;
  }

  #longText(): string {
    const end = this.#bytes.indexOf(END_OF_STRING, this.#at);
    if (end < 0) throw new Error("a string has no end");
    const text = this.#bytes.toString("utf8", this.#at, end);
    this.#at = end + 1;
    return text;
  }

  /** Groups of 7 bits, most significant first; the last byte has the top bit set and 6 bits of data. */
  #unsigned(): bigint {
    let value = 0n;
    for (let count = 0; count < 11; count++) {
      const byte = this.#byte();
      if (byte & 0x80) return (value << 6n) | BigInt(byte & 0x3f);
      value = (value << 7n) | BigInt(byte);
    }
    throw new Error("a number is too long");
  }

  #bigInteger(): bigint {
    const raw = this.#sevenBitBytes(Number(this.#unsigned()));
    return raw.length === 0 ? 0n : BigInt.asIntN(raw.length * 8, BigInt(`0x${raw.toString("hex")}`));
  }

  #floating(groups: number, read: (view: DataView, bits: bigint) => number): number {
    let bits = 0n;
    for (let count = 0; count < groups; count++) bits = (bits << 7n) | BigInt(this.#byte() & 0x7f);
    return read(new DataView(new ArrayBuffer(8)), BigInt.asUintN(groups === 5 ? 32 : 64, bits));
  }

  /** `length` bytes encoded with 7 bits per byte; the last group holds the remaining bits, right-aligned. */
  #sevenBitBytes(length: number): Buffer {
    const groups = this.#take(Math.ceil((length * 8) / 7));
    const result = Buffer.alloc(length);
    let pending = 0;
    let bits = 0;
    let written = 0;
    groups.forEach((group, index) => {
      const width = index === groups.length - 1 ? length * 8 - index * 7 : 7;
      pending = ((pending << width) | (group & 0x7f)) & 0xffff;
      bits += width;
      if (bits >= 8 && written < length) {
        bits -= 8;
        result[written++] = (pending >> bits) & 0xff;
      }
    });
    return result;
  }

  #take(length: number): Buffer {
    if (this.#at + length > this.#bytes.length) throw new Error("unexpected end of input");
    const part = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += length;
    return part;
  }

  #byte(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) throw new Error("unexpected end of input");
    return byte;
  }
}

function share(table: string[], text: string): void {
  if (table.length >= SHARED_ENTRIES) table.length = 0;
  table.push(text);
}

function entryOf(table: readonly string[], index: number): string {
  const entry = table[index];
  if (entry === undefined) throw new Error(`reference ${index} names nothing`);
  return entry;
}

function zigzag(value: number): number {
  return (value >>> 1) ^ -(value & 1);
}

function unzigzag(value: bigint): bigint {
  return (value >> 1n) ^ -(value & 1n);
}

function exact(value: bigint): number | bigint {
  return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;
}
