import type { Json } from "../../../core/json.ts";
import { boolean as booleanField } from "../../field-types/boolean.ts";
import { type RuntimeType, searchedType } from "../runtime-type.ts";
import { valuesFromSource } from "../values-from-source.ts";

/** `true` and `false`, also as text. */
export const boolean: RuntimeType = searchedType({
  fieldType: booleanField,
  summary: "true or false.",
  queries: { className: "Boolean", exact: "flag" },
  fromSource: (source) => valuesFromSource(source, flagOf),
  program: (script, scripts) => scripts.program(script, "boolean_field"),
  fromScript: (value) => (value ? 1 : 0),
  fromComposite: flagOf,
});

function flagOf(value: Json): 0 | 1 | undefined {
  if (value === true || value === "true") return 1;
  return value === false || value === "false" ? 0 : undefined;
}
