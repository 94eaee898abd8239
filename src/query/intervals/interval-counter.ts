/** The intervals of documents of one segment, and how much they count (Lucene's `IntervalScorer`). */
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { RequestError } from "../../compat/errors.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import { MAX_CLAUSE_COUNT } from "../limits.ts";
import { ordinalAt, ordinalCount } from "../multi-term/ordinal-selection.ts";
import {
  BesideIntervals,
  ExtendedIntervals,
  NarrowIntervals,
  RelatedIntervals,
  ScriptedIntervals,
} from "./filtered-intervals.ts";
import { AnyIntervals, type IntervalCursor, NO_MORE_INTERVALS, TermIntervals } from "./interval-cursor.ts";
import { type IntervalSource, leastExtent } from "./interval-source.ts";
import { BlockIntervals, OrderedIntervals, RepeatedIntervals, UnorderedIntervals } from "./joined-intervals.ts";

const f32 = Math.fround;

export class IntervalCounter {
  /** One for each term, in order: set the positions of a document before counting its intervals. */
  readonly terms: TermIntervals[] = [];
  readonly #root: IntervalCursor;
  readonly #extent: number;

  /** Throws RequestError for too many terms of a pattern. */
  constructor(segment: SegmentReader, source: IntervalSource) {
    this.#root = this.#cursorOf(segment, source);
    this.#extent = leastExtent(source);
  }

  /** The sum of the intervals, of which wide ones count less: a float32, 0 when there is none. */
  frequency(): number {
    const root = this.#root;
    root.reset();
    let sum = 0;
    while (root.next() !== NO_MORE_INTERVALS) {
      const length = root.end - root.start + 1;
      sum = f32(sum + 1 / Math.max(length - this.#extent + 1, 1));
    }
    return sum;
  }

  /** Whether there is an interval. */
  matches(): boolean {
    this.#root.reset();
    return this.#root.next() !== NO_MORE_INTERVALS;
  }

  #cursorOf(segment: SegmentReader, source: IntervalSource): IntervalCursor {
    const cursorOf = (part: IntervalSource): IntervalCursor => this.#cursorOf(segment, part);
    switch (source.kind) {
      case "none":
        return new AnyIntervals([]);
      case "term":
      case "terms":
        return this.#anyTerm(
          source.kind === "term" ? source.field : source.expansion.field,
          ordinalsOf(segment, source),
        );
      case "or":
        return new AnyIntervals(source.parts.map(cursorOf));
      case "block":
        return new BlockIntervals(source.parts.map(cursorOf));
      case "ordered":
        return new OrderedIntervals(source.parts.map(cursorOf));
      case "unordered":
        return new UnorderedIntervals(source.parts.map(cursorOf));
      case "repeated":
        return new RepeatedIntervals(cursorOf(source.inner), source.count);
      case "max_gaps":
        return new NarrowIntervals(cursorOf(source.inner), source.most);
      case "scripted":
        return new ScriptedIntervals(cursorOf(source.inner), source.script.query.program);
      case "extended":
        return new ExtendedIntervals(cursorOf(source.inner), source.before, source.after);
      case "beside":
        return new BesideIntervals(cursorOf(source.inner), source.side);
      case "related":
        return new RelatedIntervals(cursorOf(source.inner), source.relation, cursorOf(source.reference));
      case "field":
        return cursorOf(source.inner);
    }
  }

  #anyTerm(field: MappedField, ordinals: readonly number[]): IntervalCursor {
    const cursors = ordinals.map((ordinal) => new TermIntervals(field.path, ordinal));
    this.terms.push(...cursors);
    return cursors.length === 1 ? cursors[0]! : new AnyIntervals(cursors);
  }
}

/** Ordinals of a term, or of those of a pattern, in a segment. */
export function ordinalsOf(
  segment: SegmentReader,
  source: Extract<IntervalSource, { kind: "term" | "terms" }>,
): readonly number[] {
  if (source.kind === "term") {
    const ordinal = segment.terms(source.field.path)?.find(source.bytes) ?? -1;
    return ordinal < 0 ? [] : [ordinal];
  }
  const { expansion, pattern } = source;
  const terms = segment.terms(expansion.field.path);
  if (!terms) return [];
  const selection = expansion.weigh?.(terms).ordinals ?? expansion.select(terms);
  const count = ordinalCount(selection);
  if (count > MAX_CLAUSE_COUNT)
    throw new RequestError(
      500,
      "illegal_state_exception",
      `Automaton [${pattern}] expanded to too many terms (limit ${MAX_CLAUSE_COUNT})`,
    );
  return Array.from({ length: count }, (_, place) => ordinalAt(selection, place));
}
