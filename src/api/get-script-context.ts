/** `get_script_context`: the contexts of scripts, and what scripts see there. */
import { shownContexts } from "../scripting/script-contexts.ts";
import type { Operation } from "./operation.ts";

export const getScriptContext: Operation = {
  name: "get_script_context",
  actions: ["cluster:admin/script_context/get"],

  handle() {
    return { status: 200, body: { contexts: shownContexts() } };
  },
};
