/** The frequency of spans in documents of one segment (Lucene's `SpanScorer`). */
import { ContainingCursor, FirstCursor, NotCursor, WithinCursor } from "./filtered-cursors.ts";
import { OrderedCursor, UnorderedCursor } from "./near-cursors.ts";
import { GapCursor, NO_MORE_SPANS, OrCursor, type SpanCursor, TermCursor } from "./span-cursor.ts";

/** Spans of one segment; every term exists in it. */
export type SegmentSpan =
  | { readonly kind: "term"; readonly path: string; readonly ordinal: number }
  | { readonly kind: "gap"; readonly width: number }
  | { readonly kind: "or"; readonly parts: readonly SegmentSpan[] }
  | { readonly kind: "near"; readonly parts: readonly SegmentSpan[]; readonly slop: number; readonly inOrder: boolean }
  | {
      readonly kind: "not";
      readonly include: SegmentSpan;
      readonly exclude: SegmentSpan;
      readonly before: number;
      readonly after: number;
    }
  | { readonly kind: "first"; readonly inner: SegmentSpan; readonly end: number }
  | { readonly kind: "containing" | "within"; readonly big: SegmentSpan; readonly little: SegmentSpan };

const f32 = Math.fround;

/** Counts the spans of documents. */
export class SpanCounter {
  /** One for each term of the span, in order: set the positions of a document before counting its spans. */
  readonly terms: TermCursor[] = [];
  readonly #root: SpanCursor;

  constructor(span: SegmentSpan) {
    this.#root = this.#cursorOf(span);
  }

  /** The sum of the spans, of which wide ones count less: a float32, 0 when there is none. */
  frequency(): number {
    const root = this.#root;
    root.reset();
    let sum = 0;
    while (root.next() !== NO_MORE_SPANS) sum = f32(sum + 1 / (1 + root.width));
    return sum;
  }

  /** Whether there is a span. */
  matches(): boolean {
    this.#root.reset();
    return this.#root.next() !== NO_MORE_SPANS;
  }

  #cursorOf(span: SegmentSpan): SpanCursor {
    switch (span.kind) {
      case "term": {
        const cursor = new TermCursor(span.path, span.ordinal);
        this.terms.push(cursor);
        return cursor;
      }
      case "gap":
        return new GapCursor(span.width);
      case "or":
        return new OrCursor(span.parts.map((part) => this.#cursorOf(part)));
      case "near": {
        const parts = span.parts.map((part) => this.#cursorOf(part));
        return span.inOrder ? new OrderedCursor(parts, span.slop) : new UnorderedCursor(parts, span.slop);
      }
      case "not":
        return new NotCursor(this.#cursorOf(span.include), this.#cursorOf(span.exclude), span.before, span.after);
      case "first":
        return new FirstCursor(this.#cursorOf(span.inner), span.end);
      case "containing":
        return new ContainingCursor(this.#cursorOf(span.big), this.#cursorOf(span.little));
      case "within":
        return new WithinCursor(this.#cursorOf(span.big), this.#cursorOf(span.little));
    }
  }
}
