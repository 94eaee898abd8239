/**
 * The stretches of one document that spans cover, in order (Lucene's `Spans`, `SpanPositionQueue` and
 * `NearSpansOrdered`). The parts of a stretch only move on, and are not tried in all combinations: which stretches are
 * found is as in Elasticsearch.
 */

/** Spans of one segment; every term is there. */
export type SegmentSpan =
  | { readonly kind: "term"; readonly ordinal: number }
  /** Any so many positions. */
  | { readonly kind: "gap"; readonly width: number }
  | { readonly kind: "or"; readonly parts: readonly SegmentSpan[] }
  /** One behind the other, with nothing between them. */
  | { readonly kind: "near"; readonly parts: readonly SegmentSpan[] };

/** Spans that are not just any positions. */
export type WordSpan = Exclude<SegmentSpan, { kind: "gap" }>;

/** Begin of a stretch when there is none any more. */
const NO_MORE_SPANS = 0x7f_ff_ff_ff;

/** A place among the stretches of a document. */
interface SpanCursor {
  /** First position; -1 before the first stretch. */
  readonly start: number;
  /** Behind the last position. */
  readonly end: number;
  /** Back before the first stretch of a document. */
  reset(): void;
  /** To the next stretch; answers where it begins. */
  next(): number;
  /** To the first stretch, from this one on, that begins at `position` or behind it. */
  reach(position: number): number;
}

const none = new Int32Array(0);

/** A term at its positions. */
class TermCursor implements SpanCursor {
  readonly ordinal: number;
  start = -1;
  end = -1;
  /** Of the document, ascending. */
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

/** Every stretch of so many positions, also behind the text. */
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

/** The stretches of all parts, by begin and end; what several parts have comes several times. */
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

/** The parts one behind the other. */
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
   * Moves the others behind the first; whether they touch. All are moved even when some do not: it shows in what is
   * found after.
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

/** Counts the stretches of documents. */
export class SpanCounter {
  /**
   * One for each term of the spans, in their order: to be given the positions of a document before its stretches are
   * counted.
   */
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
