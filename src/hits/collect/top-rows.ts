/** The best rows of one segment: a bounded heap over typed arrays. */

/**
 * Keeps the `capacity` smallest rows in lexicographic order of their doubles; of equal rows the earliest. Rows are
 * offered in ascending order of document ids.
 */
export class TopRows {
  readonly #capacity: number;
  readonly #width: number;
  /** Rows in heap order, the worst at the root; one more row holds a candidate. */
  #slots: Float64Array;
  #docs: Uint32Array;
  #scores: Float64Array;
  #size = 0;

  constructor(capacity: number, width: number) {
    this.#capacity = capacity;
    this.#width = width;
    const rows = Math.min(capacity, 1024);
    this.#slots = new Float64Array(rows * width);
    this.#docs = new Uint32Array(rows);
    this.#scores = new Float64Array(rows);
  }

  get size(): number {
    return this.#size;
  }

  get full(): boolean {
    return this.#size === this.#capacity;
  }

  /** First double of the worst row kept, once full; Infinity until then. */
  get worst(): number {
    return this.full && this.#capacity > 0 ? (this.#slots[0] ?? 0) : Number.POSITIVE_INFINITY;
  }

  /** The worst row kept, once full: the first doubles of the array. */
  get worstRow(): Float64Array | undefined {
    return this.full && this.#capacity > 0 ? this.#slots : undefined;
  }

  /** Offers the row at `slots[at]`. */
  offer(slots: Float64Array, at: number, doc: number, score: number): void {
    if (this.#size < this.#capacity) {
      if (this.#size === this.#docs.length) this.#grow();
      this.#write(this.#size, slots, at, doc, score);
      this.#up(this.#size++);
      return;
    }
    // An equal row came later and loses.
    if (this.#capacity === 0 || compareRows(slots, at, this.#slots, 0, this.#width) >= 0) return;
    this.#write(0, slots, at, doc, score);
    this.#down(0);
  }

  /** Calls `take` for the rows from best to worst and empties the heap. */
  drain(take: (slots: Float64Array, at: number, doc: number, score: number) => void): void {
    const order = Array.from({ length: this.#size }, (_, row) => row);
    order.sort((left, right) => this.#compare(left, right));
    for (const row of order) take(this.#slots, row * this.#width, this.#docs[row] ?? 0, this.#scores[row] ?? 0);
    this.#size = 0;
  }

  /** Compares two rows: by key, then by document. */
  #compare(left: number, right: number): number {
    const order = compareRows(this.#slots, left * this.#width, this.#slots, right * this.#width, this.#width);
    return order !== 0 ? order : (this.#docs[left] ?? 0) - (this.#docs[right] ?? 0);
  }

  #write(row: number, slots: Float64Array, at: number, doc: number, score: number): void {
    const base = row * this.#width;
    for (let i = 0; i < this.#width; i++) this.#slots[base + i] = slots[at + i] ?? 0;
    this.#docs[row] = doc;
    this.#scores[row] = score;
  }

  #grow(): void {
    const rows = Math.min(this.#capacity, this.#docs.length * 2);
    const slots = new Float64Array(rows * this.#width);
    const docs = new Uint32Array(rows);
    const scores = new Float64Array(rows);
    slots.set(this.#slots);
    docs.set(this.#docs);
    scores.set(this.#scores);
    this.#slots = slots;
    this.#docs = docs;
    this.#scores = scores;
  }

  #up(from: number): void {
    let row = from;
    while (row > 0) {
      const parent = (row - 1) >>> 1;
      if (this.#compare(row, parent) <= 0) return;
      this.#swap(row, parent);
      row = parent;
    }
  }

  #down(from: number): void {
    let row = from;
    for (;;) {
      let child = 2 * row + 1;
      if (child >= this.#size) return;
      if (child + 1 < this.#size && this.#compare(child + 1, child) > 0) child++;
      if (this.#compare(child, row) <= 0) return;
      this.#swap(row, child);
      row = child;
    }
  }

  #swap(left: number, right: number): void {
    const slots = this.#slots;
    const width = this.#width;
    for (let i = 0; i < width; i++) {
      const kept = slots[left * width + i] ?? 0;
      slots[left * width + i] = slots[right * width + i] ?? 0;
      slots[right * width + i] = kept;
    }
    const doc = this.#docs[left] ?? 0;
    this.#docs[left] = this.#docs[right] ?? 0;
    this.#docs[right] = doc;
    const score = this.#scores[left] ?? 0;
    this.#scores[left] = this.#scores[right] ?? 0;
    this.#scores[right] = score;
  }
}

/** Compares two rows lexicographically. */
export function compareRows(
  left: Float64Array,
  leftAt: number,
  right: Float64Array,
  rightAt: number,
  width: number,
): number {
  for (let i = 0; i < width; i++) {
    const a = left[leftAt + i] ?? 0;
    const b = right[rightAt + i] ?? 0;
    if (a < b) return -1;
    if (a > b) return 1;
  }
  return 0;
}
