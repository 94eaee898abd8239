/** Keeps the documents that come first in the order of the sort keys. */
import { isDeepStrictEqual } from "node:util";
import type { Run } from "../../query/execution/bulk.ts";
import { WINDOW_DOCS } from "../../segment/format.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { SortKey, SortLeaf, SortValue } from "../sort/sort-key.ts";
import type { CollectedSegment, CollectTask, HitCollector, SegmentHits, SegmentMatches } from "./hit-collector.ts";
import { mergeHits, type ShardHit } from "./shard-hit.ts";
import { SortedRun } from "./sorted-run.ts";
import { compareRows, TopRows } from "./top-rows.ts";

export class TopBySort implements HitCollector {
  readonly needsScores: boolean;
  readonly #keys: readonly SortKey[];
  readonly #after: readonly SortValue[] | undefined;
  readonly #limit: number;
  readonly #trackScores: boolean;
  readonly #width: number;
  /** Rows of one window; allocated with the first window. */
  #rows: Float64Array | undefined;
  readonly #bound: Float64Array;
  readonly #afterRow: Float64Array;
  #best: ShardHit[] = [];
  #segment = 0;
  #scored = false;
  #leaves: SortLeaf[] = [];
  #top: TopRows | undefined;
  #bounded = false;
  /** Whether documents come in the order of the keys, and whether the next one cannot get in any more. */
  #inOrder = false;
  #isOver = false;
  #maxScore = Number.NaN;

  /** `limit`: at least 1. */
  constructor({ keys, after, limit, trackScores }: CollectTask) {
    this.needsScores = trackScores || keys.some((key) => key.needsScores);
    this.#keys = keys;
    this.#after = after;
    this.#limit = limit;
    this.#trackScores = trackScores;
    this.#width = keys.reduce((sum, key) => sum + key.width, 0);
    this.#bound = new Float64Array(this.#width);
    this.#afterRow = new Float64Array(this.#width);
  }

  get hits(): readonly ShardHit[] {
    return this.#best;
  }

  get maxScore(): number {
    return this.#maxScore;
  }

  /** The keys on the current segment. */
  get leaves(): readonly SortLeaf[] {
    return this.#leaves;
  }

  get limit(): number {
    return this.#limit;
  }

  /** A row must sort before this one to get in: the first doubles of the array. Undefined while there is room. */
  get worstRow(): Float64Array | undefined {
    // Rows that are kept sorted before the bound.
    return this.#top?.worstRow ?? (this.#bounded ? this.#bound : undefined);
  }

  /** Whether no further document of the segment gets in: it is in the order of the keys. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** A row must sort after this one (`search_after`). */
  get afterRow(): Float64Array | undefined {
    return this.#after && this.#afterRow;
  }

  beginSegment({ number, docBase, context, scored }: CollectedSegment): void {
    const { reader } = context;
    this.#segment = number;
    this.#scored = scored;
    this.#leaves = this.#keys.map((key) => key.leaf(reader, docBase, context));
    this.#top = new TopRows(Math.min(this.#limit, reader.docCount), this.#width);
    const last = this.#best.length === this.#limit ? this.#best[this.#limit - 1] : undefined;
    this.#bounded = last !== undefined;
    this.#inOrder = isInOrder(reader, this.#keys);
    this.#isOver = false;
    if (last) this.#encode(last.sort, this.#bound);
    if (this.#after) this.#encode(this.#after, this.#afterRow);
  }

  collect(docs: Uint32Array, scores: Float32Array, count: number): void {
    const scored = this.#scored;
    if (scored) this.#trackMaximum(scores, count);
    const top = this.#top;
    if (!top) return;
    const rows = (this.#rows ??= new Float64Array(WINDOW_DOCS * this.#width));
    const width = this.#width;
    this.#leaves[0]?.limit?.(top.worst);
    this.#fill(docs, scores, count, rows);
    for (let i = 0; i < count; i++) {
      const at = i * width;
      if ((rows[at] ?? 0) > top.worst) continue;
      if (this.#after && compareRows(rows, at, this.#afterRow, 0, width) <= 0) continue;
      if (this.#bounded && compareRows(rows, at, this.#bound, 0, width) >= 0) continue;
      top.offer(rows, at, docs[i] ?? 0, scored ? (scores[i] ?? 0) : Number.NaN);
    }
    const worst = this.#inOrder && count > 0 ? this.worstRow : undefined;
    if (worst) this.#isOver = compareRows(rows, (count - 1) * width, worst, 0, width) >= 0;
  }

  endSegment(): void {
    const top = this.#top;
    if (!top) return;
    const found: ShardHit[] = [];
    top.drain((slots, at, doc, score) => {
      found.push({ segment: this.#segment, doc, score, sort: this.#values(slots, at) });
    });
    this.#best = mergeHits(this.#best, found, this.#keys, this.#limit);
    this.#top = undefined;
  }

  collectSegment(matches: SegmentMatches): Run<SegmentHits> | undefined {
    // With `track_scores` the highest score must consider every match.
    if (this.#trackScores) return undefined;
    this.beginSegment(matches);
    return new SortedRun(matches, this);
  }

  #trackMaximum(scores: Float32Array, count: number): void {
    let maximum = Number.isNaN(this.#maxScore) ? Number.NEGATIVE_INFINITY : this.#maxScore;
    for (let i = 0; i < count; i++) {
      const score = scores[i] ?? 0;
      if (score > maximum) maximum = score;
    }
    if (maximum !== Number.NEGATIVE_INFINITY) this.#maxScore = maximum;
  }

  #fill(docs: Uint32Array, scores: Float32Array, count: number, rows: Float64Array): void {
    let slot = 0;
    for (let k = 0; k < this.#keys.length; k++) {
      this.#leaves[k]?.fill(docs, count, scores, rows, slot, this.#width);
      slot += this.#keys[k]?.width ?? 1;
    }
  }

  #encode(values: readonly SortValue[], row: Float64Array): void {
    let slot = 0;
    for (let k = 0; k < this.#keys.length; k++) {
      this.#leaves[k]?.encode(values[k] ?? null, row, slot);
      slot += this.#keys[k]?.width ?? 1;
    }
  }

  #values(slots: Float64Array, at: number): SortValue[] {
    let slot = at;
    return this.#keys.map((key, k) => {
      const value = this.#leaves[k]?.value(slots, slot) ?? null;
      slot += key.width;
      return value;
    });
  }
}

/** Whether the documents of a segment are in the order of the keys, as its index asks for. */
function isInOrder(reader: SegmentReader, keys: readonly SortKey[]): boolean {
  const { order } = reader.data.directory;
  if (!order || keys.length > order.length || "parentReader" in reader) return false;
  return keys.every((key, at) => isDeepStrictEqual(key.order, order[at]));
}
