/** Pipelines that merge the results of one aggregation over several buckets. */
import { RequestError, illegalArgument } from "../../compat/errors.ts";
import type { Aggregation, BucketAggregation, PartialResult, ResultBucket } from "../aggregation-kind.ts";

/** The aggregation of this name inside the buckets, of one of these kinds. Throws what Elasticsearch says of others. */
export function childOfKind(
  { children }: BucketAggregation,
  path: string,
  { kinds, must }: { readonly kinds: readonly string[]; readonly must: string },
): { readonly child: Aggregation; readonly partialOf: (bucket: ResultBucket) => PartialResult } {
  const place = children.aggregations.findIndex(({ name }) => name === path);
  const child = children.aggregations[place];
  if (!child) throw new RequestError(400, "aggregation_execution_exception", `No aggregation found for path [${path}]`);
  if (!kinds.includes(child.kind))
    throw illegalArgument(
      `buckets_path must reference a ${must} aggregation, got: [${child.kind}] at aggregation [${path}]`,
    );
  return { child, partialOf: (bucket) => bucket.children[place] };
}
