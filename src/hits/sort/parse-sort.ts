/** Reads the `sort` of a body and of the query string (`SortBuilder`, `FieldSortBuilder`, `GeoDistanceSortBuilder`). */
import { tokenName } from "../../compat/body-reader.ts";
import { didYouMean } from "../../compat/did-you-mean.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { valueText } from "../../compat/value-text.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { RequestText } from "../../compat/request-text.ts";
import { parseGeoSort } from "./parse-geo-sort.ts";
import { parseScriptSort } from "./parse-script-sort.ts";
import { parseNestedSort } from "./parse-nested-sort.ts";
import { parseMode, parseOrder } from "./sort-words.ts";
import type { NestedSort, NumericType, SortOrder, SortSpec } from "./sort-spec.ts";

const FIELD_OPTIONS = ["order", "missing", "mode", "unmapped_type", "numeric_type", "format", "nested"];
const NUMERIC_TYPES: readonly string[] = ["long", "double", "date", "date_nanos"];

/** Reads `container.sort`. */
export function parseSort(request: RequestText, container: JsonObject): SortSpec[] {
  const value = container.sort ?? null;
  if (Array.isArray(value)) return value.flatMap((item) => parseItem(request, item));
  if (isJsonObject(value)) return parseObject(request, value);
  return [byName(String(value), undefined)];
}

/**
 * Reads `sort` of the query string: `field:asc,other`. A part with another word after the colon is ignored, as in
 * Elasticsearch.
 */
export function sortParameter(text: string): SortSpec[] {
  const specs: SortSpec[] = [];
  for (const part of text.split(",")) {
    if (part === "") continue;
    const colon = part.lastIndexOf(":");
    if (colon < 0) {
      specs.push(byName(part, undefined));
      continue;
    }
    const order = part.slice(colon + 1);
    if (order === "asc" || order === "desc") specs.push(byName(part.slice(0, colon), order));
  }
  return specs;
}

function parseItem(request: RequestText, item: Json): SortSpec[] {
  if (typeof item === "string") return [byName(item, undefined)];
  if (isJsonObject(item)) return parseObject(request, item);
  throw illegalArgument("malformed sort format, within the sort array, an object, or an actual string are allowed");
}

function parseObject(request: RequestText, body: JsonObject): SortSpec[] {
  return Object.entries(body).map(([name, value]) => {
    if (typeof value === "string") {
      if (name === "_geo_distance") throw illegalArgument("Geo distance sorting needs at least one point.");
      return byName(name, parseOrder(value));
    }
    if (!isJsonObject(value)) {
      const parser = name === "_score" ? "_score" : "field_sort";
      throw request.contentError(
        request.places.value(body, name),
        `[${parser}] Expected START_OBJECT but was: ${tokenName(value)}`,
      );
    }
    if (name === "_score") return parseScore(request, value);
    if (name === "_geo_distance" || name === "_geoDistance") return parseGeoSort(request, value);
    if (name === "_script") return parseScriptSort(request, value);
    return parseField(request, name, value);
  });
}

function byName(name: string, order: SortOrder | undefined): SortSpec {
  if (name === "_score") return { kind: "score", order: order ?? "desc" };
  if (name === "_doc") return { kind: "doc", order: order ?? "asc" };
  if (name === "_shard_doc") return { kind: "shard_doc", order: order ?? "asc" };
  return {
    kind: "field",
    field: name,
    order: order ?? "asc",
    missing: "_last",
    mode: undefined,
    unmappedType: undefined,
    numericType: undefined,
    format: undefined,
    nested: undefined,
  };
}

function parseScore(request: RequestText, body: JsonObject): SortSpec {
  for (const key of Object.keys(body)) {
    if (key !== "order")
      throw request.contentError(
        request.places.key(body, key),
        `[_score] unknown field [${key}]${didYouMean(key, ["order"])}`,
      );
  }
  return { kind: "score", order: body.order === undefined ? "desc" : orderOption(request, body, "_score") };
}

function parseField(request: RequestText, name: string, body: JsonObject): SortSpec {
  for (const key of Object.keys(body)) {
    if (!FIELD_OPTIONS.includes(key))
      throw request.contentError(
        request.places.key(body, key),
        `[field_sort] unknown field [${key}]${didYouMean(key, FIELD_OPTIONS)}`,
      );
  }
  const order = body.order === undefined ? "asc" : orderOption(request, body, "field_sort");
  if (name === "_doc") return { kind: "doc", order };
  if (name === "_shard_doc") return { kind: "shard_doc", order };
  const missing = body.missing ?? "_last";
  if (typeof missing === "object") throw wrongType(request, body, "missing");
  return {
    kind: "field",
    field: name,
    order,
    missing,
    mode: option(request, body, "mode", parseMode),
    unmappedType: option(request, body, "unmapped_type", (text) => text),
    numericType: option(request, body, "numeric_type", parseNumericType),
    format: option(request, body, "format", (text) => text),
    nested: nestedOption(request, body),
  };
}

function parseNumericType(text: string): NumericType {
  const type = text.toLowerCase();
  if (!NUMERIC_TYPES.includes(type))
    throw illegalArgument(`invalid value for [numeric_type], must be [long, double, date, date_nanos], got ${text}`);
  return type as NumericType;
}

function orderOption(request: RequestText, body: JsonObject, parser: string): SortOrder {
  if (typeof body.order !== "string")
    throw request.contentError(
      request.places.value(body, "order"),
      `[${parser}] order doesn't support values of type: ${tokenName(body.order ?? null)}`,
    );
  return wrapped(request, body, "order", parser, parseOrder);
}

function option<T>(request: RequestText, body: JsonObject, key: string, read: (text: string) => T): T | undefined {
  const value = ownOf(body, key);
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string") throw wrongType(request, body, key);
  return wrapped(request, body, key, "field_sort", read);
}

function wrapped<T>(request: RequestText, body: JsonObject, key: string, parser: string, read: (text: string) => T): T {
  try {
    return read(valueText(ownOf(body, key)));
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw request.contentError(request.places.value(body, key), `[${parser}] failed to parse field [${key}]`, error);
  }
}

function nestedOption(request: RequestText, body: JsonObject): NestedSort | undefined {
  const { nested } = body;
  if (nested === undefined || nested === null) return undefined;
  if (!isJsonObject(nested)) throw wrongType(request, body, "nested");
  return parseNestedSort(nested, (owner, key, cause) =>
    request.contentError(request.places.value(owner, key), "[field_sort] failed to parse field [nested]", cause),
  );
}

function wrongType(request: RequestText, body: JsonObject, key: string): RequestError {
  return request.contentError(
    request.places.value(body, key),
    `[field_sort] ${key} doesn't support values of type: ${tokenName(ownOf(body, key) ?? null)}`,
  );
}
