/** Scripts as requests, mappings and settings hold them. */
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";

/** What stands in `lang` where nothing does. */
export const DEFAULT_LANGUAGE = "painless";

/** A script with its source. */
export interface InlineScript {
  readonly kind: "inline";
  readonly source: string;
  readonly lang: string;
  readonly params: JsonObject;
  /** For the compiler of the language. */
  readonly options: JsonObject;
}

/** A script of the cluster by its id. */
export interface StoredScript {
  readonly kind: "stored";
  readonly id: string;
  readonly params: JsonObject;
}

export type Script = InlineScript | StoredScript;

/** A script as messages and explanations tell it (`Script.toString`). */
export function scriptText({ source, lang, options, params }: InlineScript): string {
  return `Script{type=inline, lang='${lang}', idOrCode='${source}', options=${javaMap(options)}, params=${javaMap(params)}}`;
}

/** How Java writes maps and what is in them. */
export function javaMap(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(javaMap).join(", ")}]`;
  if (!isJsonObject(value)) return String(value);
  return `{${Object.entries(value)
    .map(([key, inner]) => `${key}=${javaMap(inner)}`)
    .join(", ")}}`;
}

/** A script as mappings show it: options and parameters only where there are some (`Script.toXContent`). */
export function showScript({ source, lang, options, params }: InlineScript): JsonObject {
  return {
    source,
    lang,
    ...(Object.keys(options).length > 0 ? { options } : {}),
    ...(Object.keys(params).length > 0 ? { params } : {}),
  };
}
