/**
 * The common part of both collectors of terms: selecting the shard's best buckets of each parent and building results.
 */
import type { ChildCollectors } from "../tree/child-collectors.ts";
import type { ValuesSource } from "../values/values-source.ts";
import { type ShardBuckets, shardComparison } from "../order/bucket-order.ts";
import { resultsByParent } from "../collect/parent-slices.ts";
import { selectTop } from "../order/select-top.ts";
import { type TermsRequest, keyTypeOf } from "./terms-request.ts";
import type { TermBucket, TermsPartial } from "./terms-result.ts";

/** Buckets of a shard, for the selection. */
export interface TermCandidates extends ShardBuckets {
  key(bucket: number): number | bigint | string;
}

/** The shard's best buckets of each parent, whose buckets are the lists of `byParent`. */
export function selectTerms(
  request: TermsRequest,
  source: ValuesSource,
  candidates: TermCandidates,
  byParent: readonly ArrayLike<number>[],
  children: ChildCollectors,
): TermsPartial[] {
  const compare = shardComparison(request.order, candidates, children);
  const eligible = byParent.map((buckets) => frequentEnough(request, candidates, buckets));
  const best = eligible.map((buckets) => selectTop(buckets, request.shardSize, compare));
  const below = resultsByParent(
    children,
    best.map((buckets) => buckets.map((bucket) => candidates.childBucket(bucket))),
  );
  return best.map((chosen, parent): TermsPartial => {
    let otherDocCount = 0;
    for (const bucket of eligible[parent]!) otherDocCount += candidates.count(bucket);
    const buckets = chosen.map((bucket, place): TermBucket => {
      const docCount = candidates.count(bucket);
      otherDocCount -= docCount;
      return { key: candidates.key(bucket), docCount, error: 0, children: below[parent]![place]! };
    });
    return {
      type: keyTypeOf(source),
      format: source.format,
      buckets,
      otherDocCount,
      error: 0,
      full: buckets.length >= request.shardSize,
    };
  });
}

function frequentEnough(request: TermsRequest, candidates: TermCandidates, buckets: ArrayLike<number>): number[] {
  // With min_doc_count 0 buckets without documents are included; they exist only then.
  const least = Math.max(Math.min(request.shardMinDocCount, request.minDocCount), request.minDocCount === 0 ? 0 : 1);
  const kept: number[] = [];
  for (let i = 0; i < buckets.length; i++) if (candidates.count(buckets[i]!) >= least) kept.push(buckets[i]!);
  return kept;
}
