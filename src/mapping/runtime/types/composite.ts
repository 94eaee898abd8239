import { illegalArgument } from "../../../compat/errors.ts";
import { isJsonObject, type JsonObject } from "../../../core/json.ts";
import type { ScriptReader } from "../../../scripting/script-compiler.ts";
import { javaClass, javaText, mapperParsing } from "../../mapping-error.ts";
import type { Parameter, ParameterValues } from "../../parameter.ts";
import { continuesOnError, onScriptErrorParameter, requireScript, scriptOf } from "../../script-parameters.ts";
import { metaParameter, runtimeScriptParameter } from "../runtime-parameters.ts";
import { type RuntimeType, scriptKey } from "../runtime-type.ts";
import { type CompositeParent, runFor, scriptDocument } from "../values-from-script.ts";

const fieldsParameter: Parameter = {
  name: "fields",
  fallback: null,
  updateable: true,
  read(value, context) {
    if (!isJsonObject(value))
      throw mapperParsing(
        `[fields] must be an object, got ${javaClass(value)}[${javaText(value)}] for field [${context.path}]`,
      );
    return value;
  },
};

/** Several fields computed by one script; not a field itself. */
export const composite: RuntimeType = {
  name: "composite",
  summary: "Several fields that one script makes.",
  parameters: [metaParameter, runtimeScriptParameter, fieldsParameter, onScriptErrorParameter],

  check(name, { values }) {
    if (!scriptOf(values)) throw illegalArgument(`composite runtime field [${name}] must declare a [script]`);
    if (Object.keys(fieldsOf(values)).length === 0)
      throw illegalArgument(`composite runtime field [${name}] must declare its [fields]`);
    requireScript(values);
  },

  create(name, { values }, around) {
    const parent = parentOf(name, values, around.mapping.scripts);
    return around
      .definitions(fieldsOf(values))
      .map(({ name: inner, type, read }) => type.createWithin(parent, inner, read, around));
  },

  createWithin(parent, name) {
    throw illegalArgument(`Composite field [${name}] cannot be a child of composite field [${parent.name}]`);
  },
};

function fieldsOf(values: ParameterValues["values"]): JsonObject {
  const fields = values["fields"] ?? null;
  return isJsonObject(fields) ? fields : {};
}

function parentOf(name: string, values: ParameterValues["values"], scripts: ScriptReader): CompositeParent {
  const script = scriptOf(values);
  if (!script) throw illegalArgument(`composite runtime field [${name}] must declare a [script]`);
  const program = scripts.program(script, "composite_field");
  const continues = continuesOnError(values);
  return {
    name,
    key: JSON.stringify(["composite", name, scriptKey(script), continues]),
    emitted(document, inner) {
      const ready = program();
      return runFor(continues, () => ready.values(scriptDocument(document)).get(inner) ?? []);
    },
  };
}
