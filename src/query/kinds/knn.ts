/** `knn`: the documents whose vectors are nearest to another one. */
import { readKnn } from "../nearest/read-knn.ts";
import type { QueryKind } from "../query-kind.ts";

export const knn: QueryKind = {
  name: "knn",
  summary: "Matches the documents of a shard whose vectors are nearest to another vector.",
  parse: (body, context) => readKnn(body, context),
};
