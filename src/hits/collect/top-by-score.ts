/** Keeps the documents with the best scores. */
import { type Run, topK } from "../../query/execution/bulk.ts";
import type { CollectedSegment, HitCollector, SegmentHits, SegmentMatches } from "./hit-collector.ts";
import { mergeHits, type ShardHit } from "./shard-hit.ts";
import { TopRows } from "./top-rows.ts";
import type { SortKey, SortValue } from "../sort/sort-key.ts";

// A larger heap would not leave room for the query in its scratch slot.
const MOST_KERNEL_HITS = 20_000;

/** Hits by relevance have no sort values. */
const NO_KEYS: readonly SortKey[] = [];
const NO_VALUES: readonly SortValue[] = [];

export class TopByScore implements HitCollector {
  readonly needsScores = true;
  readonly #limit: number;
  /** A row of one score. */
  readonly #row = new Float64Array(1);
  #best: ShardHit[] = [];
  #segment = 0;
  #top: TopRows | undefined;
  #maxScore = Number.NaN;

  /** `limit`: at least 1. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get hits(): readonly ShardHit[] {
    return this.#best;
  }

  get maxScore(): number {
    return this.#maxScore;
  }

  beginSegment({ number, context }: CollectedSegment): void {
    this.#segment = number;
    this.#top = new TopRows(Math.min(this.#limit, context.reader.docCount), 1);
  }

  collect(docs: Uint32Array, scores: Float32Array, count: number): void {
    const top = this.#top;
    if (!top) return;
    const row = this.#row;
    let least = this.#leastScore;
    let maximum = Number.isNaN(this.#maxScore) ? Number.NEGATIVE_INFINITY : this.#maxScore;
    for (let i = 0; i < count; i++) {
      const score = scores[i] ?? 0;
      if (score > maximum) maximum = score;
      if (score <= least) continue;
      row[0] = -score;
      top.offer(row, 0, docs[i] ?? 0, score);
      least = this.#leastScore;
    }
    if (maximum !== Number.NEGATIVE_INFINITY) this.#maxScore = maximum;
  }

  endSegment(): void {
    const top = this.#top;
    if (!top) return;
    const found: ShardHit[] = [];
    top.drain((_slots, _at, doc, score) => {
      found.push({ segment: this.#segment, doc, score, sort: NO_VALUES });
    });
    this.#best = mergeHits(this.#best, found, NO_KEYS, this.#limit);
    this.#top = undefined;
  }

  collectSegment(matches: SegmentMatches): Run<SegmentHits> | undefined {
    if (this.#limit > MOST_KERNEL_HITS) return undefined;
    const { number, operator, context, live, totalHitsThreshold, hitsSoFar } = matches;
    const minimumScore = this.#leastScore;
    const run = topK({ operator, context, live, k: this.#limit, minimumScore, totalHitsThreshold, hitsSoFar });
    return {
      step: () => run.step(),
      result: () => {
        const best = run.result();
        this.#take(number, best.docs, best.scores);
        return { hits: best.hits, more: best.relation === "gte" };
      },
    };
  }

  /** A document must score above this to get in; -Infinity while there is room. */
  get #leastScore(): number {
    const kept = this.#top ? -this.#top.worst : Number.NEGATIVE_INFINITY;
    const last = this.#best.length === this.#limit ? this.#best[this.#limit - 1] : undefined;
    return Math.max(kept, last?.score ?? Number.NEGATIVE_INFINITY);
  }

  /** Merges in the best documents of a segment, given best first. */
  #take(segment: number, docs: Uint32Array, scores: Float32Array): void {
    const found: ShardHit[] = [];
    for (let i = 0; i < docs.length; i++)
      found.push({ segment, doc: docs[i] ?? 0, score: scores[i] ?? 0, sort: NO_VALUES });
    this.#best = this.#best.length === 0 ? found : mergeHits(this.#best, found, NO_KEYS, this.#limit);
    const best = this.#best[0];
    if (best) this.#maxScore = best.score;
  }
}
