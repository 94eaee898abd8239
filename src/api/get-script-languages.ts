/** `get_script_languages`: the languages of scripts, and the contexts that each of them knows. */
import { shownLanguages } from "../scripting/script-contexts.ts";
import type { Operation } from "./operation.ts";

export const getScriptLanguages: Operation = {
  name: "get_script_languages",
  actions: ["cluster:admin/script_language/get"],

  handle() {
    return { status: 200, body: { types_allowed: ["inline", "stored"], language_contexts: shownLanguages() } };
  },
};
