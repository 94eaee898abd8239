/** Scripts of runtime fields (`Script.parse`): read and checked; there is no language yet that one could be compiled in. */
import { illegalArgument } from "../../core/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { javaText, parseException } from "../mapping-error.ts";
import type { ParameterValues } from "../parameter.ts";
import type { RuntimeValues } from "./runtime-values.ts";

const DEFAULT_LANGUAGE = "painless";

/** A script as it is shown: `{source, lang}`, with `params` and `options` where there are any. */
export function readScript(value: Json, fieldName: string): JsonObject {
  if (typeof value === "string") return { source: value, lang: DEFAULT_LANGUAGE };
  if (!isJsonObject(value)) throw illegalArgument("Script value should be a String or a Map");
  for (const [key, part] of Object.entries(value)) checkPart(key, part);
  const { source, id, lang, params, options } = value;
  if (id !== undefined && source !== undefined) throw parseException("Expected only one of [source] or [id] fields, but found both");
  if (id !== undefined) throw illegalArgument(`stored scripts are not supported for runtime field [${fieldName}]`);
  if (source === undefined) throw parseException("Expected one of [source] or [id] fields, but found none");
  return { source, lang: lang ?? DEFAULT_LANGUAGE, ...(params === undefined ? {} : { params }), ...(options === undefined ? {} : { options }) };
}

function checkPart(key: string, value: Json): void {
  if (key === "source" || key === "lang" || key === "id") {
    if (typeof value !== "string") throw parseException(`Value must be of type String: [${key}]`);
  } else if (key === "params" || key === "options") {
    if (!isJsonObject(value)) throw parseException(`Value must be of type Map: [${key}]`);
  } else throw parseException(`Unsupported field [${key}]`);
}

/** What a script makes. Throws 400 for a language that is not there. */
export function compileScript(script: Json): RuntimeValues {
  const { lang = DEFAULT_LANGUAGE } = isJsonObject(script) ? script : {};
  throw illegalArgument(`script_lang not supported [${javaText(lang)}]`);
}

/** Throws where `on_script_error` is said without a script. */
export function requireScript(values: ParameterValues["values"]): void {
  if (values["on_script_error"] === "continue" && (values["script"] ?? null) === null) {
    throw illegalArgument("Field [on_script_error] requires field [script] to be configured");
  }
}
