/** Makes the aggregations that follow a join field. */
import { tokenName } from "../../compat/body-reader.ts";
import { parsingException } from "../../compat/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import type {
  AggregationKind,
  BucketCollector,
  ResultBucket,
  ShardCollection,
  SubAggregations,
} from "../aggregation-kind.ts";
import { singleBucketOf } from "../single/single-bucket.ts";
import { emptyChildren } from "../tree/child-results.ts";
import { ChildCollectors } from "../tree/child-collectors.ts";
import { RelatedCollector, relationOf } from "./related-collector.ts";

/** Only texts are accepted (`ChildrenAggregationBuilder.parse`). */
function readType(kind: string, name: string, body: JsonObject): string {
  let type: string | undefined;
  for (const [key, value] of Object.entries(body)) {
    if (typeof value !== "string") throw parsingException(`Unexpected token ${tokenName(value)} in [${name}].`);
    if (key !== "type") throw parsingException(`Unknown key for a VALUE_STRING in [${name}]: [${key}].`);
    type = value;
  }
  if (type === undefined) throw parsingException(`Missing [child_type] field for ${kind} aggregation [${name}]`);
  return type;
}

/** The kind `name`, whose single bucket has the children of documents, or their parents. */
export function relatedDocuments(kind: string, summary: string, to: "children" | "parents"): AggregationKind {
  return {
    name: kind,
    summary,
    bucket: true,
    valueTypes: ["keyword"],
    parse(name, body, children) {
      const type = readType(kind, name, body);
      const aggregation = singleBucketOf(name, kind, children, (shard) => {
        const relation = relationOf(shard.searcher, type, to);
        return relation ? new RelatedCollector(relation, children, shard) : unmapped(children, shard);
      });
      // Related documents may be in other parts of the shard.
      return { ...aggregation, divides: () => undefined };
    },
  };
}

function unmapped(children: SubAggregations, shard: ShardCollection): BucketCollector<ResultBucket> {
  void new ChildCollectors(children, shard); // errors of the children fail the shard nevertheless
  return {
    segment: () => undefined,
    finish: () => undefined,
    results: (buckets) => Array.from(buckets, () => ({ docCount: 0, children: emptyChildren(children) })),
  };
}
