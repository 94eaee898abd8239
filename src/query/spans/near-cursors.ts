/**
 * Spans near each other, in order or not (Lucene's `NearSpansOrdered` and `NearSpansUnordered`). The parts are not
 * tried in all combinations, so the spans found are those of Elasticsearch.
 */
import { NO_MORE_SPANS, reach, type SpanCursor } from "./span-cursor.ts";
import { SpanQueue } from "./span-queue.ts";

/** The parts one after the other, with at most `slop` positions between them in all. */
export class OrderedCursor implements SpanCursor {
  readonly #parts: readonly SpanCursor[];
  readonly #slop: number;
  start = -1;
  end = -1;
  width = 0;
  #exhausted = false;

  constructor(parts: readonly SpanCursor[], slop: number) {
    this.#parts = parts;
    this.#slop = slop;
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

  /**
   * Moves the other parts after the first; returns whether they are near enough. All are moved even if some are not, as
   * this affects the spans found later.
   */
  #follow(first: SpanCursor): boolean {
    let end = first.end;
    let width = 0;
    for (let i = 1; i < this.#parts.length; i++) {
      const part = this.#parts[i]!;
      const start = reach(part, end);
      if (start === NO_MORE_SPANS) {
        this.#exhausted = true;
        return false;
      }
      width += start - end;
      end = part.end;
    }
    this.width = width;
    this.end = end;
    return width <= this.#slop;
  }
}

/** The parts in any order; they may overlap. */
export class UnorderedCursor implements SpanCursor {
  readonly #parts: readonly SpanCursor[];
  readonly #slop: number;
  readonly #queue = new SpanQueue();
  #top: SpanCursor | undefined;
  #exhausted = false;
  /** The greatest end of the parts so far, and the sum of their lengths. */
  #mostEnd = -1;
  #lengths = 0;

  constructor(parts: readonly SpanCursor[], slop: number) {
    this.#parts = parts;
    this.#slop = slop;
  }

  get start(): number {
    return this.#exhausted ? NO_MORE_SPANS : (this.#top?.start ?? -1);
  }

  get end(): number {
    return this.#exhausted ? NO_MORE_SPANS : this.#mostEnd;
  }

  get width(): number {
    return this.#mostEnd - this.start;
  }

  reset(): void {
    this.#top = undefined;
    this.#exhausted = false;
    this.#mostEnd = -1;
    this.#lengths = 0;
    for (const part of this.#parts) part.reset();
  }

  next(): number {
    if (this.#exhausted) return NO_MORE_SPANS;
    let more = this.#top ? this.#advance(this.#top) : this.#begin();
    while (more) {
      const start = this.#top!.start;
      if (this.#mostEnd - start - this.#lengths <= this.#slop) return start;
      more = this.#advance(this.#top!);
    }
    this.#exhausted = true;
    return NO_MORE_SPANS;
  }

  #begin(): boolean {
    this.#queue.clear();
    for (const part of this.#parts) {
      if (part.next() === NO_MORE_SPANS) return false;
      this.#mostEnd = Math.max(this.#mostEnd, part.end);
      this.#lengths += part.end - part.start;
      this.#queue.add(part);
    }
    this.#top = this.#queue.top;
    return true;
  }

  #advance(top: SpanCursor): boolean {
    this.#lengths -= top.end - top.start;
    if (top.next() === NO_MORE_SPANS) return false;
    this.#lengths += top.end - top.start;
    this.#mostEnd = Math.max(this.#mostEnd, top.end);
    this.#top = this.#queue.updateTop();
    return true;
  }
}
