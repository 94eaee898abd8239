/** Results of significant terms and texts: scores, the merged result, and the response. */
import { float64Text } from "../../compat/json/json-text.ts";
import type { BucketAggregation, BucketCollector, ShardCollection, SubAggregations } from "../aggregation-kind.ts";
import type { Key, KeyedBucket } from "../keyed/keyed-buckets.ts";
import type { KeyType } from "../terms/terms-request.ts";
import { renderTermKey, termsKey } from "../terms/terms-result.ts";
import { mergeChildren, renderChildren } from "../tree/child-results.ts";
import { RAW, type ValueFormat } from "../values/value-format.ts";
import { bestOfQueue } from "./best-of-queue.ts";
import { pagedHashOrder } from "./paged-hash-order.ts";
import type { SignificanceRequest } from "./significance-request.ts";

export interface SignificantBucket extends KeyedBucket {
  /** Documents of the background with the term. */
  readonly background: number;
  readonly score: number;
}

export interface SignificantPartial {
  readonly type: KeyType | undefined;
  readonly format: ValueFormat;
  readonly subsetSize: number;
  readonly supersetSize: number;
  readonly buckets: readonly SignificantBucket[];
}

type Sizes = Pick<SignificantPartial, "subsetSize" | "supersetSize">;

/** What is kept of buckets. */
interface Kept {
  readonly limit: number;
  /** The fewest documents. */
  readonly least: number;
  /** Whether a score must be above 0: what does not score on one shard may on all together. */
  readonly scores: boolean;
}

/** The buckets that score best, best first. */
export function bestOf<Bucket extends SignificantBucket>(
  { heuristic }: Pick<SignificanceRequest, "heuristic">,
  buckets: readonly Bucket[],
  { subsetSize, supersetSize }: Sizes,
  { limit, least, scores }: Kept,
): Bucket[] {
  const scored = buckets
    .filter(({ docCount }) => docCount >= least)
    .map((bucket) => ({
      ...bucket,
      score: heuristic({ subsetFreq: bucket.docCount, supersetFreq: bucket.background, subsetSize, supersetSize }),
    }))
    .filter(({ score }) => score > 0 || !scores);
  return bestOfQueue(scored, limit, ({ score }) => score);
}

/** The result of a shard where the field is not mapped. */
export function nothing(): SignificantPartial {
  return { type: undefined, format: RAW, subsetSize: 0, supersetSize: 0, buckets: [] };
}

/** The aggregation of a kind; `collector` is its own. */
export function significantAggregation(
  name: string,
  kind: string,
  request: SignificanceRequest & { readonly children: SubAggregations },
  collector: (shard: ShardCollection) => BucketCollector<SignificantPartial>,
): BucketAggregation<SignificantPartial, SignificantBucket> {
  const { children } = request;
  return {
    name,
    kind,
    children,
    collector,
    empty: nothing,
    merge(shards, reduce) {
      const { type, format } = shards.find((shard) => shard.type !== undefined) ?? shards[0]!;
      const sizes = {
        subsetSize: shards.reduce((sum, { subsetSize }) => sum + subsetSize, 0),
        supersetSize: shards.reduce((sum, { supersetSize }) => sum + supersetSize, 0),
      };
      const byKey = new Map<Key, SignificantBucket[]>();
      for (const bucket of shards.flatMap(({ buckets }) => buckets)) {
        const same = byKey.get(bucket.key);
        if (same) same.push(bucket);
        else byKey.set(bucket.key, [bucket]);
      }
      const gathered = [...byKey.values()].map((same): SignificantBucket => ({
        key: same[0]!.key,
        docCount: same.reduce((sum, { docCount }) => sum + docCount, 0),
        background: same.reduce((sum, { background }) => sum + background, 0),
        score: 0,
        children: [],
      }));
      const byText = new Map(gathered.map((bucket) => [termsKey({ type, format }, bucket).text, bucket]));
      const leader = shards.find((shard) => shard.type !== undefined)?.buckets.length ?? 0;
      const inOrder = pagedHashOrder([...byText.keys()], leader).map((text) => byText.get(text)!);
      const kept = bestOf(request, inOrder, sizes, { limit: request.size, least: request.least, scores: true });
      reduce.countBuckets(kept.length);
      const buckets = kept.map((bucket) => {
        const parts = byKey.get(bucket.key)!.map((one) => one.children);
        return { ...bucket, children: mergeChildren(children, parts, reduce) };
      });
      return { type, format, ...sizes, buckets };
    },
    render: (partial, rendering) => ({
      ...(partial.type === undefined ? {} : { doc_count: partial.subsetSize, bg_count: partial.supersetSize }),
      buckets: partial.buckets.map((bucket) => ({
        ...renderTermKey(partial, bucket.key),
        doc_count: bucket.docCount,
        score: float64Text(bucket.score),
        bg_count: bucket.background,
        ...renderChildren(children, bucket.children, rendering),
      })),
    }),
    typeName: ({ type }) => (type === undefined || type === "string" ? "sigsterms" : "siglterms"),
    buckets: ({ buckets }) => buckets,
    withBuckets: (partial, buckets) => ({ ...partial, buckets }),
    keyOf: termsKey,
  };
}
