/**
 * Parses scripts. Elasticsearch has two parsers with different messages: one for the maps of mappings, one for the text
 * of requests and settings.
 */
import { writeJson } from "../compat/json/write-json.ts";
import { tokenName } from "../compat/body-reader.ts";
import { illegalArgument, RequestError } from "../compat/errors.ts";
import { stringifyJson } from "../core/stringify-json.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { type NameTable, nameTable, ownOf, put } from "../core/names.ts";
import { DEFAULT_LANGUAGE, type InlineScript, javaMap, type Script } from "./script.ts";

/**
 * A script in a mapping (`Script.parse(Object)`): the last of several sources and ids wins. Throws RequestError 400.
 */
export function scriptOfMapping(value: Json): Script {
  if (typeof value === "string") return inline(value, DEFAULT_LANGUAGE);
  if (!isJsonObject(value)) throw illegalArgument("Script value should be a String or a Map");
  let code: string | undefined;
  let kind: Script["kind"] = "inline";
  for (const [key, part] of Object.entries(value)) {
    checkPart(key, part);
    if (key !== "source" && key !== "id") continue;
    kind = key === "id" ? "stored" : "inline";
    code = typeof part === "string" ? part : undefined;
  }
  if (code === undefined)
    throw new RequestError(400, "parse_exception", "Expected one of [source] or [id] fields, but found none");
  const { lang, params = {}, options = {} } = value;
  if (kind === "stored") {
    if (typeof lang === "string") throw illegalArgument("[lang] cannot be specified for stored scripts");
    return { kind, id: code, params: partOf(params) };
  }
  return inline(code, typeof lang === "string" ? lang : DEFAULT_LANGUAGE, partOf(params), partOf(options));
}

function inline(source: string, lang: string, params: JsonObject = {}, options: JsonObject = {}): InlineScript {
  return { kind: "inline", source, lang, params, options };
}

function checkPart(key: string, value: Json): void {
  if (key === "source" || key === "lang" || key === "id") {
    if (value !== null && typeof value !== "string")
      throw new RequestError(400, "parse_exception", `Value must be of type String: [${key}]`);
  } else if (key === "params" || key === "options") {
    if (value !== null && !isJsonObject(value))
      throw new RequestError(400, "parse_exception", `Value must be of type Map: [${key}]`);
  } else throw new RequestError(400, "parse_exception", `Unsupported field [${key}]`);
}

/** As in Java, null throws a null pointer exception without a message. */
function partOf(value: Json): JsonObject {
  if (!isJsonObject(value)) throw new RequestError(400, "null_pointer_exception", "null");
  return value;
}

/** Locates the name or value of a member in the text of a script. */
export type ScriptPlace = (key: string, at: "name" | "value") => { readonly line: number; readonly col: number };

/** Used when the text is unknown. */
const somewhere: ScriptPlace = () => ({ line: 1, col: 1 });

/** Token types that the members of a script may have. */
const MEMBERS: NameTable<readonly string[]> = nameTable({
  source: ["VALUE_STRING", "START_OBJECT"],
  id: ["VALUE_STRING"],
  lang: ["VALUE_STRING"],
  options: ["START_OBJECT"],
  params: ["START_OBJECT"],
});

/** The option that marks a source given as an object. */
export const CONTENT_TYPE = "content_type";
/** The type of such a source. */
export const JSON_CONTENT = "application/json; charset=UTF-8";

/** A script in a request (`Script.parse(XContentParser)`). Throws RequestError 400. */
export function scriptOfRequest(value: Json, placeOf: ScriptPlace = somewhere): Script {
  if (typeof value === "string") return inline(value, DEFAULT_LANGUAGE);
  if (!isJsonObject(value))
    throw contentError("Expected START_OBJECT but was: " + tokenName(value), placeOf("", "value"));
  const keys = Object.keys(value);
  for (const key of keys) checkMember(key, ownOf(value, key) ?? null, keys, placeOf);
  const { source, id, lang, options = {}, params = {} } = value;
  if (typeof id === "string") {
    if (lang !== undefined) throw illegalArgument("illegally specified <lang> for a stored script");
    if (isJsonObject(options) && Object.keys(options).length > 0)
      throw illegalArgument("field [options] cannot be specified using a stored script");
    return { kind: "stored", id, params: partOf(params) };
  }
  if (source === undefined)
    throw illegalArgument("must specify either [source] for an inline script or [id] for a stored script");
  return inline(
    typeof source === "string" ? source : stringifyJson(source),
    typeof lang === "string" ? lang : DEFAULT_LANGUAGE,
    partOf(params),
    compilerOptions(partOf(options), typeof source !== "string"),
  );
}

function checkMember(key: string, value: Json, keys: readonly string[], placeOf: ScriptPlace): void {
  const kinds = MEMBERS[key];
  if (!kinds) throw contentError(`[script] unknown field [${key}]`, placeOf(key, "name"));
  const kind = tokenName(value);
  if (!kinds.includes(kind))
    throw contentError(`[script] ${key} doesn't support values of type: ${kind}`, placeOf(key, "value"));
  const other = key === "source" ? "id" : key === "id" ? "source" : undefined;
  if (other === undefined || !keys.includes(other) || keys.indexOf(other) > keys.indexOf(key)) return;
  const cause = illegalArgument("must only use one of [source, id] when specifying a script");
  throw contentError(`[script] failed to parse field [${key}]`, placeOf(key, "value"), cause);
}

function contentError(
  reason: string,
  { line, col }: { readonly line: number; readonly col: number },
  cause?: RequestError,
): RequestError {
  return new RequestError(400, "x_content_parse_exception", `[${line}:${col}] ${reason}`, { cause });
}

/** Options in a request: only the content type of the source is allowed. */
function compilerOptions(options: JsonObject, isObject: boolean): JsonObject {
  const { [CONTENT_TYPE]: _kept, ...others } = options;
  if (Object.keys(others).length > 0) throw illegalArgument(`illegal compiler options [${javaMap(others)}] specified`);
  return isObject ? { ...options, [CONTENT_TYPE]: JSON_CONTENT } : options;
}

/**
 * A script in settings, which are flat (`source`, `params.a`); `Script.parse(Settings)` parses them as an object with
 * sorted names.
 */
export function scriptOfSettings(
  settings: Iterable<readonly [key: string, value: string | readonly string[]]>,
): Script {
  const body: JsonObject = {};
  for (const [key, value] of [...settings].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const names = key.split(".");
    let holder = body;
    for (const name of names.slice(0, -1)) {
      const inner = ownOf(holder, name);
      const next = isJsonObject(inner) ? inner : {};
      put(holder, name, next);
      holder = next;
    }
    put(holder, names.at(-1) ?? "", typeof value === "string" ? value : [...value]);
  }
  return scriptOfRequest(body, (key, at) => ({ line: 1, col: columnOf(body, key, at) }));
}

/** The column of a member in the text of an object, counted from 1. */
function columnOf(body: JsonObject, key: string, at: "name" | "value"): number {
  let column = 2;
  for (const [name, value] of Object.entries(body)) {
    const nameLength = JSON.stringify(name).length;
    if (name === key) return at === "name" ? column : column + nameLength + 1;
    column += nameLength + writeJson(value).length + 2;
  }
  return column;
}
