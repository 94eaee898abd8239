/**
 * Spans of one document in order (Lucene's `Spans`, `SpanPositionQueue` and `NearSpansOrdered`). The parts of a span
 * only move forward and are not tried in all combinations, so the spans found are those of Elasticsearch.
 */

/** Spans of one segment; every term exists in it. */
export type SegmentSpan =
  | { readonly kind: "term"; readonly ordinal: number }
  /** This many arbitrary positions. */
  | { readonly kind: "gap"; readonly width: number }
  | { readonly kind: "or"; readonly parts: readonly SegmentSpan[] }
  /** Adjacent parts in order. */
  | { readonly kind: "near"; readonly parts: readonly SegmentSpan[] };

/** Spans other than gaps. */
export type WordSpan = Exclude<SegmentSpan, { kind: "gap" }>;

/** Start of a span when there are no more. */
const NO_MORE_SPANS = 0x7f_ff_ff_ff;

/** An iterator over the spans of a document. */
interface SpanCursor {
  /** First position; -1 before the first span. */
  readonly start: number;
  /** One after the last position. */
  readonly end: number;
  /** Returns to before the first span of a document. */
  reset(): void;
  /** Moves to the next span; returns its start. */
  next(): number;
  /** Moves to the first span, from the current one on, that begins at `position` or later. */
  reach(position: number): number;
}

const none = new Int32Array(0);

/** A term at its positions. */
class TermCursor implements SpanCursor {
  readonly ordinal: number;
  start = -1;
  end = -1;
  /** Positions in the document, ascending. */
  positions: Int32Array = none;
  #at = -1;

  constructor(ordinal: number) {
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

  reach(position: number): number {
    while (this.start < position) this.next();
    return this.start;
  }
}

/** Every span of this width, also past the end of the text. */
class GapCursor implements SpanCursor {
  readonly #width: number;
  start = -1;

  constructor(width: number) {
    this.#width = width;
  }

  get end(): number {
    return this.start + this.#width;
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

/** The spans of all parts, by start and end; a span that several parts have is repeated. */
class OrCursor implements SpanCursor {
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

  reset(): void {
    this.#current = undefined;
    for (const part of this.#parts) part.reset();
  }

  next(): number {
    if (this.#current) this.#current.next();
    else for (const part of this.#parts) part.next();
    let least = this.#parts[0]!;
    for (const part of this.#parts) {
      if (part.start < least.start || (part.start === least.start && part.end < least.end)) least = part;
    }
    this.#current = least;
    return least.start;
  }

  reach(position: number): number {
    while (this.start < position) this.next();
    return this.start;
  }
}

/** The parts next to each other. */
class NearCursor implements SpanCursor {
  readonly #parts: readonly SpanCursor[];
  start = -1;
  end = -1;
  #exhausted = false;

  constructor(parts: readonly SpanCursor[]) {
    this.#parts = parts;
  }

  reset(): void {
    this.start = -1;
    this.end = -1;
    this.#exhausted = false;
    for (const part of this.#parts) part.reset();
  }

  next(): number {
    const first = this.#parts[0]!;
    while (!this.#exhausted && first.next() !== NO_MORE_SPANS) {
      if (!this.#follow(first)) continue;
      this.start = first.start;
      return this.start;
    }
    this.end = NO_MORE_SPANS;
    this.start = NO_MORE_SPANS;
    return NO_MORE_SPANS;
  }

  reach(position: number): number {
    while (this.start < position) this.next();
    return this.start;
  }

  /**
   * Moves the other parts after the first; returns whether they are adjacent. All are moved even if some are not, as
   * this affects the spans found later.
   */
  #follow(first: SpanCursor): boolean {
    let end = first.end;
    let touching = true;
    for (let i = 1; i < this.#parts.length; i++) {
      const part = this.#parts[i]!;
      const start = part.reach(end);
      if (start === NO_MORE_SPANS) {
        this.#exhausted = true;
        return false;
      }
      if (start !== end) touching = false;
      end = part.end;
    }
    this.end = end;
    return touching;
  }
}

/** Counts the spans of documents. */
export class SpanCounter {
  /** One for each term of the span, in order: set the positions of a document before counting its spans. */
  readonly terms: { readonly ordinal: number; positions: Int32Array }[] = [];
  readonly #root: SpanCursor;

  constructor(span: SegmentSpan) {
    this.#root = this.#cursorOf(span);
  }

  count(): number {
    const root = this.#root;
    root.reset();
    let count = 0;
    while (root.next() !== NO_MORE_SPANS) count++;
    return count;
  }

  #cursorOf(span: SegmentSpan): SpanCursor {
    if (span.kind === "gap") return new GapCursor(span.width);
    if (span.kind === "term") {
      const cursor = new TermCursor(span.ordinal);
      this.terms.push(cursor);
      return cursor;
    }
    const parts = span.parts.map((part) => this.#cursorOf(part));
    return span.kind === "or" ? new OrCursor(parts) : new NearCursor(parts);
  }
}
