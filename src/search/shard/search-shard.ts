/**
 * The query phase on one shard: which documents match, the best of them, how many there are, and the aggregations, in
 * one pass over the windows of each segment. A generator: it yields when others should have their turn.
 */
import type { LeafCollector, SubAggregations } from "../../aggregation/aggregation-kind.ts";
import { ChildCollectors } from "../../aggregation/tree/child-collectors.ts";
import { needsScores as aggregationsNeedScores } from "../../aggregation/tree/child-results.ts";
import { assert } from "../../core/assert.ts";
import type { Operator, OperatorContext } from "../../query/operator.ts";
import { eachWindow, type Run } from "../../query/execution/bulk.ts";
import type { Plan, SearcherView } from "../../query/query.ts";
import { WINDOW_DOCS } from "../../segment/format.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { collectorFor } from "../../hits/collect/collector-for.ts";
import type {
  CollectedSegment,
  CollectTask,
  HitCollector,
  SegmentHits,
  SegmentMatches,
} from "../../hits/collect/hit-collector.ts";
import type { ShardMatches } from "../shard-result.ts";
import { MaskedDocs, type WindowDocs } from "./masked-docs.ts";
import { type RequestControl, TimeIsUp } from "./request-control.ts";

/** What one shard is asked. */
export interface ShardTask extends CollectTask {
  readonly view: SearcherView;
  readonly plan: Plan;
  readonly postFilter: Plan | undefined;
  readonly aggregations: SubAggregations;
  /** Hits are counted up to here; Infinity for all, 0 for none. */
  readonly trackTotalHits: number;
  readonly minScore: number | undefined;
  /** 0: never. */
  readonly terminateAfter: number;
  /** The number of matches, where it is known without a look at documents (`countWithoutLooking`). */
  readonly count: number | undefined;
  /** Accounts of aggregations; see ShardCollection. */
  readonly reserve: (bytes: number) => void;
}

/** Makes what an operator runs in, and takes it back. */
export interface ContextSource {
  lease(reader: SegmentReader, checkpoint: () => void): { readonly context: OperatorContext; release(): void };
}

/** The number of matches, when every segment knows it without a look at documents. */
export function countWithoutLooking({
  view,
  plan,
  minScore,
  postFilter,
  terminateAfter,
}: Omit<ShardTask, "count">): number | undefined {
  if (minScore !== undefined || postFilter || !plan.count) return undefined;
  // With terminate_after, more than these would be counted than Elasticsearch looks at (`shortcutTotalHitCount`).
  if (terminateAfter > 0 && !SHORTCUT_KINDS.has(plan.kind)) return undefined;
  let total = 0;
  for (let segment = 0; segment < view.segments.length; segment++) {
    const reader = view.segments[segment];
    if (!reader) continue;
    const count = plan.count(reader);
    if (count === undefined || (view.liveDocs[segment] && count > 0)) return undefined;
    total += count;
  }
  return total;
}

/** Runs the query phase. */
export function* searchShard(
  task: ShardTask,
  control: RequestControl,
  contexts: ContextSource,
): Generator<void, ShardMatches> {
  const pass = new ShardPass(task, control, contexts);
  const shortcut = task.count;
  if (shortcut !== undefined && task.limit === 0 && task.aggregations.aggregations.length === 0)
    return pass.result(shortcut);
  try {
    for (let segment = 0; segment < task.view.segments.length; segment++) {
      yield* pass.segment(segment, shortcut !== undefined);
      if (pass.terminated) break;
    }
  } catch (error) {
    if (!(error instanceof TimeIsUp)) throw error;
    pass.timedOut = true;
  }
  pass.finishAggregations();
  return pass.result(shortcut);
}

class ShardPass {
  readonly #task: ShardTask;
  readonly #control: RequestControl;
  readonly #contexts: ContextSource;
  /** Whether hits need scores. */
  readonly #scored: boolean;
  /** Where aggregations find the scores of a window; undefined: they need none. */
  readonly #windowScores: Float32Array | undefined;
  readonly #collector: HitCollector;
  readonly #aggregators: ChildCollectors;
  /** Whether nobody but the collector looks at the matches. */
  readonly #alone: boolean;
  #total = 0;
  #more = false;
  terminated = false;
  timedOut = false;

  constructor(task: ShardTask, control: RequestControl, contexts: ContextSource) {
    this.#task = task;
    this.#control = control;
    this.#contexts = contexts;
    this.#collector = collectorFor(task);
    this.#scored = this.#collector.needsScores || task.minScore !== undefined;
    this.#windowScores = aggregationsNeedScores(task.aggregations) ? new Float32Array(WINDOW_DOCS) : undefined;
    const shard = { searcher: task.view, reserve: task.reserve, scores: this.#windowScores };
    this.#aggregators = new ChildCollectors(task.aggregations, shard);
    this.#alone =
      task.minScore === undefined &&
      !task.postFilter &&
      task.terminateAfter === 0 &&
      task.aggregations.aggregations.length === 0;
  }

  /** Collects one segment. `counted`: the total is known already. */
  *segment(segment: number, counted: boolean): Generator<void, void> {
    const reader = this.#task.view.segments[segment];
    if (!reader) return;
    const lease = this.#contexts.lease(reader, this.#control.checkpoint);
    try {
      const operator = this.#task.plan.operator(lease.context);
      if (!operator) return;
      const { context } = lease;
      const base = docBase(this.#task.view, segment);
      const collected = { number: segment, docBase: base, context, scored: this.#scored };
      const run = this.#alone ? this.#collector.collectSegment(this.#matches(collected, operator, counted)) : undefined;
      if (run) yield* this.#collectAlone(run);
      else yield* this.#collectWindows(collected, operator, counted);
    } finally {
      this.#collector.endSegment();
      lease.release();
    }
  }

  #matches(collected: CollectedSegment, operator: Operator, counted: boolean): SegmentMatches {
    const { plan, trackTotalHits, view } = this.#task;
    const uncounted = counted || trackTotalHits === 0;
    return {
      ...collected,
      operator,
      plan,
      live: view.liveDocs[collected.number],
      // Nothing more needs counting: as if enough had been found before.
      totalHitsThreshold: uncounted ? 0 : trackTotalHits,
      hitsSoFar: uncounted ? 1 : this.#total,
    };
  }

  *#collectAlone(run: Run<SegmentHits>): Generator<void, void> {
    try {
      yield* this.#steps(run);
    } finally {
      const { hits, more } = run.result();
      this.#total += hits;
      this.#more ||= more;
    }
  }

  *#collectWindows(collected: CollectedSegment, operator: Operator, counted: boolean): Generator<void, void> {
    const { view, postFilter, limit, terminateAfter } = this.#task;
    const { context } = collected;
    const leaf = this.#aggregators.segment(context.reader, context);
    const steps = leaf ? AGGREGATED_STEP : {};
    const endsEarly = limit === 0 && terminateAfter === 0;
    // Nothing of the segment can change the result any more.
    let over = false;
    this.#collector.beginSegment(collected);
    const masked = postFilter ? new MaskedDocs(postFilter.operator(context), context) : undefined;
    const run = eachWindow({
      ...steps,
      operator,
      context,
      live: view.liveDocs[collected.number],
      scored: this.#scored || this.#windowScores !== undefined,
      take: (docs, count, scores) => {
        const enough = this.#collect({ docs, count, scores }, leaf, masked);
        over ||= enough && endsEarly && (counted || this.#total > this.#task.trackTotalHits);
      },
      isOver: () => over,
    });
    yield* this.#steps(run);
  }

  *#steps(run: Run<unknown>): Generator<void, void> {
    for (;;) {
      if (this.#control.poll()) yield;
      if (!run.step() || this.terminated) return;
    }
  }

  /**
   * Takes the matches of one window; the arrays are changed. Answers whether the aggregations have enough of the
   * segment.
   */
  #collect(window: WindowDocs, leaf: LeafCollector | undefined, masked: MaskedDocs | undefined): boolean {
    const { terminateAfter, minScore } = this.#task;
    if (this.terminated) return true;
    if (minScore !== undefined) dropBelow(window, minScore);
    if (terminateAfter > 0 && !masked) this.#cut(window, terminateAfter);
    if (window.count === 0) return false;
    if (this.#windowScores) spreadScores(window, this.#windowScores);
    // The aggregations see what the post filter drops.
    const enough = leaf === undefined || leaf.collect(window.docs, window.count, undefined) === true;
    masked?.keep(window);
    if (terminateAfter > 0 && masked) this.#cut(window, terminateAfter);
    this.#total += window.count;
    this.#collector.collect(window.docs, window.scores, window.count);
    return enough;
  }

  /** Leaves no more documents than may still be collected. */
  #cut(window: WindowDocs, terminateAfter: number): void {
    const left = terminateAfter - this.#total;
    if (window.count <= left) return;
    window.count = left;
    this.terminated = true;
  }

  /** Lets aggregations collect documents once more. What was found in time is looked at whatever the time. */
  finishAggregations(): void {
    const { segments } = this.#task.view;
    this.#aggregators.finish({
      open: (reader, collect) => {
        const segment = segments.find(({ data }) => data === reader.data);
        assert(segment !== undefined, "a segment is replayed that the shard does not have");
        const lease = this.#contexts.lease(segment, this.#control.checkCancelled);
        try {
          collect(reader === segment ? lease.context : lease.context.within(reader));
        } finally {
          lease.release();
        }
      },
    });
  }

  result(shortcut: number | undefined): ShardMatches {
    const known = shortcut !== undefined && !this.timedOut;
    return {
      hits: this.#collector.hits,
      total: known ? shortcut : this.#total,
      more: known ? false : this.#more,
      maxScore: this.#collector.maxScore,
      aggregations: this.#aggregators.results(TOP_BUCKET)[0] ?? [],
      terminatedEarly: this.terminated,
      timedOut: this.timedOut,
    };
  }
}

/** Keeps documents whose score is at least `least`. */
function dropBelow(window: WindowDocs, least: number): void {
  const { docs, scores } = window;
  let kept = 0;
  for (let i = 0; i < window.count; i++) {
    const score = scores[i] ?? 0;
    if (score < least) continue;
    docs[kept] = docs[i] ?? 0;
    scores[kept++] = score;
  }
  window.count = kept;
}

/** With aggregations, a window takes longer. */
const AGGREGATED_STEP = { stepWindows: 8 };

/** Puts scores where aggregations look for them. */
function spreadScores({ docs, count, scores }: WindowDocs, into: Float32Array): void {
  for (let i = 0; i < count; i++) into[docs[i]! % WINDOW_DOCS] = scores[i]!;
}

/** Queries whose hits Elasticsearch counts without collecting. */
const SHORTCUT_KINDS: ReadonlySet<string> = new Set([
  "MatchAllDocsQuery",
  "MatchNoDocsQuery",
  "TermQuery",
  "FieldExistsQuery",
]);

const TOP_BUCKET = Uint32Array.of(0);

/** Documents in the segments before this one. */
export function docBase(view: SearcherView, segment: number): number {
  let base = 0;
  for (let before = 0; before < segment; before++) base += view.segments[before]?.docCount ?? 0;
  return base;
}
