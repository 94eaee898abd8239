/** Removes a stored script. */
import { RequestError } from "../../compat/errors.ts";
import { ownOf } from "../../core/names.ts";
import type { ClusterChange } from "../cluster-change.ts";
import { withCustom } from "./put-custom.ts";

/** `kind`: the customs that scripts stand in. */
export function deleteStoredScript(kind: string, id: string): ClusterChange {
  return {
    task: `delete-script [${id}]`,
    apply(state) {
      if (ownOf(ownOf(state.customs, kind), id)) return withCustom(state, kind, id, null);
      const reason = `stored script [${id}] does not exist and cannot be deleted`;
      throw new RequestError(404, "resource_not_found_exception", reason);
    },
  };
}
