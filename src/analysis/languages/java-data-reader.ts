/**
 * Reads the format of Java's DataOutput: big-endian numbers, and texts preceded by their length. Throws an Error when
 * the data end too early.
 */

/** See the file comment. */
export class JavaDataReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  boolean(): boolean {
    return this.#bytes[this.#take(1)] !== 0;
  }

  character(): number {
    return this.#view.getUint16(this.#take(2));
  }

  integer(): number {
    return this.#view.getInt32(this.#take(4));
  }

  /** A count of items that take at least `bytesOfOne` bytes each. */
  count(bytesOfOne: number): number {
    const count = this.integer();
    if (count < 0 || count * bytesOfOne > this.#bytes.length - this.#at)
      throw new Error(`there is no room for [${count}] entries`);
    return count;
  }

  /** A text in Java's modified UTF-8: each UTF-16 unit separately, in one to three bytes. */
  text(): string {
    const length = this.character();
    const start = this.#take(length);
    const end = start + length;
    const units: number[] = [];
    for (let at = start; at < end;) {
      const first = this.#bytes[at]!;
      const more = first < 0x80 ? 0 : first >> 5 === 0b110 ? 1 : first >> 4 === 0b1110 ? 2 : -1;
      if (more < 0 || at + more >= end) throw new Error("a text is not in UTF-8");
      let unit = more === 0 ? first : first & (0x3f >> more);
      for (let index = 1; index <= more; index++) unit = (unit << 6) | (this.#bytes[at + index]! & 0x3f);
      units.push(unit);
      at += more + 1;
    }
    return String.fromCharCode(...units);
  }

  #take(bytes: number): number {
    const at = this.#at;
    if (at + bytes > this.#bytes.length) throw new Error("it ends too early");
    this.#at = at + bytes;
    return at;
  }
}
