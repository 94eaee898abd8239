/**
 * The common part of both collectors of terms: selecting the shard's best buckets of each parent and building results.
 */
import type { ChildCollectors } from "../tree/child-collectors.ts";
import type { ReduceContext } from "../aggregation-kind.ts";
import { joinedComparison, type ShardBuckets, shardComparison } from "../order/bucket-order.ts";
import { mergeChildren } from "../tree/child-results.ts";
import { resultsByParent } from "../collect/parent-slices.ts";
import { selectTop } from "../order/select-top.ts";
import type { SelectionRequest } from "./terms-request.ts";
import { compareKeys, type TermBucket, type TermsPartial } from "./terms-result.ts";

/** Buckets of a shard, for the selection. */
export interface TermCandidates extends ShardBuckets {
  key(bucket: number): number | bigint | string;
}

/** The shard's best buckets of each parent, whose buckets are the lists of `byParent`. */
export function selectTerms(
  request: SelectionRequest,
  keys: Pick<TermsPartial, "type" | "format">,
  candidates: TermCandidates,
  byParent: readonly ArrayLike<number>[],
  { children, isPart = false }: { readonly children: ChildCollectors; readonly isPart?: boolean | undefined },
): TermsPartial[] {
  const compare = shardComparison(request.order, candidates, children);
  const eligible = byParent.map((buckets) => frequentEnough(isPart ? 1 : leastCount(request), candidates, buckets));
  const best = isPart ? eligible : eligible.map((buckets) => selectTop(buckets, request.shardSize, compare));
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
      ...keys,
      buckets,
      otherDocCount,
      error: 0,
      full: buckets.length >= request.shardSize,
    };
  });
}

/** The buckets that `selectTerms` will choose, for an order without metrics of children. */
export function bestBuckets(
  request: SelectionRequest,
  candidates: TermCandidates,
  buckets: ArrayLike<number>,
  children: ChildCollectors,
): number[] {
  const compare = shardComparison(request.order, candidates, children);
  return selectTop(frequentEnough(leastCount(request), candidates, buckets), request.shardSize, compare);
}

/** Fewer documents than this make no bucket of a shard. */
function leastCount({ shardMinDocCount, minDocCount }: SelectionRequest): number {
  // With min_doc_count 0 buckets without documents are included; they exist only then.
  return Math.max(Math.min(shardMinDocCount, minDocCount), minDocCount === 0 ? 0 : 1);
}

function frequentEnough(least: number, candidates: TermCandidates, buckets: ArrayLike<number>): number[] {
  const kept: number[] = [];
  for (let i = 0; i < buckets.length; i++) if (candidates.count(buckets[i]!) >= least) kept.push(buckets[i]!);
  return kept;
}

/** Makes of all buckets of parts of a shard what `selectTerms` would have made of their documents. */
export function joinTerms(
  request: SelectionRequest,
  parts: readonly TermsPartial[],
  reduce: ReduceContext,
): TermsPartial {
  const byKey = new Map<TermBucket["key"], TermBucket[]>();
  for (const { buckets } of parts) {
    for (const bucket of buckets) {
      const same = byKey.get(bucket.key);
      if (same) same.push(bucket);
      else byKey.set(bucket.key, [bucket]);
    }
  }
  const least = leastCount(request);
  const joined: TermBucket[] = [];
  let otherDocCount = 0;
  for (const [key, same] of byKey) {
    const docCount = same.reduce((sum, bucket) => sum + bucket.docCount, 0);
    if (docCount < least) continue;
    otherDocCount += docCount;
    const below = same.map(({ children }) => children);
    joined.push({ key, docCount, error: 0, children: mergeChildren(request.children, below, reduce) });
  }
  const compare = joinedComparison<TermBucket>(request.order, request.children, compareKeys);
  const places = Array.from(joined, (_, place) => place);
  const best = selectTop(places, request.shardSize, (left, right) => compare(joined[left]!, joined[right]!));
  const buckets = best.map((place) => joined[place]!);
  for (const { docCount } of buckets) otherDocCount -= docCount;
  const { type, format } = parts[0]!;
  return {
    type,
    format,
    buckets,
    otherDocCount,
    error: 0,
    full: type !== undefined && buckets.length >= request.shardSize,
  };
}
