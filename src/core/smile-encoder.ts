/** Encodes Smile, the binary form of JSON (Smile data format 1.0), without shared names and values. */

const SMALL_INT_BASE = 0xc0;
const END_OF_STRING = 0xfc;

/** Encodes a plain JSON value (bigint allowed). */
export function encodeSmile(value: unknown): Uint8Array {
  const writer = new SmileWriter();
  // Header: ":)\n", version 0, no shared names, no shared values, no raw binary.
  writer.bytes(0x3a, 0x29, 0x0a, 0x00);
  writer.value(value);
  return writer.result();
}

class SmileWriter {
  #buffer = Buffer.alloc(1024);
  #length = 0;

  result(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  bytes(...values: number[]): void {
    this.#reserve(values.length);
    for (const value of values) this.#buffer[this.#length++] = value;
  }

  value(value: unknown): void {
    if (value === null || value === undefined) this.bytes(0x21);
    else if (typeof value === "boolean") this.bytes(value ? 0x23 : 0x22);
    else if (typeof value === "bigint") this.#bigint(value);
    else if (typeof value === "number") this.#number(value);
    else if (typeof value === "string") this.#string(value);
    else if (Array.isArray(value)) {
      this.bytes(0xf8);
      for (const element of value) this.value(element);
      this.bytes(0xf9);
    } else {
      this.bytes(0xfa);
      for (const [key, member] of Object.entries(value)) {
        this.#key(key);
        this.value(member);
      }
      this.bytes(0xfb);
    }
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#buffer.length) return;
    const larger = Buffer.alloc(Math.max(this.#buffer.length * 2, this.#length + bytes));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }

  #number(value: number): void {
    if (!Number.isInteger(value) || Object.is(value, -0)) this.#double(value);
    else if (value >= -16 && value <= 15) this.bytes(SMALL_INT_BASE + zigzagSmall(value));
    else if (value >= -0x80000000 && value <= 0x7fffffff) this.#varint(0x24, BigInt(value));
    else if (Number.isSafeInteger(value)) this.#varint(0x25, BigInt(value));
    else this.#double(value);
  }

  #bigint(value: bigint): void {
    if (BigInt.asIntN(64, value) === value) this.#varint(0x25, value);
    else this.#bigInteger(value);
  }

  /** Zigzag, most significant group first: groups of 7 bits; the last byte has 6 bits of data and the top bit set. */
  #varint(token: number, value: bigint): void {
    let rest = value >= 0n ? value << 1n : ((-value - 1n) << 1n) | 1n;
    const groups = [Number(rest & 0x3fn) | 0x80];
    for (rest >>= 6n; rest > 0n; rest >>= 7n) groups.push(Number(rest & 0x7fn));
    this.bytes(token, ...groups.reverse());
  }

  /** The number of bytes, then two's complement bytes encoded with 7 bits per byte. */
  #bigInteger(value: bigint): void {
    let length = 1;
    while (BigInt.asIntN(length * 8, value) !== value) length++;
    const raw: number[] = [];
    for (let i = length - 1; i >= 0; i--) raw.push(Number((value >> BigInt(8 * i)) & 0xffn));
    this.bytes(0x26, 0x80 | length, ...sevenBits(raw));
  }

  #double(value: number): void {
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, value);
    let bits = view.getBigUint64(0);
    const groups: number[] = [];
    for (let i = 0; i < 10; i++) {
      groups.push(Number(bits & 0x7fn));
      bits >>= 7n;
    }
    this.bytes(0x29, ...groups.reverse());
  }

  #string(value: string): void {
    const bytes = Buffer.from(value);
    const ascii = bytes.length === value.length;
    if (bytes.length === 0) this.bytes(0x20);
    else if (ascii && bytes.length <= 32) this.bytes(0x40 + bytes.length - 1);
    else if (ascii && bytes.length <= 64) this.bytes(0x60 + bytes.length - 33);
    else if (!ascii && bytes.length >= 2 && bytes.length <= 33) this.bytes(0x80 + bytes.length - 2);
    else if (!ascii && bytes.length <= 65) this.bytes(0xa0 + bytes.length - 34);
    else {
      this.bytes(ascii ? 0xe0 : 0xe4);
      this.#raw(bytes);
      this.bytes(END_OF_STRING);
      return;
    }
    this.#raw(bytes);
  }

  #key(key: string): void {
    const bytes = Buffer.from(key);
    const ascii = bytes.length === key.length;
    if (bytes.length === 0) this.bytes(0x20);
    else if (ascii && bytes.length <= 64) this.bytes(0x80 + bytes.length - 1);
    else if (!ascii && bytes.length >= 2 && bytes.length <= 57) this.bytes(0xc0 + bytes.length - 2);
    else {
      this.bytes(0x34);
      this.#raw(bytes);
      this.bytes(END_OF_STRING);
      return;
    }
    this.#raw(bytes);
  }

  #raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#buffer.set(bytes, this.#length);
    this.#length += bytes.length;
  }
}

function zigzagSmall(value: number): number {
  return value >= 0 ? value << 1 : (-value << 1) - 1;
}

/** Bytes as groups of 7 bits; the last group holds the remaining bits. */
function sevenBits(bytes: readonly number[]): number[] {
  const groups: number[] = [];
  let pending = 0;
  let bits = 0;
  for (const byte of bytes) {
    pending = (pending << 8) | byte;
    bits += 8;
    while (bits >= 7) {
      bits -= 7;
      groups.push((pending >> bits) & 0x7f);
    }
    pending &= (1 << bits) - 1;
  }
  if (bits > 0) groups.push(pending);
  return groups;
}
