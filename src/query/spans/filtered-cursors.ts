/** Spans of which only some count (Lucene's `FilterSpans` and `ContainSpans`). */
import { NO_MORE_SPANS, type SpanCursor } from "./span-cursor.ts";

/** What the cursors here have in common: they show the spans of one of their parts. */
abstract class Filtered implements SpanCursor {
  protected readonly shown: SpanCursor;
  #isOver = false;

  constructor(shown: SpanCursor) {
    this.shown = shown;
  }

  get start(): number {
    return this.#isOver ? NO_MORE_SPANS : this.shown.start;
  }

  get end(): number {
    return this.#isOver ? NO_MORE_SPANS : this.shown.end;
  }

  get width(): number {
    return this.shown.width;
  }

  reset(): void {
    this.#isOver = false;
    this.shown.reset();
  }

  next(): number {
    while (!this.#isOver && this.shown.next() !== NO_MORE_SPANS) {
      const accepted = this.accepts();
      if (accepted === "yes") return this.shown.start;
      if (accepted === "no more") break;
    }
    this.#isOver = true;
    return NO_MORE_SPANS;
  }

  /** Whether the span that is shown counts; `no more`: nor does any later one. */
  protected abstract accepts(): "yes" | "no" | "no more";
}

/** Spans that end at a position or before. */
export class FirstCursor extends Filtered {
  readonly #end: number;

  constructor(shown: SpanCursor, end: number) {
    super(shown);
    this.#end = end;
  }

  protected accepts(): "yes" | "no" | "no more" {
    if (this.shown.start >= this.#end) return "no more";
    return this.shown.end <= this.#end ? "yes" : "no";
  }
}

/** Spans that no excluded one overlaps, or is that near to. */
export class NotCursor extends Filtered {
  readonly #exclude: SpanCursor;
  readonly #before: number;
  readonly #after: number;

  constructor(shown: SpanCursor, exclude: SpanCursor, before: number, after: number) {
    super(shown);
    this.#exclude = exclude;
    this.#before = before;
    this.#after = after;
  }

  override reset(): void {
    super.reset();
    this.#exclude.reset();
  }

  protected accepts(): "yes" | "no" {
    const exclude = this.#exclude;
    if (exclude.start === -1) exclude.next();
    while (exclude.end <= this.shown.start - this.#before) if (exclude.next() === NO_MORE_SPANS) return "yes";
    return exclude.start - this.#after >= this.shown.end ? "yes" : "no";
  }
}

/** Spans that contain another one. */
export class ContainingCursor extends Filtered {
  readonly #little: SpanCursor;

  constructor(big: SpanCursor, little: SpanCursor) {
    super(big);
    this.#little = little;
  }

  override reset(): void {
    super.reset();
    this.#little.reset();
  }

  protected accepts(): "yes" | "no" | "no more" {
    const little = this.#little;
    while (little.start < this.shown.start) if (little.next() === NO_MORE_SPANS) return "no more";
    return this.shown.end >= little.end ? "yes" : "no";
  }
}

/** Spans that lie within another one. */
export class WithinCursor extends Filtered {
  readonly #big: SpanCursor;

  constructor(big: SpanCursor, little: SpanCursor) {
    super(little);
    this.#big = big;
  }

  override reset(): void {
    super.reset();
    this.#big.reset();
  }

  protected accepts(): "yes" | "no" | "no more" {
    const big = this.#big;
    while (big.end < this.shown.end) if (big.next() === NO_MORE_SPANS) return "no more";
    return big.start <= this.shown.start ? "yes" : "no";
  }
}
