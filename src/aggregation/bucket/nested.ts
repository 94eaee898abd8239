/** The nested objects of a path inside the documents. */
import { parsingException } from "../../compat/errors.ts";
import { isNestedObject } from "../../query/nested/nested-objects.ts";
import { nestedView } from "../../query/nested/nested-view.ts";
import type { SearcherView } from "../../query/query.ts";
import type { AggregationKind } from "../aggregation-kind.ts";
import { NestedCollector, joinedShard } from "../nested/nested-collectors.ts";
import { readPath } from "../nested/nested-path.ts";
import { divisionOf } from "../tree/child-results.ts";
import { singleBucketOf } from "../single/single-bucket.ts";

export const nested: AggregationKind = {
  name: "nested",
  summary: "One bucket: the nested objects of a path in the documents.",
  bucket: true,
  parse(name, body, children) {
    const path = readPath(name, body);
    if (path === undefined) throw parsingException(`Missing [path] field for nested aggregation [${name}]`);
    const aggregation = singleBucketOf(name, "nested", children, (shard) => {
      const found = pathIn(shard.searcher, path);
      return new NestedCollector(found, children, joinedShard(shard, nestedView(shard.searcher, found)), shard);
    });
    return {
      ...aggregation,
      divides: (searcher) => divisionOf(children, nestedView(searcher, pathIn(searcher, path))),
    };
  },
};

/** The path in segments; empty, which matches no segment, when there are no such objects in the documents. */
function pathIn({ nestedPath, mapping }: SearcherView, path: string): string {
  return isNestedObject(mapping, path) && (nestedPath === undefined || path.startsWith(`${nestedPath}.`)) ? path : "";
}
