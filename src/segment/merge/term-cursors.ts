/** Iterates the dictionaries of several segments together, in byte order. */
import type { SegmentData, TermsDirectory } from "../format.ts";
import { compareBytes } from "../terms/byte-order.ts";
import { u32 } from "./merge-part.ts";

/** A position in one dictionary. */
export interface TermCursor {
  /** Index of the part in the merge. */
  readonly part: number;
  /** The segment's memory; the term is `bytes[from..to)`. */
  readonly bytes: Uint8Array;
  from: number;
  to: number;
  ordinal: number;
  readonly count: number;
  readonly base: number;
  readonly offsets: Uint32Array;
}

/** A cursor on the first term of a non-empty dictionary. */
export function termCursor(part: number, data: SegmentData, terms: TermsDirectory): TermCursor {
  const offsets = u32(data, terms.termOffsets);
  const base = terms.termBytes.offset;
  const bytes = new Uint8Array(data.memory.buffer);
  return { part, bytes, from: base, to: base + offsets[1]!, ordinal: 0, count: terms.count, base, offsets };
}

/** The cursors as a heap: the smallest term on top, of the first part that has it. */
export class TermHeap {
  private readonly heap: TermCursor[];

  constructor(cursors: readonly TermCursor[]) {
    this.heap = [...cursors];
    for (let i = (this.heap.length >>> 1) - 1; i >= 0; i--) this.sink(i);
  }

  /** The cursor on the smallest term; undefined at the end. */
  get top(): TermCursor | undefined {
    return this.heap[0];
  }

  /** Moves the top cursor to its next term; returns whether the new top is on the same term `bytes[from..to)`. */
  advance(bytes: Uint8Array, from: number, to: number): boolean {
    const cursor = this.heap[0]!;
    if (++cursor.ordinal < cursor.count) {
      cursor.from = cursor.to;
      cursor.to = cursor.base + cursor.offsets[cursor.ordinal + 1]!;
    } else {
      const last = this.heap.pop()!;
      if (this.heap.length === 0) return false;
      this.heap[0] = last;
    }
    this.sink(0);
    const top = this.heap[0]!;
    return compareBytes(top.bytes, top.from, top.to, bytes, from, to) === 0;
  }

  private sink(from: number): void {
    const { heap } = this;
    const moved = heap[from]!;
    let at = from;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && before(heap[child + 1]!, heap[child]!)) child++;
      if (!before(heap[child]!, moved)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = moved;
  }
}

function before(a: TermCursor, b: TermCursor): boolean {
  const order = compareBytes(a.bytes, a.from, a.to, b.bytes, b.from, b.to);
  return order < 0 || (order === 0 && a.part < b.part);
}
