/** `indices.validate_query`: whether a query can be parsed, and what it becomes. */
import { validate as validateKind } from "../../search/actions/validate.ts";
import type { Operation } from "../operation.ts";
import { searchIndices } from "../search.ts";

export const validateQuery: Operation = {
  name: "indices.validate_query",
  actions: ["indices:admin/validate/query"],
  audit: "nothing",
  cancellable: true,

  handle(request, services) {
    return searchIndices(request, services, validateKind);
  },
};
