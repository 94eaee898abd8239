/** Scripts in requests, mappings and settings. */
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";

/** The default of `lang`. */
export const DEFAULT_LANGUAGE = "painless";

/** A script with its source. */
export interface InlineScript {
  readonly kind: "inline";
  readonly source: string;
  readonly lang: string;
  readonly params: JsonObject;
  /** Options for the compiler of the language. */
  readonly options: JsonObject;
}

/** A stored script, by its id. */
export interface StoredScript {
  readonly kind: "stored";
  readonly id: string;
  readonly params: JsonObject;
}

export type Script = InlineScript | StoredScript;

/** A script in messages and explanations (`Script.toString`). */
export function scriptText(script: Script): string {
  if (script.kind === "stored")
    return `Script{type=stored, lang='null', idOrCode='${script.id}', options=null, params=${javaMap(script.params)}}`;
  const { source, lang, options, params } = script;
  return `Script{type=inline, lang='${lang}', idOrCode='${source}', options=${javaMap(options)}, params=${javaMap(params)}}`;
}

/** Formats maps and their values as Java does. */
export function javaMap(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(javaMap).join(", ")}]`;
  if (!isJsonObject(value)) return String(value);
  return `{${Object.entries(value)
    .map(([key, inner]) => `${key}=${javaMap(inner)}`)
    .join(", ")}}`;
}

/** A script in the form of mappings: options and parameters only if not empty (`Script.toXContent`). */
export function showScript({ source, lang, options, params }: InlineScript): JsonObject {
  return {
    source,
    lang,
    ...(Object.keys(options).length > 0 ? { options } : {}),
    ...(Object.keys(params).length > 0 ? { params } : {}),
  };
}
