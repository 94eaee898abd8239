/** The bytes of one level of a sort key, while it is made (ICU's CollationKeys.SortKeyLevel). */

/** Bytes that grow; used again for each key. */
export class KeyLevel {
  bytes = new Uint8Array(128);
  length = 0;

  push(byte: number): void {
    if (this.length === this.bytes.length) this.#grow();
    this.bytes[this.length++] = byte;
  }

  /** A weight of one or two bytes; a second one of 0 is left out. */
  pushWeight16(weight: number): void {
    this.push(weight >>> 8);
    if ((weight & 0xff) !== 0) this.push(weight);
  }

  /** As `pushWeight16` for a level that is turned around later. */
  pushReversed16(weight: number): void {
    if ((weight & 0xff) !== 0) this.push(weight);
    this.push(weight >>> 8);
  }

  /** A weight of up to four bytes, up to the first 0. */
  pushWeight32(weight: number): void {
    this.push(weight >>> 24);
    this.pushTail(weight);
  }

  /** What follows the first byte of a weight, up to the first 0. */
  pushTail(weight: number): void {
    if ((weight & 0xff0000) === 0) return;
    this.push(weight >>> 16);
    if ((weight & 0xff00) === 0) return;
    this.push(weight >>> 8);
    if ((weight & 0xff) !== 0) this.push(weight);
  }

  /** Turns the bytes from `start` on around. */
  reverse(start: number): void {
    this.bytes.subarray(start, this.length).reverse();
  }

  /** Adds another level but for its last byte, which is the separator. */
  append(level: KeyLevel): void {
    const count = level.length - 1;
    while (this.length + count > this.bytes.length) this.#grow();
    this.bytes.set(level.bytes.subarray(0, count), this.length);
    this.length += count;
  }

  #grow(): void {
    const larger = new Uint8Array(2 * this.bytes.length);
    larger.set(this.bytes);
    this.bytes = larger;
  }
}

/**
 * The most frequent weight of a level: how often it stands in a row is one byte. A row before a lower weight counts up
 * from `low`, one before a higher weight down from `high`; so a longer row sorts as its weights do.
 */
export class CommonWeights {
  count = 0;
  readonly #low: number;
  readonly #middle: number;
  readonly #high: number;
  readonly #most: number;

  /** `most` is how many weights one byte tells at most. */
  constructor(low: number, middle: number, high: number, most: number) {
    this.#low = low;
    this.#middle = middle;
    this.#high = high;
    this.#most = most;
  }

  /** Writes the row, if there is one, before a weight that is lower or not. Bytes are shifted left by `shift`. */
  flush(level: KeyLevel, isBeforeLower: boolean, shift = 0): void {
    if (this.count === 0) return;
    let rest = this.count - 1;
    for (; rest >= this.#most; rest -= this.#most) level.push(this.#middle << shift);
    level.push((isBeforeLower ? this.#low + rest : this.#high - rest) << shift);
    this.count = 0;
  }

  /** As `flush` for a level that is turned around later: the weight before it decides. */
  flushReversed(level: KeyLevel, isBehindLower: boolean): void {
    if (this.count === 0) return;
    const all = this.count - 1;
    const rest = all % this.#most;
    level.push(isBehindLower ? this.#low + rest : this.#high - rest);
    for (let left = all - rest; left > 0; left -= this.#most) level.push(this.#middle);
    this.count = 0;
  }
}
