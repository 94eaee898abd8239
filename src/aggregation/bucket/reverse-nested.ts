/** The documents that contain nested objects. */
import { illegalArgument } from "../../compat/errors.ts";
import { documentsView, nestedView } from "../../query/nested/nested-view.ts";
import type { SearcherView } from "../../query/query.ts";
import type { AggregationKind } from "../aggregation-kind.ts";
import { ReverseNestedCollector, joinedShard } from "../nested/nested-collectors.ts";
import { readPath } from "../nested/nested-path.ts";
import { divisionOf } from "../tree/child-results.ts";
import { singleBucketOf } from "../single/single-bucket.ts";

export const reverseNested: AggregationKind = {
  name: "reverse_nested",
  summary: "One bucket: the documents, or the nested objects of a path around, that nested objects are part of.",
  bucket: true,
  parse(name, body, children) {
    const path = readPath(name, body) ?? "";
    const aggregation = singleBucketOf(name, "reverse_nested", children, (shard) => {
      const { nestedPath } = shard.searcher;
      if (nestedPath === undefined)
        throw illegalArgument(`Reverse nested aggregation [${name}] can only be used inside a [nested] aggregation`);
      if (path !== "" && path !== nestedPath && !nestedPath.startsWith(`${path}.`)) {
        throw illegalArgument(
          `Reverse nested path [${path}] is not a parent of the current nested scope [${nestedPath}]`,
        );
      }
      return new ReverseNestedCollector(children, joinedShard(shard, viewOf(shard.searcher, path)), shard);
    });
    return { ...aggregation, divides: (searcher) => divisionOf(children, viewOf(searcher, path)) };
  },
};

/** The documents, or the nested ones of a path, around those of a view. */
function viewOf(searcher: SearcherView, path: string): SearcherView {
  const documents = documentsView(searcher);
  return path === "" ? documents : nestedView(documents, path);
}
