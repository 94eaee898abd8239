/** What every runtime field may be defined with. */
import { choiceParameter, type Parameter, readMeta } from "../parameter.ts";
import { readScript } from "./script.ts";

/** `script`: what makes the values; without it they are those of the source. */
export const scriptParameter: Parameter = {
  name: "script",
  updateable: true,
  fallback: null,
  read: (value, context) => readScript(value, context.path),
};

/** `on_script_error`: whether a search fails where the script does, or the document has no values. */
export const onScriptErrorParameter: Parameter = choiceParameter("on_script_error", "fail", ["fail", "continue"], { updateable: true });

/** `meta`: shown by field_caps. */
export const metaParameter: Parameter = {
  name: "meta",
  updateable: true,
  fallback: {},
  read: (value, context) => readMeta(value, context.path),
};
