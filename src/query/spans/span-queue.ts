/** Cursors by start, then end. Equal ones keep the order of Lucene's `PriorityQueue`, as it decides which moves on. */
import type { SpanCursor } from "./span-cursor.ts";

export class SpanQueue {
  /** A binary heap from index 1 on. */
  readonly #heap: SpanCursor[] = [];
  #size = 0;

  clear(): void {
    this.#size = 0;
  }

  get top(): SpanCursor {
    return this.#heap[1]!;
  }

  add(cursor: SpanCursor): void {
    let at = ++this.#size;
    for (let above = at >>> 1; above > 0 && isBefore(cursor, this.#heap[above]!); above = at >>> 1) {
      this.#heap[at] = this.#heap[above]!;
      at = above;
    }
    this.#heap[at] = cursor;
  }

  /** To be called when the first one has moved; returns the new first one. */
  updateTop(): SpanCursor {
    const moved = this.top;
    let at = 1;
    for (let below = this.#least(2); below <= this.#size && isBefore(this.#heap[below]!, moved);) {
      this.#heap[at] = this.#heap[below]!;
      at = below;
      below = this.#least(at << 1);
    }
    this.#heap[at] = moved;
    return this.top;
  }

  #least(left: number): number {
    const right = left + 1;
    return right <= this.#size && isBefore(this.#heap[right]!, this.#heap[left]!) ? right : left;
  }
}

function isBefore(one: SpanCursor, other: SpanCursor): boolean {
  return one.start < other.start || (one.start === other.start && one.end < other.end);
}
