/** The nested objects of a path inside the documents. */
import { parsingException } from "../../compat/errors.ts";
import { isNestedObject } from "../../query/nested/nested-objects.ts";
import { nestedView } from "../../query/nested/nested-view.ts";
import type { AggregationKind, ShardCollection } from "../aggregation-kind.ts";
import { NestedCollector, joinedShard } from "../nested/nested-collectors.ts";
import { readPath } from "../nested/nested-path.ts";
import { singleBucketOf } from "../single/single-bucket.ts";

export const nested: AggregationKind = {
  name: "nested",
  summary: "One bucket: the nested objects of a path in the documents.",
  bucket: true,
  parse(name, body, children) {
    const path = readPath(name, body);
    if (path === undefined) throw parsingException(`Missing [path] field for nested aggregation [${name}]`);
    return singleBucketOf(name, "nested", children, (shard) => {
      const found = pathIn(shard, path);
      return new NestedCollector(found, children, joinedShard(shard, nestedView(shard.searcher, found)), shard);
    });
  },
};

/** The path in segments; empty, which matches no segment, when there are no such objects in the documents. */
function pathIn({ searcher }: ShardCollection, path: string): string {
  const { nestedPath, mapping } = searcher;
  return isNestedObject(mapping, path) && (nestedPath === undefined || path.startsWith(`${nestedPath}.`)) ? path : "";
}
