/** The `_source` option: false, a pattern, patterns, or includes and excludes (`FetchSourceContext`). */
import { tokenName } from "../../compat/body-reader.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { SourceFilter } from "../../documents/documents.ts";
import { list } from "../../compat/query-string.ts";
import type { RequestText } from "../../compat/request-text.ts";

/** Reads `container[key]`. */
export function parseSourceOption(request: RequestText, container: JsonObject, key: string): SourceFilter {
  const value = ownOf(container, key) ?? null;
  if (typeof value === "boolean") return { fetch: value, includes: [], excludes: [] };
  if (typeof value === "string") return { fetch: true, includes: [value], excludes: [] };
  if (Array.isArray(value))
    return { fetch: true, includes: value.map((item) => patternText(request, value, item, key)), excludes: [] };
  if (isJsonObject(value)) return parseObject(request, value);
  const expected = "Expected one of [VALUE_BOOLEAN, VALUE_STRING, START_ARRAY, START_OBJECT] but found";
  throw request.at(request.places.value(container, key), `${expected} [${tokenName(value)}]`);
}

function parseObject(request: RequestText, body: JsonObject): SourceFilter {
  let includes: string[] = [];
  let excludes: string[] = [];
  for (const [key, value] of Object.entries(body)) {
    const target =
      key === "includes" || key === "include"
        ? "includes"
        : key === "excludes" || key === "exclude"
          ? "excludes"
          : undefined;
    if (target === undefined || (typeof value !== "string" && !Array.isArray(value)))
      throw request.unknownKey(body, key);
    const patterns = typeof value === "string" ? [value] : value.map((item) => patternText(request, value, item, key));
    if (target === "includes") includes = patterns;
    else excludes = patterns;
  }
  return { fetch: true, includes, excludes };
}

function patternText(request: RequestText, array: Json[], item: Json, key: string): string {
  if (typeof item === "object")
    throw request.at(
      request.places.value(array, array.indexOf(item)),
      `Unknown key for a ${tokenName(item)} in [${key}].`,
    );
  return String(item);
}

/** `_source`, `_source_includes` and `_source_excludes` of the query string; undefined when none is given. */
export function sourceParameters(parameters: Readonly<Record<string, string>>): SourceFilter | undefined {
  const source = parameters._source;
  const includes = list(parameters._source_includes);
  const excludes = list(parameters._source_excludes);
  if (source === undefined && includes.length === 0 && excludes.length === 0) return undefined;
  if (source === "true" || source === "false") return { fetch: source === "true", includes, excludes };
  return { fetch: true, includes: source === undefined ? includes : list(source), excludes };
}
