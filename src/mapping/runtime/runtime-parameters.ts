/** What every runtime field may be defined with. */
import { type Parameter, readMeta } from "../parameter.ts";
import { scriptParameter } from "../script-parameters.ts";

/** `script`: what makes the values; without it they are those of the source. */
export const runtimeScriptParameter: Parameter = scriptParameter({
  updateable: true,
  acceptsNull: false,
  noStored: (path) => `for runtime field [${path}]`,
});

/** `meta`: shown by field_caps. */
export const metaParameter: Parameter = {
  name: "meta",
  updateable: true,
  fallback: {},
  read: (value, context) => readMeta(value, context.path),
};
