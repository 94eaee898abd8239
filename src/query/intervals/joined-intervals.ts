/** Intervals of several parts together: next to each other, in order, in any order, repeated. */
import { type IntervalCursor, NO_MORE_INTERVALS } from "./interval-cursor.ts";

/** The parts next to each other (Lucene's `BlockIntervalsSource`). */
export class BlockIntervals implements IntervalCursor {
  readonly #parts: readonly IntervalCursor[];
  readonly gaps = 0;
  start = -1;
  end = -1;

  constructor(parts: readonly IntervalCursor[]) {
    this.#parts = parts;
  }

  get width(): number {
    return this.end - this.start + 1;
  }

  reset(): void {
    this.start = -1;
    this.end = -1;
    for (const part of this.#parts) part.reset();
  }

  next(): number {
    const parts = this.#parts;
    const first = parts[0]!;
    if (first.next() === NO_MORE_INTERVALS) return this.#over();
    for (let i = 1; i < parts.length;) {
      const part = parts[i]!;
      const { end } = parts[i - 1]!;
      while (part.start <= end) if (part.next() === NO_MORE_INTERVALS) return this.#over();
      if (part.start === end + 1) i++;
      else {
        if (first.next() === NO_MORE_INTERVALS) return this.#over();
        i = 1;
      }
    }
    this.start = first.start;
    this.end = parts.at(-1)!.end;
    return this.start;
  }

  #over(): number {
    this.end = NO_MORE_INTERVALS;
    this.start = NO_MORE_INTERVALS;
    return this.start;
  }
}

/** The parts one after the other, as near as possible (`OrderedIntervalsSource`). */
export class OrderedIntervals implements IntervalCursor {
  readonly #parts: readonly IntervalCursor[];
  start = -1;
  end = -1;
  gaps = 0;
  #at = 1;

  constructor(parts: readonly IntervalCursor[]) {
    this.#parts = parts;
  }

  get width(): number {
    return this.end - this.start + 1;
  }

  reset(): void {
    for (const part of this.#parts) part.reset();
    this.#parts[0]!.next();
    this.#at = 1;
    this.start = -1;
    this.end = -1;
    this.gaps = 0;
  }

  next(): number {
    const parts = this.#parts;
    const first = parts[0]!;
    const last = parts.at(-1)!;
    this.start = NO_MORE_INTERVALS;
    this.end = NO_MORE_INTERVALS;
    let lastStart = NO_MORE_INTERVALS;
    for (let isFound = false; ; isFound = true) {
      if (!this.#follow(lastStart, isFound)) return this.start;
      this.start = first.start;
      if (this.start === NO_MORE_INTERVALS) return this.#over();
      this.end = last.end;
      this.gaps = gapsWithin(this.width, parts);
      lastStart = last.start;
      // A later beginning may lead to the same end.
      this.#at = 1;
      if (first.next() === NO_MORE_INTERVALS) return this.start;
    }
  }

  /** Moves the parts behind each other; false: no interval ends before the one that is known, or none at all. */
  #follow(lastStart: number, isFound: boolean): boolean {
    const parts = this.#parts;
    for (;;) {
      const before = parts[this.#at - 1]!;
      if (before.end >= lastStart) return false;
      const part = parts[this.#at];
      if (!part || (isFound && part.start > before.end)) return true;
      do {
        if (part.end >= lastStart || part.next() === NO_MORE_INTERVALS) return false;
      } while (part.start <= before.end);
      this.#at++;
    }
  }

  #over(): number {
    this.end = NO_MORE_INTERVALS;
    return this.end;
  }
}

/** The parts in any order; they may overlap (`UnorderedIntervalsSource`). */
export class UnorderedIntervals implements IntervalCursor {
  readonly #parts: readonly IntervalCursor[];
  /** Parts that have intervals left; one array, for nothing is made for a document. */
  readonly #left: IntervalCursor[] = [];
  start = -1;
  end = -1;
  gaps = 0;
  #farthest = -1;

  constructor(parts: readonly IntervalCursor[]) {
    this.#parts = parts;
  }

  get width(): number {
    return this.end - this.start + 1;
  }

  reset(): void {
    this.start = -1;
    this.end = -1;
    this.#farthest = -1;
    this.#left.length = 0;
    for (const part of this.#parts) {
      part.reset();
      if (part.next() === NO_MORE_INTERVALS) continue;
      this.#left.push(part);
      this.#farthest = Math.max(this.#farthest, part.end);
    }
  }

  next(): number {
    while (this.#isComplete && this.#first().start === this.start) this.#advance(this.#first());
    if (!this.#isComplete) {
      this.start = NO_MORE_INTERVALS;
      this.end = NO_MORE_INTERVALS;
      return this.start;
    }
    do {
      const first = this.#first();
      this.start = first.start;
      this.end = this.#farthest;
      this.gaps = gapsWithin(this.width, this.#parts);
      if (first.end === this.end) return this.start;
      this.#advance(first);
    } while (this.#isComplete && this.end === this.#farthest);
    return this.start;
  }

  get #isComplete(): boolean {
    return this.#left.length === this.#parts.length;
  }

  #advance(part: IntervalCursor): void {
    if (part.next() === NO_MORE_INTERVALS) this.#left.splice(this.#left.indexOf(part), 1);
    else this.#farthest = Math.max(this.#farthest, part.end);
  }

  /** The interval that begins first, and of these the one that ends last. */
  #first(): IntervalCursor {
    let best = this.#left[0]!;
    for (const part of this.#left)
      if (part.start < best.start || (part.start === best.start && part.end > best.end)) best = part;
    return best;
  }
}

/** So many successive intervals as one (`RepeatingIntervalsSource`). */
export class RepeatedIntervals implements IntervalCursor {
  readonly #inner: IntervalCursor;
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  /** Index of the first interval of the run. */
  #base = 0;
  #state: "before" | "within" | "over" = "before";

  constructor(inner: IntervalCursor, count: number) {
    this.#inner = inner;
    this.#starts = new Int32Array(count);
    this.#ends = new Int32Array(count);
  }

  get start(): number {
    if (this.#state === "over") return NO_MORE_INTERVALS;
    return this.#state === "before" ? -1 : this.#starts[this.#base]!;
  }

  get end(): number {
    if (this.#state === "over") return NO_MORE_INTERVALS;
    const count = this.#ends.length;
    return this.#state === "before" ? -1 : this.#ends[(this.#base + count - 1) % count]!;
  }

  get gaps(): number {
    return this.end - this.start + 1 - this.width;
  }

  get width(): number {
    let width = 0;
    for (let i = 0; i < this.#starts.length; i++) width += this.#ends[i]! - this.#starts[i]! + 1;
    return width;
  }

  reset(): void {
    this.#inner.reset();
    this.#base = 0;
    this.#state = "before";
  }

  next(): number {
    if (this.#state === "over") return NO_MORE_INTERVALS;
    if (this.#state === "within") {
      const freed = this.#base;
      this.#base = (this.#base + 1) % this.#starts.length;
      this.#keep(freed);
      return this.start;
    }
    this.#state = "within";
    for (let i = 0; i < this.#starts.length; i++) if (!this.#keep(i)) break;
    return this.start;
  }

  /** Keeps the next interval; false when there is none. */
  #keep(at: number): boolean {
    if (this.#inner.next() === NO_MORE_INTERVALS) {
      this.#state = "over";
      return false;
    }
    this.#starts[at] = this.#inner.start;
    this.#ends[at] = this.#inner.end;
    return true;
  }
}

function gapsWithin(width: number, parts: readonly IntervalCursor[]): number {
  let gaps = width;
  for (const part of parts) gaps -= part.width;
  return gaps;
}
