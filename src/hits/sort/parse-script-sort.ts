/** Reads a `_script` sort (`ScriptSortBuilder`). */
import { tokenName } from "../../compat/body-reader.ts";
import { didYouMean } from "../../compat/did-you-mean.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import type { RequestText } from "../../compat/request-text.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { scriptOfRequest } from "../../scripting/parse-script.ts";
import { parseNestedSort } from "./parse-nested-sort.ts";
import type { SortMode, SortSpec } from "./sort-spec.ts";
import { parseMode, parseOrder } from "./sort-words.ts";

const OPTIONS = ["script", "type", "order", "mode", "nested"];

export function parseScriptSort(request: RequestText, body: JsonObject): SortSpec {
  const { places } = request;
  for (const key of Object.keys(body))
    if (!OPTIONS.includes(key))
      throw request.contentError(places.key(body, key), `[_script] unknown field [${key}]${didYouMean(key, OPTIONS)}`);
  const text = <Read>(key: string, read: (value: string) => Read): Read | undefined => {
    const value = ownOf(body, key);
    if (value === undefined || value === null) return undefined;
    if (typeof value !== "string") throw wrongType(request, body, key);
    return wrapped(request, body, key, () => read(value));
  };
  const { script } = body;
  if (script === undefined) throw illegalArgument("Required [script]");
  const type = text("type", parseType);
  if (type === undefined) throw illegalArgument("Required [type]");
  return {
    kind: "script",
    script: wrapped(request, body, "script", () => readScript(request, body, script)),
    type,
    order: text("order", parseOrder) ?? "asc",
    mode: text("mode", (word) => modeOf(word, type)),
    nested: nestedOf(request, body),
  };
}

function parseType(word: string): "number" | "string" {
  const type = word.toLowerCase();
  if (type !== "number" && type !== "string") throw illegalArgument(`Unknown ScriptSortType [${word}]`);
  return type;
}

function modeOf(word: string, type: "number" | "string"): SortMode {
  const mode = parseMode(word);
  if (type === "string" && mode !== "min" && mode !== "max")
    throw illegalArgument(`script sort of type [string] doesn't support mode [${mode}]`);
  return mode;
}

function readScript(request: RequestText, body: JsonObject, value: Json): ReturnType<typeof scriptOfRequest> {
  const { places } = request;
  if (typeof value === "string") return scriptOfRequest(value);
  if (!isJsonObject(value)) throw wrongType(request, body, "script");
  return scriptOfRequest(value, (key, at) => (at === "name" ? places.key(value, key) : places.value(value, key)));
}

function nestedOf(request: RequestText, body: JsonObject): ReturnType<typeof parseNestedSort> | undefined {
  const { nested } = body;
  if (nested === undefined || nested === null) return undefined;
  if (!isJsonObject(nested)) throw wrongType(request, body, "nested");
  return parseNestedSort(nested, (owner, key, cause) =>
    request.contentError(request.places.value(owner, key), "[_script] failed to parse field [nested]", cause),
  );
}

function wrapped<Read>(request: RequestText, body: JsonObject, key: string, read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw request.contentError(request.places.value(body, key), `[_script] failed to parse field [${key}]`, error);
  }
}

function wrongType(request: RequestText, body: JsonObject, key: string): RequestError {
  return request.contentError(
    request.places.value(body, key),
    `[_script] ${key} doesn't support values of type: ${tokenName(ownOf(body, key) ?? null)}`,
  );
}
