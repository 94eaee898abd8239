/**
 * One pass over documents of a shard: which of them match, the best of them, how many there are, and the aggregations,
 * window by window. Generators: they yield when others should have their turn.
 */
import type { ChildPartials, LeafCollector } from "../../aggregation/aggregation-kind.ts";
import { ChildCollectors } from "../../aggregation/tree/child-collectors.ts";
import { countOf, needsScores as aggregationsNeedScores } from "../../aggregation/tree/child-results.ts";
import { assert } from "../../core/assert.ts";
import { collectorFor } from "../../hits/collect/collector-for.ts";
import type { CollectedSegment, HitCollector, SegmentHits, SegmentMatches } from "../../hits/collect/hit-collector.ts";
import type { ShardHit } from "../../hits/collect/shard-hit.ts";
import { eachWindow, type Run } from "../../query/execution/bulk.ts";
import type { Operator } from "../../query/operator.ts";
import type { SearcherView } from "../../query/query.ts";
import { WINDOW_DOCS } from "../../segment/format.ts";
import { matchesAll } from "../whole-segments.ts";
import type { DocBlock, DocRange } from "./doc-blocks.ts";
import { MaskedDocs, type WindowDocs } from "./masked-docs.ts";
import { type RequestControl, TimeIsUp } from "./request-control.ts";
import type { ContextSource, ShardTask } from "./search-shard.ts";

/** What a pass found in the documents that it was given. Plain data. */
export interface ShardPart {
  readonly hits: readonly ShardHit[];
  readonly total: number;
  readonly more: boolean;
  readonly maxScore: number;
  /** Partial results of the aggregations, with the number of the first block that each is of. */
  readonly aggregations: readonly { readonly block: number; readonly results: ChildPartials }[];
  readonly terminatedEarly: boolean;
  readonly timedOut: boolean;
}

/** How the aggregations see the documents of a pass. */
export interface PassOptions {
  /** Results are joined with those of other parts of the shard. */
  readonly isPart: boolean;
  /** Each block has results of its own. */
  readonly byBlock: boolean;
}

/** Collects blocks of documents of one shard, in ascending order. */
export class ShardPass {
  readonly #task: ShardTask;
  readonly #control: RequestControl;
  readonly #contexts: ContextSource;
  /** Whether hits need scores. */
  readonly #scored: boolean;
  /** Where aggregations find the scores of a window; undefined: they need none. */
  readonly #windowScores: Float32Array | undefined;
  readonly #collector: HitCollector;
  readonly #options: PassOptions;
  #aggregators: ChildCollectors;
  /** The block that is collected. */
  #block = 0;
  /** Whether the aggregations have seen documents of it. */
  #sawDocuments = false;
  readonly #results: { readonly block: number; readonly results: ChildPartials }[] = [];
  /** Whether nobody but the collector looks at the matches. */
  readonly #alone: boolean;
  /** Windows of a step with aggregations: the more there are of these, the longer each takes. */
  readonly #stepWindows: number;
  #total = 0;
  #more = false;
  terminated = false;
  timedOut = false;

  /** Throws what the aggregations say about the index. */
  constructor(task: ShardTask, control: RequestControl, contexts: ContextSource, options: PassOptions) {
    this.#options = options;
    this.#task = task;
    this.#control = control;
    this.#contexts = contexts;
    const collector = collectorFor(task);
    this.#collector = task.profile ? task.profile.collector(collector) : collector;
    this.#scored = this.#collector.needsScores || task.minScore !== undefined;
    this.#windowScores = aggregationsNeedScores(task.aggregations) ? new Float32Array(WINDOW_DOCS) : undefined;
    this.#aggregators = this.#newAggregators();
    this.#alone = seesAlone(task);
    this.#stepWindows = Math.ceil(AGGREGATED_WINDOWS / Math.max(1, countOf(task.aggregations)));
  }

  #newAggregators(): ChildCollectors {
    const { view, reserve, fetching, aggregations, profile } = this.#task;
    const { isPart } = this.#options;
    return new ChildCollectors(aggregations, {
      searcher: view,
      reserve,
      fetching,
      scores: this.#windowScores,
      isPart,
      profiler: profile?.aggregations,
    });
  }

  /** Collects a block, as far as time and `terminate_after` allow. */
  *block(number: number, block: DocBlock): Generator<void, void> {
    if (this.#options.byBlock && this.#sawDocuments) this.#endBlock();
    if (!this.#sawDocuments) this.#block = number;
    try {
      for (const range of block) {
        if (this.terminated || this.timedOut) return;
        yield* this.#range(range);
      }
    } catch (error) {
      if (!(error instanceof TimeIsUp)) throw error;
      this.timedOut = true;
    }
  }

  #endBlock(): void {
    this.#addResults();
    this.#aggregators = this.#newAggregators();
    this.#sawDocuments = false;
  }

  #addResults(): void {
    this.#finishAggregations();
    this.#results.push({ block: this.#block, results: this.#aggregators.results(TOP_BUCKET)[0] ?? [] });
  }

  *#range(range: DocRange): Generator<void, void> {
    const { segment } = range;
    const reader = this.#task.view.segments[segment];
    if (!reader) return;
    const isWhole = range.from === 0 && range.to === reader.docCount;
    const lease = this.#contexts.lease(reader, this.#control.checkpoint);
    try {
      const operator = this.#task.plan.operator(lease.context);
      if (!operator) return;
      const { context } = lease;
      const base = docBase(this.#task.view, segment);
      // Scores that `min_score` asks for are not those of hits.
      const scored = this.#collector.needsScores;
      const collected = { number: segment, docBase: base, context, scored };
      const run =
        this.#alone && isWhole ? this.#collector.collectSegment(this.#matches(collected, operator)) : undefined;
      if (run) yield* this.#collectAlone(run);
      else yield* this.#collectWindows(collected, operator, range);
    } finally {
      this.#collector.endSegment();
      lease.release();
    }
  }

  #matches(collected: CollectedSegment, operator: Operator): SegmentMatches {
    const { plan, trackTotalHits, view, count } = this.#task;
    const uncounted = count !== undefined || trackTotalHits === 0;
    return {
      number: collected.number,
      docBase: collected.docBase,
      context: collected.context,
      scored: collected.scored,
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

  *#collectWindows(collected: CollectedSegment, operator: Operator, { from, to }: DocRange): Generator<void, void> {
    const { view, postFilter, limit, terminateAfter, count: known, trackTotalHits } = this.#task;
    const { context } = collected;
    let leaf = this.#aggregators.segment(context.reader, context);
    const endsEarly = limit === 0 && terminateAfter === 0;
    const isWhole = from === 0 && to === context.reader.docCount;
    if (isWhole && leaf?.whole && matchesAll(this.#task, collected.number) && leaf.whole()) {
      this.#sawDocuments = true;
      if (endsEarly && known !== undefined) return;
      leaf = undefined;
    }
    // Nothing of the segment can change the result any more.
    let over = false;
    this.#collector.beginSegment(collected);
    const masked = postFilter ? new MaskedDocs(postFilter.operator(context), context) : undefined;
    const run = eachWindow({
      stepWindows: leaf ? this.#stepWindows : undefined,
      from,
      to,
      operator,
      context,
      live: view.liveDocs[collected.number],
      scored: this.#scored || this.#windowScores !== undefined,
      take: (docs, count, scores) => {
        const enough = this.#collect({ docs, count, scores }, leaf, masked);
        over ||= enough && endsEarly && (known !== undefined || this.#total > trackTotalHits);
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
    this.#sawDocuments = true;
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
  #finishAggregations(): void {
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

  /** What was found; ends the pass. */
  part(): ShardPart {
    if (this.#sawDocuments || this.#results.length === 0) this.#addResults();
    return {
      hits: this.#collector.hits,
      total: this.#total,
      more: this.#more,
      maxScore: this.#collector.maxScore,
      aggregations: this.#results,
      terminatedEarly: this.terminated,
      timedOut: this.timedOut,
    };
  }
}

/** Whether nobody but the collector of hits looks at the matches, so that it may skip some. */
export function seesAlone({ minScore, postFilter, terminateAfter, aggregations }: ShardTask): boolean {
  return minScore === undefined && !postFilter && terminateAfter === 0 && aggregations.aggregations.length === 0;
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

/** Windows that are collected by one aggregation in about a millisecond. */
const AGGREGATED_WINDOWS = 8;

/** Puts scores where aggregations look for them. */
function spreadScores({ docs, count, scores }: WindowDocs, into: Float32Array): void {
  for (let i = 0; i < count; i++) into[docs[i]! % WINDOW_DOCS] = scores[i]!;
}

const TOP_BUCKET = Uint32Array.of(0);

/** Documents in the segments before this one. */
export function docBase(view: SearcherView, segment: number): number {
  let base = 0;
  for (let before = 0; before < segment; before++) base += view.segments[before]?.docCount ?? 0;
  return base;
}
