/** `indices.exists_alias`: whether aliases are there. */
import type { Operation } from "../operation.ts";
import { getAlias } from "./get-alias.ts";

export const existsAlias: Operation = {
  name: "indices.exists_alias",
  privilege: { index: "view_index_metadata" },

  // A pattern that matches nothing is fine, as in Elasticsearch.
  handle(request, node) {
    return getAlias.handle(request, node);
  },
};
