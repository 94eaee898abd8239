/** Numbers tuples of doubles, equal where their bits are, in order of first sight. */
const FIRST_SLOTS = 128;

export class TupleNumbers {
  readonly #words: number;
  /** The tuple that `number` looks at. */
  readonly tuple: Float64Array;
  readonly #own: Uint32Array;
  /** The words of all tuples, one after the other. */
  #known: Uint32Array;
  /** Numbers, or -1: open addressing. */
  #slots = new Int32Array(FIRST_SLOTS).fill(-1);
  size = 0;

  constructor(width: number) {
    this.#words = 2 * width;
    this.tuple = new Float64Array(width);
    this.#own = new Uint32Array(this.tuple.buffer);
    this.#known = new Uint32Array((FIRST_SLOTS / 2) * this.#words);
  }

  /** Bytes of the tuples and their places. */
  get bytes(): number {
    return this.#known.byteLength + this.#slots.byteLength;
  }

  /** The number of `tuple`: `size` as it was before where it is new. */
  number(): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = hashWords(this.#own, 0, this.#words) & mask;
    for (let found = slots[slot]!; found >= 0; found = slots[slot]!) {
      if (this.#isOwn(found)) return found;
      slot = (slot + 1) & mask;
    }
    const number = this.size++;
    slots[slot] = number;
    this.#known.set(this.#own, number * this.#words);
    if (2 * this.size === slots.length) this.#grow();
    return number;
  }

  #isOwn(number: number): boolean {
    const own = this.#own;
    const known = this.#known;
    const from = number * own.length;
    for (let i = 0; i < own.length; i++) if (own[i] !== known[from + i]) return false;
    return true;
  }

  #grow(): void {
    const words = this.#words;
    const known = new Uint32Array(2 * this.#known.length);
    known.set(this.#known);
    this.#known = known;
    const slots = new Int32Array(2 * this.#slots.length).fill(-1);
    const mask = slots.length - 1;
    for (let number = 0; number < this.size; number++) {
      let slot = hashWords(known, number * words, words) & mask;
      while (slots[slot]! >= 0) slot = (slot + 1) & mask;
      slots[slot] = number;
    }
    this.#slots = slots;
  }
}

function hashWords(words: Uint32Array, from: number, count: number): number {
  let hash = 0;
  for (let i = 0; i < count; i++) {
    hash = Math.imul(hash ^ words[from + i]!, 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash;
}
