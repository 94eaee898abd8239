/** Where encoders write bytes: to the heap, or straight into a segment's memory. */
import type { MemoryTally } from "./growing-arrays.ts";

/**
 * A growing run of bytes. Writers call `reserve(n)`, then read `bytes` again and write `bytes[start + length …]`
 * themselves, adding to `length`, so that no call is needed per byte.
 */
export interface ByteSink {
  /** The backing bytes; replaced by `reserve`. */
  bytes: Uint8Array;
  /** Index of the first byte of the run in `bytes`. */
  readonly start: number;
  /** Bytes written. */
  length: number;
  /** Makes room for `extra` more bytes. */
  reserve(extra: number): void;
}

/** A sink on the heap. */
export class HeapSink implements ByteSink {
  bytes = new Uint8Array(0);
  readonly start = 0;
  length = 0;
  private readonly tally: MemoryTally;

  constructor(tally: MemoryTally) {
    this.tally = tally;
  }

  reserve(extra: number): void {
    if (this.length + extra <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(64, this.bytes.length * 2, this.length + extra));
    grown.set(this.bytes.subarray(0, this.length));
    this.tally.bytes += grown.length - this.bytes.length;
    this.bytes = grown;
  }

  /** The bytes written: a view. */
  written(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }
}
