/** `dangling_indices.delete_dangling_index`: removes an index that the cluster does not know; there is never one. */
import { illegalArgument } from "../../compat/errors.ts";
import { booleanParameter } from "../../http/parameters.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const deleteDanglingIndex: Operation = {
  name: "dangling_indices.delete_dangling_index",
  actions: ["cluster:admin/indices/dangling/delete"],
  audit: "nothing",

  handle({ parameters }) {
    checkTimeouts(parameters);
    booleanParameter(parameters, "accept_data_loss", false);
    throw illegalArgument(`No dangling index found for UUID [${parameters["index_uuid"]}]`);
  },
};
