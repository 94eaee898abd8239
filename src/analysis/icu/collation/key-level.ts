/** The bytes of one level of a sort key while it is built (ICU's CollationKeys.SortKeyLevel). */

/** A growing byte buffer, reused for each key. */
export class KeyLevel {
  bytes = new Uint8Array(128);
  length = 0;

  push(byte: number): void {
    if (this.length === this.bytes.length) this.#grow();
    this.bytes[this.length++] = byte;
  }

  /** Adds a weight of one or two bytes; a second byte of 0 is omitted. */
  pushWeight16(weight: number): void {
    this.push(weight >>> 8);
    if ((weight & 0xff) !== 0) this.push(weight);
  }

  /** Like `pushWeight16`, for a level that is reversed later. */
  pushReversed16(weight: number): void {
    if ((weight & 0xff) !== 0) this.push(weight);
    this.push(weight >>> 8);
  }

  /** Adds a weight of up to four bytes, up to the first 0. */
  pushWeight32(weight: number): void {
    this.push(weight >>> 24);
    this.pushTail(weight);
  }

  /** Adds the bytes of a weight after the lead byte, up to the first 0. */
  pushTail(weight: number): void {
    if ((weight & 0xff0000) === 0) return;
    this.push(weight >>> 16);
    if ((weight & 0xff00) === 0) return;
    this.push(weight >>> 8);
    if ((weight & 0xff) !== 0) this.push(weight);
  }

  /** Reverses the bytes from `start` on. */
  reverse(start: number): void {
    this.bytes.subarray(start, this.length).reverse();
  }

  /** Appends another level without its last byte, the separator. */
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
 * Compresses runs of a level's most common weight: one byte encodes the length of a run. Before a lower weight it
 * counts up from `low`, before a higher weight down from `high`, so that runs sort like the weights they replace.
 */
export class CommonWeights {
  count = 0;
  readonly #low: number;
  readonly #middle: number;
  readonly #high: number;
  readonly #most: number;

  /** `most` is the longest run that one byte encodes. */
  constructor(low: number, middle: number, high: number, most: number) {
    this.#low = low;
    this.#middle = middle;
    this.#high = high;
    this.#most = most;
  }

  /** Writes the run, if there is one, before a weight that is lower or higher. Bytes are shifted left by `shift`. */
  flush(level: KeyLevel, isBeforeLower: boolean, shift = 0): void {
    if (this.count === 0) return;
    let rest = this.count - 1;
    for (; rest >= this.#most; rest -= this.#most) level.push(this.#middle << shift);
    level.push((isBeforeLower ? this.#low + rest : this.#high - rest) << shift);
    this.count = 0;
  }

  /** Like `flush`, for a level that is reversed later: the preceding weight decides. */
  flushReversed(level: KeyLevel, isBehindLower: boolean): void {
    if (this.count === 0) return;
    const all = this.count - 1;
    const rest = all % this.#most;
    level.push(isBehindLower ? this.#low + rest : this.#high - rest);
    for (let left = all - rest; left > 0; left -= this.#most) level.push(this.#middle);
    this.count = 0;
  }
}
