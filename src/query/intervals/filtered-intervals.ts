/** Intervals of which only some count, and intervals that are wider or beside others. */
import type { ScriptPrograms } from "../../scripting/script-programs.ts";
import { type IntervalCursor, NO_MORE_INTERVALS } from "./interval-cursor.ts";
import type { IntervalRelation } from "./interval-source.ts";

/** Intervals with few positions between their parts. */
export class NarrowIntervals implements IntervalCursor {
  readonly #inner: IntervalCursor;
  readonly #maxGaps: number;

  constructor(inner: IntervalCursor, maxGaps: number) {
    this.#inner = inner;
    this.#maxGaps = maxGaps;
  }

  get start(): number {
    return this.#inner.start;
  }

  get end(): number {
    return this.#inner.end;
  }

  get gaps(): number {
    return this.#inner.gaps;
  }

  get width(): number {
    return this.#inner.width;
  }

  reset(): void {
    this.#inner.reset();
  }

  next(): number {
    while (this.#inner.next() !== NO_MORE_INTERVALS) if (this.#inner.gaps <= this.#maxGaps) break;
    return this.#inner.start;
  }
}

/** Intervals that a script picks. */
export class ScriptedIntervals implements IntervalCursor {
  readonly #inner: IntervalCursor;
  readonly #script: ScriptPrograms["interval"];

  constructor(inner: IntervalCursor, script: ScriptPrograms["interval"]) {
    this.#inner = inner;
    this.#script = script;
  }

  get start(): number {
    return this.#inner.start;
  }

  get end(): number {
    return this.#inner.end;
  }

  get gaps(): number {
    return this.#inner.gaps;
  }

  get width(): number {
    return this.#inner.width;
  }

  reset(): void {
    this.#inner.reset();
  }

  next(): number {
    while (this.#inner.next() !== NO_MORE_INTERVALS) if (this.#script.picks(this.#inner)) break;
    return this.#inner.start;
  }
}

/** Intervals that are wider by some positions. */
export class ExtendedIntervals implements IntervalCursor {
  readonly #inner: IntervalCursor;
  readonly #before: number;
  readonly #after: number;

  constructor(inner: IntervalCursor, before: number, after: number) {
    this.#inner = inner;
    this.#before = before;
    this.#after = after;
  }

  get start(): number {
    const { start } = this.#inner;
    return start === -1 || start === NO_MORE_INTERVALS ? start : Math.max(0, start - this.#before);
  }

  get end(): number {
    const { end } = this.#inner;
    return end === -1 || end === NO_MORE_INTERVALS ? end : Math.min(NO_MORE_INTERVALS - 1, end + this.#after);
  }

  get gaps(): number {
    return this.#inner.gaps;
  }

  get width(): number {
    return this.end - this.start + 1;
  }

  reset(): void {
    this.#inner.reset();
  }

  next(): number {
    this.#inner.next();
    return this.start;
  }
}

/** The position before or after each interval. */
export class BesideIntervals implements IntervalCursor {
  readonly #inner: IntervalCursor;
  readonly #isBefore: boolean;
  readonly gaps = 0;
  readonly width = 1;

  constructor(inner: IntervalCursor, side: "before" | "after") {
    this.#inner = inner;
    this.#isBefore = side === "before";
  }

  get start(): number {
    const { start, end } = this.#inner;
    if (start === -1 || start === NO_MORE_INTERVALS) return start;
    return this.#isBefore ? Math.max(0, start - 1) : end + 1;
  }

  get end(): number {
    return this.start;
  }

  reset(): void {
    this.#inner.reset();
  }

  next(): number {
    this.#inner.next();
    return this.start;
  }
}

/** Intervals that are in a relation to any interval of a reference. */
export class RelatedIntervals implements IntervalCursor {
  readonly #inner: IntervalCursor;
  readonly #reference: IntervalCursor;
  readonly #relation: IntervalRelation;
  /** Whether intervals count that are in no relation to any of the reference. */
  readonly #excludes: boolean;
  /** Whether the reference has intervals left. */
  #hasReference = false;
  #isOver = false;

  constructor(inner: IntervalCursor, relation: IntervalRelation, reference: IntervalCursor) {
    this.#inner = inner;
    this.#relation = relation;
    this.#reference = reference;
    this.#excludes = relation.startsWith("not_");
  }

  get start(): number {
    return this.#isOver ? NO_MORE_INTERVALS : this.#inner.start;
  }

  get end(): number {
    return this.#isOver ? NO_MORE_INTERVALS : this.#inner.end;
  }

  get gaps(): number {
    return this.#inner.gaps;
  }

  get width(): number {
    return this.#inner.width;
  }

  reset(): void {
    this.#isOver = false;
    this.#inner.reset();
    this.#reference.reset();
    this.#hasReference = this.#reference.next() !== NO_MORE_INTERVALS;
  }

  next(): number {
    while (!this.#isOver) {
      if (!this.#hasReference && !this.#excludes) break;
      if (this.#inner.next() === NO_MORE_INTERVALS) break;
      while (this.#hasReference && this.#isPassed()) this.#hasReference = this.#reference.next() !== NO_MORE_INTERVALS;
      const isRelated = this.#hasReference && this.#isRelated();
      if (isRelated !== this.#excludes) return this.#inner.start;
    }
    this.#isOver = true;
    return NO_MORE_INTERVALS;
  }

  /** Whether the interval of the reference is too early for this one, and so for all later ones. */
  #isPassed(): boolean {
    const inner = this.#inner;
    const reference = this.#reference;
    switch (this.#relation) {
      case "containing":
      case "not_containing":
        return reference.start < inner.start && reference.end < inner.end;
      case "contained_by":
      case "not_contained_by":
        return reference.end < inner.end;
      case "overlapping":
      case "not_overlapping":
        return reference.end < inner.start;
    }
  }

  #isRelated(): boolean {
    const inner = this.#inner;
    const reference = this.#reference;
    switch (this.#relation) {
      case "containing":
        return inner.start <= reference.start && inner.end >= reference.end;
      case "contained_by":
      case "not_contained_by":
        return reference.start <= inner.start;
      // As in Lucene, an interval that ends within one of the reference counts as if it contained it.
      case "not_containing":
      case "overlapping":
      case "not_overlapping":
        return reference.start <= inner.end;
    }
  }
}
