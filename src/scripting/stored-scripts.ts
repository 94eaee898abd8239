/** Stored scripts: how they are read, checked and shown (`StoredScriptSource`, `ScriptService`). */
import { tokenName } from "../compat/body-reader.ts";
import { illegalArgument, RequestError } from "../compat/errors.ts";
import type { RequestText } from "../compat/request-text.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { ownOf } from "../core/names.ts";
import { stringifyJson } from "../core/stringify-json.ts";
import { MAX_SOURCE_BYTES } from "./check-script.ts";
import { scriptLanguages } from "./languages.ts";
import { CONTENT_TYPE, JSON_CONTENT } from "./parse-script.ts";
import { scriptContextNames } from "./script-contexts.ts";
import type { ScriptContext } from "./script-programs.ts";
import { javaMap } from "./script.ts";

/** The kind of `customs` of the cluster state that holds them, by id. */
export const STORED_SCRIPTS = "stored_scripts";

/** What a stored script is. Plain data. */
export interface StoredSource {
  readonly lang: string;
  readonly source: string;
  readonly options?: JsonObject;
}

/** Stored scripts by id. */
export type StoredScripts = Readonly<Record<string, StoredSource>>;

/** Reads the body that stores a script. Throws RequestError 400. */
export function readStoredScript(text: RequestText): StoredSource {
  const { body, places } = text;
  const [first] = Object.keys(body);
  if (first === undefined) throw text.at(places.end(body), "unexpected token [END_OBJECT, expected [script]");
  if (first !== "script") throw text.at(places.key(body, first), `unexpected field [${first}], expected [script]`);
  const script = ownOf(body, "script") ?? null;
  if (!isJsonObject(script))
    throw text.at(places.value(body, "script"), `unexpected token [${tokenName(script)}], expected [{, <source>]`);
  const lang = textOf(text, script, "lang");
  const source = script["source"];
  const options = optionsOf(script["options"]);
  if (lang === undefined) throw illegalArgument("must specify lang for stored script");
  if (lang === "") throw illegalArgument("lang cannot be empty");
  if (source === undefined) throw illegalArgument("must specify source for stored script");
  if (isJsonObject(source))
    return { lang, source: stringifyJson(source), options: { ...options, [CONTENT_TYPE]: JSON_CONTENT } };
  const code = textOf(text, script, "source") ?? "";
  if (code === "") throw illegalArgument("source cannot be empty");
  const { [CONTENT_TYPE]: _kept, ...others } = options;
  if (Object.keys(others).length > 0) throw illegalArgument(`illegal compiler options [${javaMap(others)}] specified`);
  return Object.keys(options).length > 0 ? { lang, source: code, options } : { lang, source: code };
}

function textOf(text: RequestText, script: JsonObject, key: string): string | undefined {
  const value = ownOf(script, key);
  if (value === undefined || typeof value === "string") return value;
  const reason = `[stored script source] ${key} doesn't support values of type: ${tokenName(value)}`;
  throw text.contentError(text.places.value(script, key), reason);
}

function optionsOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Compiles a script that is to be stored, where it is said for what. Throws RequestError 400. */
export function checkStoredScript(id: string, { lang, source, options = {} }: StoredSource, context?: string): void {
  const bytes = Buffer.byteLength(source, "utf8");
  if (bytes > MAX_SOURCE_BYTES)
    throw illegalArgument(
      `exceeded max allowed stored script size in bytes [${MAX_SOURCE_BYTES}] with size [${bytes}] for script [${id}]`,
    );
  const language = scriptLanguages.find(({ name }) => name === lang);
  if (!language) throw illegalArgument(`unable to put stored script with unsupported lang [${lang}]`);
  if (context === undefined) return;
  try {
    if (!scriptContextNames().includes(context)) throw illegalArgument(`Unknown context [${context}]`);
    if (NOT_STORED.has(context)) throw illegalArgument(`cannot store a script for context [${context}]`);
    language.compile({ source, options }, context as ScriptContext);
  } catch (error) {
    if (!(error instanceof RequestError) || error.type === "script_exception") throw error;
    const reason = `failed to parse/compile stored script [${id}]`;
    throw new RequestError(400, "illegal_argument_exception", reason, { cause: error });
  }
}

/** Contexts whose scripts belong to mappings. */
const NOT_STORED: ReadonlySet<string> = new Set([
  "boolean_field",
  "composite_field",
  "date_field",
  "double_field",
  "geo_point_field",
  "geometry_field",
  "ip_field",
  "keyword_field",
  "long_field",
]);
