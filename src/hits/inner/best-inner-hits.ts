/** The best inner hits of one hit: few documents at known places, or those of a join. */
import { eachWindow } from "../../query/execution/bulk.ts";
import type { OperatorContext } from "../../query/operator.ts";
import type { Plan, SearcherView } from "../../query/query.ts";
import { WINDOW_DOCS } from "../../segment/format.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { collectorFor } from "../collect/collector-for.ts";
import type { ShardHit } from "../collect/shard-hit.ts";
import type { SortKey } from "../sort/sort-key.ts";
import { RangeOperator } from "./range-operator.ts";

/** Documents of a segment of the view. */
export interface InnerRange {
  readonly segment: number;
  readonly from: number;
  readonly to: number;
}

/** What is looked for. */
export interface InnerSearch {
  readonly view: SearcherView;
  readonly plan: Plan;
  readonly keys: readonly SortKey[];
  readonly limit: number;
}

export interface FoundInnerHits {
  readonly hits: readonly ShardHit[];
  readonly total: number;
  /** NaN: none. */
  readonly maxScore: number;
}

/** Lends what operators run in. */
export type LeaseContext = (reader: SegmentReader) => { readonly context: OperatorContext; release(): void };

/** The best of the documents in the ranges, which ascend. */
export function bestInnerHits(
  { view, plan, keys, limit }: InnerSearch,
  ranges: readonly InnerRange[],
  lease: LeaseContext,
): FoundInnerHits {
  const collector = collectorFor({ keys, after: undefined, limit, trackScores: false });
  let total = 0;
  let docBase = 0;
  let before = 0;
  for (const { segment, from, to } of ranges) {
    for (; before < segment; before++) docBase += view.segments[before]!.docCount;
    const reader = view.segments[segment]!;
    const leased = lease(reader);
    try {
      const { context } = leased;
      const matches = plan.operator(context);
      if (!matches) continue;
      const operator = from === 0 && to === reader.docCount ? matches : new RangeOperator(context, matches, from, to);
      const scored = collector.needsScores;
      collector.beginSegment({ number: segment, docBase, context, scored });
      const run = eachWindow({
        operator,
        context,
        live: view.liveDocs[segment],
        scored,
        from: from & -WINDOW_DOCS,
        to: Math.min(reader.docCount, (to + WINDOW_DOCS - 1) & -WINDOW_DOCS),
        take(docs, count, scores) {
          total += count;
          collector.collect(docs, scores, count);
        },
      });
      while (run.step()) context.checkpoint();
      collector.endSegment();
    } finally {
      leased.release();
    }
  }
  return { hits: collector.hits, total, maxScore: collector.maxScore };
}
