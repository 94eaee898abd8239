/** Parameters of all runtime fields. */
import { type Parameter, readMeta } from "../parameter.ts";
import { scriptParameter } from "../script-parameters.ts";

/** `script`: computes the values; without it they are read from the source. */
export const runtimeScriptParameter: Parameter = scriptParameter({
  updateable: true,
  acceptsNull: false,
  noStored: (path) => `for runtime field [${path}]`,
});

/** `meta`: returned by field_caps. */
export const metaParameter: Parameter = {
  name: "meta",
  updateable: true,
  fallback: {},
  read: (value, context) => readMeta(value, context.path),
};
