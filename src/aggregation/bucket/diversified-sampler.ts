/** The best-scoring documents of each shard, of which only some may have the same value of a field. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import type { AggregationKind, BucketAggregation, ResultBucket } from "../aggregation-kind.ts";
import { failedField, readInteger, readText } from "../declared-values.ts";
import { DiverseCollector } from "../sampler/diverse-collector.ts";
import { singleBucketOf } from "../single/single-bucket.ts";
import { ChildCollectors } from "../tree/child-collectors.ts";
import { readValues } from "../values/values-source.ts";

const KIND = "diversified_sampler";
const DEFAULT_SHARD_SIZE = 100;
const HINTS = ["map", "bytes_hash", "global_ordinals"];
/** The result of a shard whose field is not mapped has no sub-aggregations. */
const UNMAPPED: ResultBucket = { docCount: 0, children: [] };

function readNatural(read: BodyReader, name: string, key: string, shown: string): number | undefined {
  const value = readInteger(read, key);
  if (value === undefined || value >= 0) return value;
  throw failedField(
    read,
    key,
    illegalArgument(`[${shown}] must be greater than or equal to 0. Found [${value}] in [${name}]`),
  );
}

export const diversifiedSampler: AggregationKind = {
  name: KIND,
  summary: "One bucket: the documents of each shard that score best, only some of them for each value of a field.",
  bucket: true,
  valueTypes: ["boolean", "date", "keyword", "numeric"],
  parse(name, body, children, context) {
    const read = new BodyReader(KIND, body, "object");
    const shardSize = readNatural(read, name, "shard_size", "shardSize") ?? DEFAULT_SHARD_SIZE;
    const perValue = readNatural(read, name, "max_docs_per_value", "maxDocsPerValue") ?? 1;
    const hint = readText(read, "execution_hint");
    const values = readValues(name, read, context, {
      shapes: ["numbers", "ordinals"],
      unmapped: "text",
      formattable: false,
    });
    const sampler: BucketAggregation<ResultBucket> = singleBucketOf(name, KIND, children, (shard) => {
      const source = values.on(shard);
      if (!source.mapped) {
        void new ChildCollectors(children, shard); // errors of the children fail the shard nevertheless
        return {
          segment: () => undefined,
          finish: () => undefined,
          results: (buckets) => Array.from(buckets, () => UNMAPPED),
        };
      }
      if (hint !== undefined && source.shape === "ordinals" && !HINTS.includes(hint))
        throw illegalArgument(`Unknown \`execution_hint\`: [${hint}], expected any of [${HINTS.join(", ")}]`);
      return new DiverseCollector({ shardSize, perValue, source }, children, shard);
    });
    const aggregation: BucketAggregation<ResultBucket> = {
      ...sampler,
      divides: () => undefined,
      needsScores: true,
      merge(shards, reduce) {
        const mapped = shards.filter((shard) => shard.children.length > 0);
        return mapped.length === 0 ? UNMAPPED : sampler.merge(mapped, reduce);
      },
      typeName: () => "sampler",
    };
    return aggregation;
  },
};
