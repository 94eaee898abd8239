/** `get_script`: a stored script. */
import { ownOf } from "../core/names.ts";
import { STORED_SCRIPTS } from "../scripting/stored-scripts.ts";
import type { Operation } from "./operation.ts";
import { checkTimeouts } from "./requests/timeouts.ts";

export const getScript: Operation = {
  name: "get_script",
  actions: ["cluster:admin/script/get"],

  handle({ parameters }, { cluster }) {
    checkTimeouts(parameters);
    const { id = "" } = parameters;
    const script = ownOf(ownOf(cluster.state.customs, STORED_SCRIPTS), id);
    if (!script) return { status: 404, body: { _id: id, found: false } };
    return { status: 200, body: { _id: id, found: true, script } };
  },
};
