/** `indices.exists_alias`: whether aliases are there. */
import type { Operation } from "../operation.ts";
import { aliasesBesideIndex, localOfAliases } from "../targets/alias-parameters.ts";
import { getAlias } from "./get-alias.ts";

export const existsAlias: Operation = {
  name: "indices.exists_alias",
  actions: ["indices:admin/aliases/get"],
  indexNames: aliasesBesideIndex,
  deprecated: { local: localOfAliases("get-aliases") },

  // A pattern that matches nothing is fine, as in Elasticsearch.
  handle(request, services) {
    return getAlias.handle(request, services);
  },
};
