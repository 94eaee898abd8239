/**
 * The intervals of one document, by their starts and ends, none within another (Lucene's `IntervalIterator`, after
 * Clarke, Cormack and Burkowski). Words and their alternatives.
 */

/** Start and end of an interval when there are no more. */
export const NO_MORE_INTERVALS = 0x7f_ff_ff_ff;

/** An iterator over the intervals of a document; it only moves forward. */
export interface IntervalCursor {
  /** First position; -1 before the first interval. */
  readonly start: number;
  /** Last position. */
  readonly end: number;
  /** Positions between the parts. */
  readonly gaps: number;
  /** Positions that count as taken where this is a part. */
  readonly width: number;
  /** Returns to before the first interval of a document. */
  reset(): void;
  /** Moves to the next interval; returns its start. */
  next(): number;
}

const none = new Int32Array(0);

/** A term at its positions. */
export class TermIntervals implements IntervalCursor {
  readonly path: string;
  readonly ordinal: number;
  readonly gaps = 0;
  readonly width = 1;
  start = -1;
  /** Positions in the document, ascending. */
  positions: Int32Array = none;
  #at = -1;

  constructor(path: string, ordinal: number) {
    this.path = path;
    this.ordinal = ordinal;
  }

  get end(): number {
    return this.start;
  }

  reset(): void {
    this.start = -1;
    this.#at = -1;
  }

  next(): number {
    this.#at++;
    this.start = this.#at < this.positions.length ? this.positions[this.#at]! : NO_MORE_INTERVALS;
    return this.start;
  }
}

/** Of the intervals of all parts, those that contain no other. */
export class AnyIntervals implements IntervalCursor {
  readonly #parts: readonly IntervalCursor[];
  /** Parts that have intervals left; one array, for nothing is made for a document. */
  readonly #left: IntervalCursor[] = [];
  #current: IntervalCursor | undefined;
  #isOver = false;

  constructor(parts: readonly IntervalCursor[]) {
    this.#parts = parts;
  }

  get start(): number {
    return this.#isOver ? NO_MORE_INTERVALS : (this.#current?.start ?? -1);
  }

  get end(): number {
    return this.#isOver ? NO_MORE_INTERVALS : (this.#current?.end ?? -1);
  }

  get gaps(): number {
    return this.#current?.gaps ?? 0;
  }

  get width(): number {
    return this.#current?.width ?? 0;
  }

  reset(): void {
    this.#current = undefined;
    this.#isOver = false;
    this.#left.length = 0;
    for (const part of this.#parts) {
      part.reset();
      if (part.next() !== NO_MORE_INTERVALS) this.#left.push(part);
    }
  }

  next(): number {
    if (this.#isOver) return NO_MORE_INTERVALS;
    if (this.#current) this.#passContaining(this.#current.start, this.#current.end);
    this.#current = this.#first();
    this.#isOver = this.#current === undefined;
    return this.start;
  }

  /** Moves all parts on that contain the last interval. */
  #passContaining(start: number, end: number): void {
    for (let top = this.#first(); top && top.start <= start && top.end >= end; top = this.#first())
      if (top.next() === NO_MORE_INTERVALS) this.#left.splice(this.#left.indexOf(top), 1);
  }

  /** The interval that ends first, and of these the one that begins last. */
  #first(): IntervalCursor | undefined {
    let best: IntervalCursor | undefined;
    for (const part of this.#left)
      if (!best || part.end < best.end || (part.end === best.end && part.start > best.start)) best = part;
    return best;
  }
}
