/** One bucket for each value that is more frequent in the documents of a bucket than in all; the best by score. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { float64Text } from "../../compat/json/json-text.ts";
import { isJsonObject } from "../../core/json.ts";
import type { Query } from "../../query/query.ts";
import type {
  AggregationKind,
  AggregationParseContext,
  BucketAggregation,
  BucketCollector,
  ShardCollection,
  SubAggregations,
} from "../aggregation-kind.ts";
import { readText, unsupportedToken, withinField } from "../declared-values.ts";
import { type Key, type KeyedBucket, compareKeys } from "../keyed/keyed-buckets.ts";
import { KeyedCollector } from "../keyed/keyed-collector.ts";
import { Background } from "../significance/background.ts";
import { HEURISTICS, type Heuristic, jlh, readHeuristic } from "../significance/heuristics.ts";
import { acceptedKeys } from "../terms/accepted-keys.ts";
import { readCount } from "../terms/read-selection.ts";
import { type TermRules, readTermRules } from "../terms/term-rules.ts";
import { type KeyType, keysOf } from "../terms/terms-request.ts";
import { renderTermKey, termsKey } from "../terms/terms-result.ts";
import { ChildCollectors } from "../tree/child-collectors.ts";
import { mergeChildren, renderChildren } from "../tree/child-results.ts";
import { BucketDoubles, bucketsNeeded } from "../values/bucket-array.ts";
import { docWeights } from "../values/doc-weights.ts";
import { RAW, type ValueFormat } from "../values/value-format.ts";
import { type RequestedValues, type ValuesSource, readValues } from "../values/values-source.ts";

const KIND = "significant_terms";
const DEFAULT_SIZE = 10;
const DEFAULT_LEAST = 3;

interface SignificantBucket extends KeyedBucket {
  /** Documents of the background with the term. */
  readonly background: number;
  readonly score: number;
}

interface SignificantPartial {
  readonly type: KeyType | undefined;
  readonly format: ValueFormat;
  readonly subsetSize: number;
  readonly supersetSize: number;
  readonly buckets: readonly SignificantBucket[];
}

interface SignificantRequest {
  readonly name: string;
  readonly values: RequestedValues;
  readonly size: number;
  readonly shardSize: number;
  readonly least: number;
  readonly shardLeast: number;
  readonly heuristic: Heuristic;
  readonly background: Query;
  readonly rules: TermRules | undefined;
  readonly nowMs: number;
  readonly children: SubAggregations;
}

function readRequest(
  name: string,
  read: BodyReader,
  children: SubAggregations,
  context: AggregationParseContext,
): SignificantRequest {
  const size = readCount(read, name, { key: "size", shown: "size", least: 1 }) ?? DEFAULT_SIZE;
  const given = readCount(read, name, { key: "shard_size", shown: "shardSize", least: 1 });
  const least = readCount(read, name, { key: "min_doc_count", shown: "minDocCount", least: 0 }) ?? DEFAULT_LEAST;
  const shardLeast = readCount(read, name, { key: "shard_min_doc_count", shown: "shardMinDocCount", least: 0 }) ?? 0;
  readText(read, "execution_hint"); // the result is the same
  let heuristic = jlh;
  for (const key of read.keys().filter((one) => HEURISTICS.includes(one))) {
    const body = read.json(key) ?? null;
    if (!isJsonObject(body)) throw unsupportedToken(read, key, body);
    heuristic = readHeuristic(key, body);
  }
  const filter = read.json("background_filter");
  const background =
    filter === undefined ? context.filter : withinField(read, "background_filter", () => context.parseQuery(filter));
  const rules = readTermRules(read);
  const values = readValues(name, read, context, {
    shapes: ["numbers", "ordinals"],
    unmapped: "text",
    formattable: true,
  });
  // Twice as many as of terms, since a term that is frequent on one shard may be rare on all.
  const shardSize = Math.max(size, given ?? 2 * Math.floor(size * 1.5 + 10));
  return {
    name,
    values,
    size,
    shardSize,
    least,
    shardLeast,
    heuristic,
    background,
    rules,
    nowMs: context.nowMs,
    children,
  };
}

/** Buckets that score, best first. */
function best(
  { heuristic }: SignificantRequest,
  buckets: readonly SignificantBucket[],
  sizes: Pick<SignificantPartial, "subsetSize" | "supersetSize">,
  { limit, least }: { readonly limit: number; readonly least: number },
): SignificantBucket[] {
  return buckets
    .filter(({ docCount }) => docCount >= least)
    .map((bucket) => ({
      ...bucket,
      score: heuristic({ subsetFreq: bucket.docCount, supersetFreq: bucket.background, ...sizes }),
    }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score || compareKeys(left, right))
    .slice(0, limit);
}

class SignificantCollector implements BucketCollector<SignificantPartial> {
  readonly #request: SignificantRequest;
  readonly #source: ValuesSource;
  readonly #shard: ShardCollection;
  readonly #keyed: KeyedCollector<readonly KeyedBucket[]>;
  readonly #sizes = new BucketDoubles(0);
  readonly #keys = new Set<Key>();
  readonly #background = new Background();

  constructor(request: SignificantRequest, source: ValuesSource, shard: ShardCollection) {
    this.#request = request;
    this.#source = source;
    this.#shard = shard;
    const accepted = acceptedKeys(request, source, shard);
    this.#keyed = new KeyedCollector(
      {
        children: request.children,
        keys: (reader, context) => {
          const keysOfBatch = accepted(reader, context);
          return (
            keysOfBatch &&
            ((docs, count, add) =>
              keysOfBatch(docs, count, (place, key) => {
                this.#keys.add(key);
                add(place, key);
              }))
          );
        },
        result: (buckets) => buckets,
      },
      shard,
    );
  }

  segment(
    ...[reader, context]: Parameters<KeyedCollector<unknown>["segment"]>
  ): ReturnType<BucketCollector["segment"]> {
    const leaf = this.#keyed.segment(reader, context);
    const weights = docWeights(reader);
    return {
      collect: (docs, count, buckets) => {
        const sizes = this.#sizes.reserve(bucketsNeeded(buckets, count), this.#shard);
        for (let i = 0; i < count; i++) sizes[buckets ? buckets[i]! : 0]! += weights ? weights[docs[i]!]! : 1;
        leaf?.collect(docs, count, buckets);
      },
    };
  }

  finish(replay: Parameters<BucketCollector["finish"]>[0]): void {
    const plan = this.#request.background.plan(this.#shard.searcher, { scored: false, boost: 1 });
    this.#background.collect(plan, this.#source, this.#keys, { shard: this.#shard, replay });
    this.#keyed.finish(replay);
  }

  results(parents: Uint32Array): SignificantPartial[] {
    const { shardSize, shardLeast } = this.#request;
    return this.#keyed.results(parents).map((found, place) => {
      const sizes = { subsetSize: this.#sizes.get(parents[place]!), supersetSize: this.#background.size };
      const all = found.map((bucket) => ({ ...bucket, background: this.#background.count(bucket.key), score: 0 }));
      const buckets = best(this.#request, all, sizes, { limit: shardSize, least: Math.max(shardLeast, 1) });
      return { ...keysOf(this.#source), ...sizes, buckets };
    });
  }
}

function nothing(): SignificantPartial {
  return { type: undefined, format: RAW, subsetSize: 0, supersetSize: 0, buckets: [] };
}

export const significantTerms: AggregationKind = {
  name: KIND,
  summary: "One bucket for each value that is more frequent in a bucket's documents than in all.",
  bucket: true,
  valueTypes: ["boolean", "date", "ip", "keyword", "numeric"],
  parse(name, body, children, context): BucketAggregation<SignificantPartial, SignificantBucket> {
    const request = readRequest(name, new BodyReader(KIND, body, "object"), children, context);
    return {
      name,
      kind: KIND,
      children,
      collector(shard) {
        const source = request.values.source();
        if (source.shape === "numbers" && source.fractional && source.mapped)
          throw illegalArgument("No support for examining floating point numerics");
        if (source.mapped) return new SignificantCollector(request, source, shard);
        void new ChildCollectors(children, shard); // errors of the children fail the shard nevertheless
        return {
          segment: () => undefined,
          finish: () => undefined,
          results: (parents) => Array.from(parents, nothing),
        };
      },
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
        const kept = best(request, gathered, sizes, { limit: request.size, least: request.least });
        reduce.countBuckets(kept.length);
        // Of equal scores the last term is shown first.
        kept.sort((left, right) => right.score - left.score || compareKeys(right, left));
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
  },
};
