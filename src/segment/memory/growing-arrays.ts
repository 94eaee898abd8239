/**
 * Typed arrays that grow by doubling, for the streams that the builder appends to. One class per element type, so that
 * each `push` sees a single array type (a shared one is several times slower).
 */

/** Counts the bytes that a builder's arrays hold. */
export interface MemoryTally {
  bytes: number;
}

const FIRST_LENGTH = 16;

function grownLength(length: number, atLeast: number): number {
  return Math.max(FIRST_LENGTH, length * 2, atLeast);
}

/** Growing u32 values. */
export class GrowingUint32 {
  data = new Uint32Array(0);
  length = 0;
  private readonly tally: MemoryTally;

  constructor(tally: MemoryTally) {
    this.tally = tally;
  }

  push(value: number): void {
    if (this.length === this.data.length) this.grow(this.length + 1);
    this.data[this.length++] = value;
  }

  /** Last value; undefined when empty. */
  last(): number | undefined {
    return this.length === 0 ? undefined : this.data[this.length - 1];
  }

  /** The values so far: a view. */
  values(): Uint32Array {
    return this.data.subarray(0, this.length);
  }

  private grow(atLeast: number): void {
    const grown = new Uint32Array(grownLength(this.data.length, atLeast));
    grown.set(this.data);
    this.tally.bytes += grown.byteLength - this.data.byteLength;
    this.data = grown;
  }
}

/** Growing i32 values. */
export class GrowingInt32 {
  data = new Int32Array(0);
  length = 0;
  private readonly tally: MemoryTally;

  constructor(tally: MemoryTally) {
    this.tally = tally;
  }

  push(value: number): void {
    if (this.length === this.data.length) this.grow(this.length + 1);
    this.data[this.length++] = value;
  }

  /** The values so far: a view. */
  values(): Int32Array {
    return this.data.subarray(0, this.length);
  }

  private grow(atLeast: number): void {
    const grown = new Int32Array(grownLength(this.data.length, atLeast));
    grown.set(this.data);
    this.tally.bytes += grown.byteLength - this.data.byteLength;
    this.data = grown;
  }
}

/** Growing f64 values. */
export class GrowingFloat64 {
  data = new Float64Array(0);
  length = 0;
  private readonly tally: MemoryTally;

  constructor(tally: MemoryTally) {
    this.tally = tally;
  }

  push(value: number): void {
    if (this.length === this.data.length) this.grow(this.length + 1);
    this.data[this.length++] = value;
  }

  /** The values so far: a view. */
  values(): Float64Array {
    return this.data.subarray(0, this.length);
  }

  private grow(atLeast: number): void {
    const grown = new Float64Array(grownLength(this.data.length, atLeast));
    grown.set(this.data);
    this.tally.bytes += grown.byteLength - this.data.byteLength;
    this.data = grown;
  }
}

/** Growing i64 values. */
export class GrowingBigInt64 {
  data = new BigInt64Array(0);
  length = 0;
  private readonly tally: MemoryTally;

  constructor(tally: MemoryTally) {
    this.tally = tally;
  }

  push(value: bigint): void {
    if (this.length === this.data.length) this.grow(this.length + 1);
    this.data[this.length++] = value;
  }

  /** The values so far: a view. */
  values(): BigInt64Array {
    return this.data.subarray(0, this.length);
  }

  private grow(atLeast: number): void {
    const grown = new BigInt64Array(grownLength(this.data.length, atLeast));
    grown.set(this.data);
    this.tally.bytes += grown.byteLength - this.data.byteLength;
    this.data = grown;
  }
}
