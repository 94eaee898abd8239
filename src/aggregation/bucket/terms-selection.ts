/** What both collectors of terms share: choosing the shard's best buckets of one parent and building their results. */
import type { ShardCollection } from "../aggregation-kind.ts";
import type { ChildCollectors } from "../tree/child-collectors.ts";
import { type MetricOrder, compareBuckets } from "./bucket-order.ts";
import { selectTop } from "./select-top.ts";
import type { TermsRequest } from "./terms-request.ts";
import type { TermBucket, TermsPartial } from "./terms-result.ts";

/** Buckets of one parent as the selection sees them: numbers with a count, a key order and a key. */
export interface TermCandidates {
  readonly buckets: ArrayLike<number>;
  count(bucket: number): number;
  compareKeys(left: number, right: number): number;
  key(bucket: number): number | string;
  /** The number under which children collected the bucket. */
  childBucket(bucket: number): number;
}

/** The shard's best buckets with their children's results. */
export function selectTerms(request: TermsRequest, candidates: TermCandidates, children: ChildCollectors, shard: ShardCollection): TermsPartial {
  const enough = eligible(request, candidates);
  const best = selectTop(enough, request.shardSize, comparison(request, candidates, children));
  shard.countBuckets(best.length);
  const results = children.results(Uint32Array.from(best, (bucket) => candidates.childBucket(bucket)));
  let other = 0;
  for (let i = 0; i < enough.length; i++) other += candidates.count(enough[i]!);
  const buckets = best.map((bucket, place): TermBucket => {
    const docCount = candidates.count(bucket);
    other -= docCount;
    return { key: candidates.key(bucket), docCount, error: 0, children: results[place] ?? [] };
  });
  return { buckets, otherDocCount: other, error: 0, truncated: enough.length > best.length };
}

function eligible(request: TermsRequest, candidates: TermCandidates): ArrayLike<number> {
  const least = Math.max(request.shardMinDocCount, request.minDocCount === 0 ? 0 : 1);
  const kept: number[] = [];
  const { buckets } = candidates;
  for (let i = 0; i < buckets.length; i++) if (candidates.count(buckets[i]!) >= least) kept.push(buckets[i]!);
  return kept;
}

function comparison(request: TermsRequest, candidates: TermCandidates, children: ChildCollectors): (left: number, right: number) => number {
  const [first] = request.order;
  if (request.order.length === 1 && first?.by === "count") {
    const { sign } = first;
    return (left, right) => sign * (candidates.count(left) - candidates.count(right)) || candidates.compareKeys(left, right);
  }
  const bucketOf = (bucket: number): Ranked => new Ranked(bucket, candidates, children);
  return (left, right) => compareBuckets(request.order, bucketOf(left), bucketOf(right));
}

class Ranked {
  readonly bucket: number;
  readonly #candidates: TermCandidates;
  readonly #children: ChildCollectors;

  constructor(bucket: number, candidates: TermCandidates, children: ChildCollectors) {
    this.bucket = bucket;
    this.#candidates = candidates;
    this.#children = children;
  }

  get docCount(): number {
    return this.#candidates.count(this.bucket);
  }

  compareKey(other: this): number {
    return this.#candidates.compareKeys(this.bucket, other.bucket);
  }

  metric(part: MetricOrder): number {
    return this.#children.metric(part.path, this.#candidates.childBucket(this.bucket), part.property);
  }
}
