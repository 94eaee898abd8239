/** One bucket for each category of messages that resemble each other. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import type { AggregationKind, BucketAggregation } from "../aggregation-kind.ts";
import { categoryKey, renderCategory } from "../categories/category.ts";
import { CategoryCollector } from "../categories/category-collector.ts";
import { type CategoriesPartial, type CategoryBucket, mergeCategories } from "../categories/category-results.ts";
import { readMessageTokens } from "../categories/message-tokens.ts";
import { failedField, readInteger, readText } from "../declared-values.ts";
import { readCount } from "../terms/read-selection.ts";
import { renderChildren } from "../tree/child-results.ts";

const KIND = "categorize_text";
const DEFAULT_SIZE = 10;
const DEFAULT_PERCENT = 70;

function readPercent(read: BodyReader, name: string): number {
  const percent = readInteger(read, "similarity_threshold") ?? DEFAULT_PERCENT;
  if (percent >= 1 && percent <= 100) return percent;
  throw failedField(
    read,
    "similarity_threshold",
    illegalArgument(`[similarity_threshold] must be in the range [1, 100]. Found [${percent}] in [${name}]`),
  );
}

/** Parameters of an earlier algorithm, which Elasticsearch takes and does nothing with. */
function readOldParameters(read: BodyReader): void {
  readInteger(read, "max_unique_tokens");
  readInteger(read, "max_matched_tokens");
}

export const categorizeText: AggregationKind = {
  name: KIND,
  summary: "One bucket for each category of messages that resemble each other.",
  bucket: true,
  parse(name, body, children, context): BucketAggregation<CategoriesPartial, CategoryBucket> {
    const read = new BodyReader(KIND, body, "object");
    const fieldName = readText(read, "field");
    const threshold = readPercent(read, name) / 100;
    readOldParameters(read);
    const size = readCount(read, name, { key: "size", shown: "size", least: 1 }) ?? DEFAULT_SIZE;
    const givenShardSize = readCount(read, name, { key: "shard_size", shown: "shardSize", least: 1 });
    const least = readCount(read, name, { key: "min_doc_count", shown: "minDocCount", least: 0 }) ?? 1;
    const shardLeast = readCount(read, name, { key: "shard_min_doc_count", shown: "shardMinDocCount", least: 0 }) ?? 0;
    const tokensOf = readMessageTokens(read);
    read.end();
    if (fieldName === undefined) throw illegalArgument("Required [field]");
    const shardSize = Math.max(size, givenShardSize ?? Math.floor(size * 1.5 + 10));
    const kept = { threshold, size, least, children };
    return {
      name,
      kind: KIND,
      children,
      collector(shard) {
        const field = context.mapping.field(fieldName);
        if (!field) {
          return {
            segment: () => undefined,
            finish: () => undefined,
            results: (parents) => Array.from(parents, () => []),
          };
        }
        if (field.capabilities.texts === undefined)
          throw illegalArgument(`categorize_text agg [${name}] only works on text and keyword fields`);
        return new CategoryCollector({ field, tokensOf, threshold, shardSize, shardLeast, children }, shard);
      },
      empty: () => [],
      merge: (shards, reduce) => mergeCategories(kept, shards, reduce),
      render: (partial, rendering) => ({
        buckets: partial.map((bucket) => ({
          doc_count: bucket.docCount,
          ...renderCategory(bucket.category),
          ...renderChildren(children, bucket.children, rendering),
        })),
      }),
      typeName: () => KIND,
      buckets: (partial) => partial,
      withBuckets: (_, buckets) => buckets,
      keyOf: (_, { category }) => ({ value: categoryKey(category), text: categoryKey(category) }),
    };
  },
};
