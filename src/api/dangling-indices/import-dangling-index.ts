/** `dangling_indices.import_dangling_index`: takes an index in that the cluster does not know; there is never one. */
import { illegalArgument } from "../../compat/errors.ts";
import { booleanParameter } from "../../http/parameters.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const importDanglingIndex: Operation = {
  name: "dangling_indices.import_dangling_index",
  actions: ["cluster:admin/indices/dangling/import"],
  audit: "nothing",

  handle({ parameters }) {
    checkTimeouts(parameters);
    booleanParameter(parameters, "accept_data_loss", false);
    throw illegalArgument(`No dangling index found for UUID [${parameters["index_uuid"]}]`);
  },
};
