/** Writes messages of protocol buffers: the forms of values that vector tiles have. */

const VARINT = 0;
const FIXED_64 = 1;
const BYTES = 2;

/** A message under way. */
export class ProtobufWriter {
  #bytes = new Uint8Array(256);
  #length = 0;

  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  /** An unsigned integer, or an enumeration. */
  unsigned(field: number, value: number | bigint): void {
    this.#tag(field, VARINT);
    this.#varint(BigInt(value));
  }

  /** A signed integer in zigzag (`sint64`). */
  signed(field: number, value: number | bigint): void {
    const whole = BigInt(value);
    this.#tag(field, VARINT);
    this.#varint(BigInt.asUintN(64, (whole << 1n) ^ (whole >> 63n)));
  }

  boolean(field: number, value: boolean): void {
    this.#tag(field, VARINT);
    this.#varint(value ? 1n : 0n);
  }

  double(field: number, value: number): void {
    this.#tag(field, FIXED_64);
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setFloat64(0, value, true);
    this.#append(bytes);
  }

  text(field: number, value: string): void {
    this.bytes(field, Buffer.from(value, "utf8"));
  }

  /** Bytes, or a message of its own. */
  bytes(field: number, value: Uint8Array): void {
    this.#tag(field, BYTES);
    this.#varint(BigInt(value.length));
    this.#append(value);
  }

  /** Unsigned integers, one behind the other; nothing where there are none. */
  packed(field: number, values: readonly number[]): void {
    if (values.length === 0) return;
    const inner = new ProtobufWriter();
    for (const value of values) inner.#varint(BigInt(value));
    this.bytes(field, inner.finish());
  }

  #tag(field: number, form: number): void {
    this.#varint(BigInt(field * 8 + form));
  }

  #varint(value: bigint): void {
    let rest = value;
    while (rest > 127n) {
      this.#byte(Number(rest & 127n) | 128);
      rest >>= 7n;
    }
    this.#byte(Number(rest));
  }

  #byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  #append(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + count));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}
