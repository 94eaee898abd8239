/** The best-scoring documents of each shard: sub-aggregations collect only these. */
import { tokenName } from "../../compat/body-reader.ts";
import { parsingException } from "../../compat/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import type { AggregationKind } from "../aggregation-kind.ts";
import { SamplerCollector } from "../sampler/sampler-collector.ts";
import { singleBucketOf } from "../single/single-bucket.ts";

const DEFAULT_SHARD_SIZE = 100;

/** Only numeric values are accepted (`SamplerAggregationBuilder.parse`). */
function readShardSize(name: string, body: JsonObject): number {
  let size = DEFAULT_SHARD_SIZE;
  for (const [key, value] of Object.entries(body)) {
    if (key !== "shard_size" || tokenName(value) !== "VALUE_NUMBER")
      throw parsingException(`Unsupported property "${key}" for aggregation "${name}`);
    size = Math.trunc(Number(value));
  }
  return size;
}

export const sampler: AggregationKind = {
  name: "sampler",
  summary: "One bucket: the documents of each shard that score best.",
  bucket: true,
  parse(name, body, children) {
    const shardSize = readShardSize(name, body);
    const collector = singleBucketOf(
      name,
      "sampler",
      children,
      (shard) => new SamplerCollector(shardSize, children, shard),
    );
    // The best documents are those of the whole shard.
    return { ...collector, divides: () => undefined, needsScores: true };
  },
};
