/** A random sample of the documents, whose counts and sums are scaled up. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { float64Text } from "../../compat/json/json-text.ts";
import { javaDouble } from "../../core/float32.ts";
import {
  type AggregationKind,
  type BucketAggregation,
  hasBuckets,
  type ResultBucket,
  type SubAggregations,
} from "../aggregation-kind.ts";
import { failedField, readInteger, readNumber } from "../declared-values.ts";
import { mixedSeed, randomGaps } from "../sampler/random-gaps.ts";
import { singleBucket } from "../single/single-bucket.ts";
import { scaleResult } from "../tree/scale-results.ts";

const KIND = "random_sampler";

/** Aggregations whose documents cannot be a sample. */
const UNSAMPLED: ReadonlySet<string> = new Set([
  "children",
  "diversified_sampler",
  "global",
  "ip_prefix",
  "missing",
  "nested",
  "parent",
  KIND,
  "reverse_nested",
  "sampler",
  "variable_width_histogram",
]);

function readProbability(read: BodyReader, name: string): number {
  const probability = readNumber(read, "probability");
  if (probability === undefined) throw illegalArgument(`[${KIND}] aggregation [${name}] must have [probability] set`);
  const refuse = (why: string): Error =>
    failedField(read, "probability", illegalArgument(`[probability] must be ${why}, was [${javaDouble(probability)}]`));
  if (!(probability > 0)) throw refuse("greater than 0.0");
  if (probability > 0.5 && probability !== 1) throw refuse("between 0.0 and 0.5 or exactly 1.0");
  return probability;
}

function checkChildren(name: string, { aggregations, pipelines }: SubAggregations): void {
  if (aggregations.length === 0 && pipelines.length === 0)
    throw illegalArgument(`[${KIND}] aggregation [${name}] must have sub-aggregations`);
  for (const child of aggregations) {
    if (UNSAMPLED.has(child.kind))
      throw illegalArgument(
        `[${KIND}] aggregation [${name}] does not support sampling [${child.kind}] aggregation [${child.name}]`,
      );
    if (hasBuckets(child)) checkDeeper(name, child.children);
  }
}

function checkDeeper(name: string, children: SubAggregations): void {
  if (children.aggregations.length > 0) checkChildren(name, children);
}

export const randomSampler: AggregationKind = {
  name: KIND,
  summary: "One bucket: a random sample of the documents, whose counts and sums are scaled up.",
  bucket: true,
  parse(name, body, children, { nowMs }): BucketAggregation<ResultBucket> {
    const read = new BodyReader(KIND, body, "object");
    const probability = readProbability(read, name);
    const seed = readInteger(read, "seed") ?? mixedSeed(nowMs, name, Math.floor(nowMs / 2 ** 32));
    const shardSeed = readInteger(read, "shard_seed");
    read.end();
    checkChildren(name, children);
    const sampler = singleBucket(name, KIND, children, ({ searcher }) => {
      const { segments, index, shard } = searcher;
      return (reader) => {
        const place = segments.indexOf(reader);
        const gap = randomGaps(
          probability,
          mixedSeed(seed, shardSeed === undefined ? index : "", shardSeed ?? shard, place),
        );
        // Documents ascend over all batches of a segment.
        let next = gap() - 1;
        return (docs, count, places) => {
          let chosen = 0;
          for (let i = 0; i < count; i++) {
            const doc = docs[i]!;
            while (next < doc) next += gap();
            if (next === doc) places[chosen++] = i;
          }
          return chosen;
        };
      };
    });
    return {
      ...sampler,
      // A part does not know where the sample of the documents before it ends.
      divides: () => undefined,
      checkParent(parent) {
        if (parent === KIND) return; // which says it in its own words
        throw illegalArgument(`[${KIND}] aggregation [${name}] cannot have a parent aggregation`);
      },
      merge(shards, reduce) {
        const merged = sampler.merge(shards, reduce);
        if (probability === 1) return merged;
        const scaled = children.aggregations.map((child, at) =>
          scaleResult(child, merged.children[at], 1 / probability),
        );
        return { ...merged, children: scaled };
      },
      render: (partial, rendering) => ({
        seed,
        ...(shardSeed === undefined ? {} : { shard_seed: shardSeed }),
        probability: float64Text(probability),
        ...sampler.render(partial, rendering),
      }),
    };
  },
};
