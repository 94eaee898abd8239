/** The documents that contain nested objects. */
import { illegalArgument } from "../../compat/errors.ts";
import { documentsView, nestedView } from "../../query/nested/nested-view.ts";
import type { AggregationKind } from "../aggregation-kind.ts";
import { ReverseNestedCollector, joinedShard } from "../nested/nested-collectors.ts";
import { readPath } from "../nested/nested-path.ts";
import { singleBucketOf } from "../single/single-bucket.ts";

export const reverseNested: AggregationKind = {
  name: "reverse_nested",
  summary: "One bucket: the documents, or the nested objects of a path around, that nested objects are part of.",
  bucket: true,
  parse(name, body, children) {
    const path = readPath(name, body) ?? "";
    return singleBucketOf(name, "reverse_nested", children, (shard) => {
      const { nestedPath } = shard.searcher;
      if (nestedPath === undefined)
        throw illegalArgument(`Reverse nested aggregation [${name}] can only be used inside a [nested] aggregation`);
      if (path !== "" && path !== nestedPath && !nestedPath.startsWith(`${path}.`)) {
        throw illegalArgument(
          `Reverse nested path [${path}] is not a parent of the current nested scope [${nestedPath}]`,
        );
      }
      const documents = documentsView(shard.searcher);
      const searcher = path === "" ? documents : nestedView(documents, path);
      return new ReverseNestedCollector(children, joinedShard(shard, searcher), shard);
    });
  },
};
