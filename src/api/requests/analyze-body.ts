/** The body of analyze (AnalyzeAction.Request). */
import type { ComponentSettings } from "../../analysis/component-parameters.ts";
import { flattenSettings } from "../../cluster/index-settings.ts";
import { BodyReader, tokenName } from "../../compat/body-reader.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { validationFailed } from "../../compat/validation-failed.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import { put } from "../../core/names.ts";

/** What to analyse, and with what. */
export interface AnalyzeBody {
  readonly texts: readonly string[];
  readonly analyzer: string | undefined;
  readonly field: string | undefined;
  readonly normalizer: string | undefined;
  readonly tokenizer: string | ComponentSettings | undefined;
  readonly filters: readonly (string | ComponentSettings)[];
  readonly charFilters: readonly (string | ComponentSettings)[];
  readonly explain: boolean;
  readonly attributes: readonly string[] | undefined;
}

/** Reads and checks the body. Throws 400 in Elasticsearch's words. */
export function parseAnalyzeBody(json: Json, withIndex: boolean): AnalyzeBody {
  if (!isJsonObject(json)) throw illegalArgument(`Expected [START_OBJECT] but found [${tokenName(json)}]`);
  const read = new BodyReader("analyze_request", json, "object");
  const filters = components(read.json("filter"), "filter");
  const tokenizer = components(read.json("tokenizer"), "tokenizer")[0];
  const body: AnalyzeBody = {
    texts: texts(read.json("text"), "text") ?? [],
    analyzer: texts(read.json("analyzer"), "analyzer")?.[0],
    field: texts(read.json("field"), "field")?.[0],
    normalizer: texts(read.json("normalizer"), "normalizer")?.[0],
    tokenizer,
    filters,
    charFilters: components(read.json("char_filter"), "char_filter"),
    explain: read.boolean("explain") ?? false,
    attributes: texts(read.json("attributes"), "attributes"),
  };
  read.end();
  const failures = failuresOf(body, withIndex);
  if (failures.length > 0) throw validationFailed(failures);
  if (body.field !== undefined && !withIndex)
    throw illegalArgument("analysis based on a specific field requires an index");
  return body;
}

function failuresOf(body: AnalyzeBody, withIndex: boolean): string[] {
  const failures: string[] = [];
  const extra = body.tokenizer !== undefined || body.filters.length > 0 || body.charFilters.length > 0;
  if (body.texts.length === 0) failures.push("text is missing");
  if (!withIndex && body.normalizer !== undefined) failures.push("index is required if normalizer is specified");
  if (body.normalizer !== undefined && (body.tokenizer !== undefined || body.analyzer !== undefined))
    failures.push("tokenizer/analyze should be null if normalizer is specified");
  if (body.analyzer !== undefined && extra) failures.push("cannot define extra components on a named analyzer");
  if (body.normalizer !== undefined && (body.filters.length > 0 || body.charFilters.length > 0))
    failures.push("cannot define extra components on a named normalizer");
  return failures;
}

function texts(value: Json | undefined, key: string): string[] | undefined {
  if (value === undefined) return undefined;
  const list = Array.isArray(value) && (key === "text" || key === "attributes") ? value : [value];
  return list.map((item) => {
    if (typeof item === "string") return item;
    throw new RequestError(
      400,
      "x_content_parse_exception",
      `[1:1] [analyze_request] ${key} doesn't support values of type: ${tokenName(item)}`,
    );
  });
}

/** Names, or inline definitions as flat settings. */
function components(value: Json | undefined, key: string): (string | ComponentSettings)[] {
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).map((item) => {
    if (typeof item === "string") return item;
    if (!isJsonObject(item))
      throw new RequestError(
        400,
        "x_content_parse_exception",
        `[1:1] [analyze_request] failed to parse field [${key}]`,
      );
    const settings: Record<string, string | readonly string[]> = {};
    for (const [name, setting] of Object.entries(flattenSettings(item)))
      if (setting !== null) put(settings, name, setting);
    return settings;
  });
}
