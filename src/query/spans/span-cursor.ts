/** Spans of one document, in order of their starts and ends (Lucene's `Spans`). */

/** Start and end of a span when there are no more. */
export const NO_MORE_SPANS = 0x7f_ff_ff_ff;

/** An iterator over the spans of a document. Spans only move forward. */
export interface SpanCursor {
  /** First position; -1 before the first span. */
  readonly start: number;
  /** One after the last position. */
  readonly end: number;
  /** Positions in the span that none of its words has: the fewer, the more it counts. */
  readonly width: number;
  /** Returns to before the first span of a document. */
  reset(): void;
  /** Moves to the next span; returns its start. */
  next(): number;
}

/** Moves to the first span, from the current one on, that begins at `position` or later; returns its start. */
export function reach(cursor: SpanCursor, position: number): number {
  if (cursor instanceof GapCursor) return cursor.reach(position);
  while (cursor.start < position) cursor.next();
  return cursor.start;
}

const none = new Int32Array(0);

/** A term at its positions. */
export class TermCursor implements SpanCursor {
  readonly path: string;
  readonly ordinal: number;
  readonly width = 0;
  start = -1;
  end = -1;
  /** Positions in the document, ascending. */
  positions: Int32Array = none;
  #at = -1;

  constructor(path: string, ordinal: number) {
    this.path = path;
    this.ordinal = ordinal;
  }

  reset(): void {
    this.start = -1;
    this.end = -1;
    this.#at = -1;
  }

  next(): number {
    this.#at++;
    const more = this.#at < this.positions.length;
    this.start = more ? this.positions[this.#at]! : NO_MORE_SPANS;
    this.end = more ? this.start + 1 : NO_MORE_SPANS;
    return this.start;
  }
}

/** Every span of this width, also past the end of the text. */
export class GapCursor implements SpanCursor {
  readonly width: number;
  start = -1;

  constructor(width: number) {
    this.width = width;
  }

  get end(): number {
    return this.start + this.width;
  }

  reset(): void {
    this.start = -1;
  }

  next(): number {
    return ++this.start;
  }

  reach(position: number): number {
    this.start = position;
    return position;
  }
}

/** The spans of all parts; a span that several parts have is repeated. */
export class OrCursor implements SpanCursor {
  readonly #parts: readonly SpanCursor[];
  #current: SpanCursor | undefined;

  constructor(parts: readonly SpanCursor[]) {
    this.#parts = parts;
  }

  get start(): number {
    return this.#current?.start ?? -1;
  }

  get end(): number {
    return this.#current?.end ?? -1;
  }

  get width(): number {
    return this.#current?.width ?? 0;
  }

  reset(): void {
    this.#current = undefined;
    for (const part of this.#parts) part.reset();
  }

  next(): number {
    if (this.#current) this.#current.next();
    else for (const part of this.#parts) part.next();
    this.#current = firstOf(this.#parts);
    return this.#current.start;
  }
}

/** The span that begins, then ends, first. */
function firstOf(cursors: readonly SpanCursor[]): SpanCursor {
  let least = cursors[0]!;
  for (const cursor of cursors)
    if (cursor.start < least.start || (cursor.start === least.start && cursor.end < least.end)) least = cursor;
  return least;
}
