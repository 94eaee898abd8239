/** Keeps the best documents of a shard, segment by segment. */
import { WINDOW_DOCS } from "../../segment/format.ts";
import type { OperatorContext } from "../../query/operator.ts";
import type { SortKey, SortLeaf, SortValue } from "../sort/sort-key.ts";
import { mergeHits, type ShardHit } from "./shard-hit.ts";
import { compareRows, TopRows } from "./top-rows.ts";

/** Sort values of hits by relevance. */
const NO_VALUES: readonly SortValue[] = [];

/** Takes documents in windows; `hits` are the best so far, after each `endSegment`. */
export class SegmentCollector {
  readonly #keys: readonly SortKey[];
  readonly #after: readonly SortValue[] | undefined;
  readonly #limit: number;
  readonly #width: number;
  /** Rows of one window; made when a window comes, for the kernel's loops bring none. */
  #rows: Float64Array | undefined;
  /** A row of one score. */
  readonly #row = new Float64Array(1);
  readonly #bound: Float64Array;
  readonly #afterRow: Float64Array;
  #best: ShardHit[] = [];
  #segment = 0;
  #leaves: SortLeaf[] = [];
  #top: TopRows | undefined;
  #bounded = false;
  #maxScore = Number.NaN;

  /** `keys` empty: the best scores. */
  constructor(keys: readonly SortKey[], after: readonly SortValue[] | undefined, limit: number) {
    this.#keys = keys;
    this.#after = after;
    this.#limit = limit;
    this.#width = keys.length === 0 ? 1 : keys.reduce((sum, key) => sum + key.width, 0);
    this.#bound = new Float64Array(this.#width);
    this.#afterRow = new Float64Array(this.#width);
  }

  get hits(): readonly ShardHit[] {
    return this.#best;
  }

  /** Highest score of all documents collected with scores; NaN when there was none. */
  get maxScore(): number {
    return this.#maxScore;
  }

  /** A document must score more than this to get in; -Infinity while there is room. Only when sorting by relevance. */
  get leastScore(): number {
    const kept = this.#top ? -this.#top.worst : Number.NEGATIVE_INFINITY;
    const last = this.#limit > 0 && this.#best.length === this.#limit ? this.#best[this.#limit - 1] : undefined;
    return Math.max(kept, last?.score ?? Number.NEGATIVE_INFINITY);
  }

  /** The keys on the current segment. */
  get leaves(): readonly SortLeaf[] {
    return this.#leaves;
  }

  /**
   * A row must stand before this one to get in: the first doubles of the array. Undefined while there is room. Only
   * when sorting by keys.
   */
  get worstRow(): Float64Array | undefined {
    // What is kept stood before the bound.
    return this.#top?.worstRow ?? (this.#bounded ? this.#bound : undefined);
  }

  /** A row must stand behind this one (`search_after`). */
  get afterRow(): Float64Array | undefined {
    return this.#after && this.#afterRow;
  }

  beginSegment(segment: number, context: OperatorContext, docBase: number): void {
    const { reader } = context;
    this.#segment = segment;
    this.#leaves = this.#keys.map((key) => key.leaf(reader, docBase, context));
    if (this.#limit === 0) return;
    this.#top = new TopRows(Math.min(this.#limit, reader.docCount), this.#width);
    const last = this.#best.length === this.#limit ? this.#best[this.#limit - 1] : undefined;
    this.#bounded = last !== undefined;
    if (last) this.#encode(last.sort, last.score, this.#bound);
    if (this.#after) this.#encode(this.#after, 0, this.#afterRow);
  }

  /** Offers documents of the current segment. */
  collect(docs: Uint32Array, scores: Float32Array, count: number, scored: boolean): void {
    if (scored) this.#trackMaximum(scores, count);
    if (!this.#top) return;
    if (this.#keys.length === 0) this.#collectScores(docs, scores, count, this.#top);
    else this.#collectRows(docs, scores, count, scored, this.#top);
  }

  /** Takes the best documents of a segment by score, best first. */
  takeBest(segment: number, docs: Uint32Array, scores: Float32Array): void {
    const found: ShardHit[] = [];
    for (let i = 0; i < docs.length; i++)
      found.push({ segment, doc: docs[i] ?? 0, score: scores[i] ?? 0, sort: NO_VALUES });
    this.#best = this.#best.length === 0 ? found : mergeHits(this.#best, found, this.#keys, this.#limit);
    const best = this.#best[0];
    if (best) this.#maxScore = best.score;
  }

  /** Takes over what the segment's heap holds. */
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

  #trackMaximum(scores: Float32Array, count: number): void {
    let maximum = Number.isNaN(this.#maxScore) ? Number.NEGATIVE_INFINITY : this.#maxScore;
    for (let i = 0; i < count; i++) {
      const score = scores[i] ?? 0;
      if (score > maximum) maximum = score;
    }
    if (maximum !== Number.NEGATIVE_INFINITY) this.#maxScore = maximum;
  }

  #collectScores(docs: Uint32Array, scores: Float32Array, count: number, top: TopRows): void {
    const row = this.#row;
    let least = this.leastScore;
    for (let i = 0; i < count; i++) {
      const score = scores[i] ?? 0;
      if (score <= least) continue;
      row[0] = -score;
      top.offer(row, 0, docs[i] ?? 0, score);
      least = this.leastScore;
    }
  }

  #collectRows(docs: Uint32Array, scores: Float32Array, count: number, scored: boolean, top: TopRows): void {
    const rows = (this.#rows ??= new Float64Array(WINDOW_DOCS * this.#width));
    const width = this.#width;
    this.#fill(docs, scores, count, rows);
    for (let i = 0; i < count; i++) {
      const at = i * width;
      if ((rows[at] ?? 0) > top.worst) continue;
      if (this.#after && compareRows(rows, at, this.#afterRow, 0, width) <= 0) continue;
      if (this.#bounded && compareRows(rows, at, this.#bound, 0, width) >= 0) continue;
      top.offer(rows, at, docs[i] ?? 0, scored ? (scores[i] ?? 0) : Number.NaN);
    }
  }

  #fill(docs: Uint32Array, scores: Float32Array, count: number, rows: Float64Array): void {
    let slot = 0;
    for (let k = 0; k < this.#keys.length; k++) {
      this.#leaves[k]?.fill(docs, count, scores, rows, slot, this.#width);
      slot += this.#keys[k]?.width ?? 1;
    }
  }

  #encode(values: readonly SortValue[], score: number, row: Float64Array): void {
    if (this.#keys.length === 0) {
      row[0] = -score;
      return;
    }
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
