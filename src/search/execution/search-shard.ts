/**
 * The query phase on one shard: which documents match, the best of them, how many there are, and the aggregations, in one pass
 * over the windows of each segment. A generator: it yields when others should have their turn.
 */
import type { Aggregation, Collector, LeafCollector, Partial } from "../../aggregation/aggregation-kind.ts";
import type { Operator, OperatorContext, WindowBuffer } from "../../query/operator.ts";
import type { Plan, SearcherView } from "../../query/query.ts";
import { NO_MORE_DOCS, WINDOW_DOCS } from "../../segment/format.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { SortKey, SortValue } from "../sort/sort-key.ts";
import { type RequestControl, TimeIsUp } from "./request-control.ts";
import { SegmentCollector } from "./segment-collector.ts";
import type { ShardHit } from "./shard-hit.ts";
import { countBits, maskLive, WindowDocs } from "./window-docs.ts";

/** What one shard is asked. */
export interface ShardTask {
  readonly view: SearcherView;
  readonly plan: Plan;
  readonly postFilter: Plan | undefined;
  readonly keys: readonly SortKey[];
  readonly after: readonly SortValue[] | undefined;
  readonly aggregations: readonly Aggregation[];
  /** Hits wanted: from + size. */
  readonly limit: number;
  /** Hits are counted up to here; Infinity for all, 0 for none. */
  readonly trackTotalHits: number;
  readonly minScore: number | undefined;
  /** 0: never. */
  readonly terminateAfter: number;
  /** Whether scores are computed though nothing sorts by them. */
  readonly trackScores: boolean;
  /** Accounts of aggregations; see ShardCollection. */
  readonly countBuckets: (count: number) => void;
  readonly reserve: (bytes: number) => void;
}

/** What one shard answers. */
export interface ShardResult {
  readonly hits: readonly ShardHit[];
  /** Matching documents as far as they were counted. */
  readonly total: number;
  /** Whether there may be more than `total`. */
  readonly more: boolean;
  /** NaN when unknown. */
  readonly maxScore: number;
  /** Partial results in the order of the aggregations. */
  readonly aggregations: readonly Partial[];
  readonly terminatedEarly: boolean;
  readonly timedOut: boolean;
}

/** Makes what an operator runs in, and takes it back. */
export interface ContextSource {
  lease(reader: SegmentReader, checkpoint: () => void): { readonly context: OperatorContext; release(): void };
}

/** Whether documents need scores. */
export function needsScores(task: Pick<ShardTask, "keys" | "limit" | "minScore" | "trackScores">): boolean {
  const byScore = task.keys.length === 0 ? task.limit > 0 : task.keys.some((key) => key.needsScores);
  return byScore || task.minScore !== undefined || task.trackScores;
}

/** Runs the query phase. */
export function* searchShard(task: ShardTask, control: RequestControl, contexts: ContextSource): Generator<void, ShardResult> {
  const pass = new ShardPass(task, control, contexts);
  const shortcut = task.limit === 0 || task.keys.length === 0 ? pass.countWithoutLooking() : undefined;
  if (shortcut !== undefined && task.limit === 0 && task.aggregations.length === 0) return pass.result(shortcut);
  try {
    for (let segment = 0; segment < task.view.segments.length; segment++) {
      yield* pass.segment(segment, shortcut !== undefined);
      if (pass.terminated) break;
    }
  } catch (error) {
    if (!(error instanceof TimeIsUp)) throw error;
    pass.timedOut = true;
  }
  return pass.result(shortcut);
}

class ShardPass {
  readonly #task: ShardTask;
  readonly #control: RequestControl;
  readonly #contexts: ContextSource;
  readonly #scored: boolean;
  readonly #collector: SegmentCollector;
  readonly #aggregators: readonly Collector[];
  readonly #window = new WindowDocs();
  #total = 0;
  #more = false;
  terminated = false;
  timedOut = false;

  constructor(task: ShardTask, control: RequestControl, contexts: ContextSource) {
    this.#task = task;
    this.#control = control;
    this.#contexts = contexts;
    this.#scored = needsScores(task);
    this.#collector = new SegmentCollector(task.keys, task.after, task.limit);
    const shard = { searcher: task.view, countBuckets: task.countBuckets, reserve: task.reserve };
    this.#aggregators = task.aggregations.map((aggregation) => aggregation.collector(shard));
  }

  /** The number of matches, when every segment knows it without a look at documents. */
  countWithoutLooking(): number | undefined {
    const { view, plan, minScore, postFilter } = this.#task;
    if (minScore !== undefined || postFilter || !plan.count) return undefined;
    let total = 0;
    for (let segment = 0; segment < view.segments.length; segment++) {
      const reader = view.segments[segment];
      if (!reader) continue;
      const live = view.liveDocs[segment];
      const count = plan.count(reader);
      if (count === undefined || (live && count > 0)) return undefined;
      total += count;
    }
    return total;
  }

  /** Collects one segment. `counted`: the total is known already. */
  *segment(segment: number, counted: boolean): Generator<void, void> {
    const reader = this.#task.view.segments[segment];
    if (!reader) return;
    const lease = this.#contexts.lease(reader, this.#control.checkpoint);
    try {
      const operator = this.#task.plan.operator(lease.context);
      if (!operator) return;
      const leaves: LeafCollector[] = [];
      for (const aggregator of this.#aggregators) {
        const leaf = aggregator.segment(reader, lease.context);
        if (leaf) leaves.push(leaf);
      }
      yield* this.#windows(segment, operator, lease.context, leaves, counted);
    } finally {
      this.#collector.endSegment();
      lease.release();
    }
  }

  *#windows(segment: number, operator: Operator, context: OperatorContext, leaves: readonly LeafCollector[], counted: boolean): Generator<void, void> {
    const { view, postFilter, minScore } = this.#task;
    const reader = view.segments[segment];
    if (!reader) return;
    const live = view.liveDocs[segment];
    this.#collector.beginSegment(segment, reader, docBase(view, segment));
    const window = context.window();
    const masking = postFilter ? { operator: postFilter.operator(context), window: context.window() } : undefined;
    const countOnly = this.#task.limit === 0 && leaves.length === 0 && !masking && minScore === undefined && !this.#scored;
    for (let base = operator.nextWindow(0); base !== NO_MORE_DOCS; base = operator.nextWindow(base + WINDOW_DOCS)) {
      if (this.#control.poll()) yield;
      if (this.#hopeless(operator, base, counted, leaves)) continue;
      if (!operator.fill(base, window, this.#scored)) continue;
      if (live && !maskLive(base, window, live)) continue;
      if (countOnly && this.#task.terminateAfter === 0) {
        this.#count(countBits(window));
        continue;
      }
      this.#window.read(base, window, this.#scored);
      if (minScore !== undefined) this.#window.dropBelow(minScore);
      this.#collect(base, window, leaves, masking);
      if (this.terminated) return;
    }
  }

  /** Whether nothing in the window can change the answer: all is counted, and its best score is not good enough. */
  #hopeless(operator: Operator, base: number, counted: boolean, leaves: readonly LeafCollector[]): boolean {
    const { keys, minScore, trackTotalHits, terminateAfter, limit } = this.#task;
    if (leaves.length > 0 || terminateAfter > 0) return false;
    const enough = counted || this.#total > trackTotalHits || trackTotalHits === 0;
    if (!enough) return false;
    if (limit === 0) {
      this.#more ||= !counted;
      return true;
    }
    if (keys.length > 0 || minScore !== undefined) return false;
    const hopeless = Math.fround(operator.maxScore(base)) <= this.#collector.leastScore;
    if (hopeless) this.#more ||= !counted;
    return hopeless;
  }

  #collect(base: number, window: WindowBuffer, leaves: readonly LeafCollector[], masking: { operator: Operator | undefined; window: WindowBuffer } | undefined): void {
    const { terminateAfter } = this.#task;
    const docs = this.#window;
    if (docs.count === 0) return;
    // The aggregations see what the post filter drops; how many documents are looked at is counted behind it.
    if (terminateAfter > 0 && !masking) this.#cut(terminateAfter);
    for (const leaf of leaves) leaf.collect(docs.docs, docs.count, undefined);
    if (masking) {
      if (!masking.operator || masking.operator.nextWindow(base) !== base || !masking.operator.fill(base, masking.window, false, window)) return;
      docs.keep(base, masking.window.bits);
      if (terminateAfter > 0) this.#cut(terminateAfter);
    }
    this.#count(docs.count);
    this.#collector.collect(docs.docs, docs.scores, docs.count, this.#scored);
  }

  /** Leaves no more documents than may still be collected. */
  #cut(terminateAfter: number): void {
    const left = terminateAfter - this.#total;
    if (this.#window.count <= left) return;
    this.#window.count = left;
    this.terminated = true;
  }

  #count(hits: number): void {
    this.#total += hits;
  }

  result(shortcut: number | undefined): ShardResult {
    const { aggregations } = this.#task;
    const known = shortcut !== undefined && !this.timedOut;
    return {
      hits: this.#collector.hits,
      total: known ? shortcut : this.#total,
      more: known ? false : this.#more,
      maxScore: this.#collector.maxScore,
      aggregations: aggregations.map((aggregation, i) => this.#aggregators[i]?.results(TOP_BUCKET)[0] ?? aggregation.empty()),
      terminatedEarly: this.terminated,
      timedOut: this.timedOut,
    };
  }
}

const TOP_BUCKET = Uint32Array.of(0);

/** Documents in the segments before this one. */
export function docBase(view: SearcherView, segment: number): number {
  let base = 0;
  for (let before = 0; before < segment; before++) base += view.segments[before]?.docCount ?? 0;
  return base;
}
