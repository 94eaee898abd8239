/** Keeps no hits: only their number is requested. */
import { matchCount, type Run } from "../../query/execution/bulk.ts";
import type { HitCollector, SegmentHits, SegmentMatches } from "./hit-collector.ts";
import type { ShardHit } from "./shard-hit.ts";

export class CountOnly implements HitCollector {
  readonly needsScores = false;
  readonly hits: readonly ShardHit[] = [];
  readonly maxScore = Number.NaN;

  beginSegment(): void {}

  collect(): void {}

  endSegment(): void {}

  collectSegment({ operator, context, live, totalHitsThreshold, hitsSoFar }: SegmentMatches): Run<SegmentHits> {
    if (hitsSoFar > totalHitsThreshold) return known({ hits: 0, more: true });
    const count = operator.count?.(live);
    if (count !== undefined) return known({ hits: count, more: false });
    const run = matchCount({ operator, context, live });
    return { step: () => run.step(), result: () => ({ hits: run.result(), more: false }) };
  }
}

function known(hits: SegmentHits): Run<SegmentHits> {
  return { step: () => false, result: () => hits };
}
