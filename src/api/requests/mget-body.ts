/** The body of mget: `docs`, `ids` (MultiGetRequest). */
import { tokenName } from "../../compat/body-reader.ts";
import { illegalArgument, parsingException } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { stringifyJson } from "../../core/stringify-json.ts";
import type { SourceFilter, VersionType } from "../../documents/documents.ts";
import { parseFailure } from "./request-body.ts";
import { versionType } from "../targets/write-parameters.ts";

/** What path and query string say for all items. */
export interface MgetDefaults {
  readonly index: string | undefined;
  readonly routing: string | undefined;
  readonly source: SourceFilter | undefined;
  readonly storedFields: readonly string[] | undefined;
}

/** One document to get. */
export interface MgetItem {
  readonly index: string | undefined;
  readonly id: string | undefined;
  readonly routing: string | undefined;
  readonly version: number | bigint | undefined;
  readonly versionType: VersionType | undefined;
  readonly source: SourceFilter | undefined;
  readonly storedFields: readonly string[] | undefined;
}

/** Reads the body in order. Throws 400 in Elasticsearch's words. */
export function parseMgetBody(body: Json, defaults: MgetDefaults, warn: (message: string) => void): MgetItem[] {
  if (!isJsonObject(body)) throw parsingException(`unexpected token [${tokenName(body)}], expected [START_OBJECT]`);
  const items: MgetItem[] = [];
  for (const [key, value] of Object.entries(body)) {
    if (!Array.isArray(value))
      throw parsingException(`unexpected token [${tokenName(value)}], expected [FIELD_NAME] or [START_ARRAY]`);
    if (key === "docs") items.push(...value.map((doc) => parseDoc(doc, defaults, warn)));
    else if (key === "ids") items.push(...value.map((id) => itemOfId(id, defaults)));
    else throw parsingException(`unknown key [${key}] for a START_ARRAY, expected [docs] or [ids]`);
  }
  return items;
}

function itemOfId(id: Json, defaults: MgetDefaults): MgetItem {
  if (id === null || typeof id === "object" || typeof id === "boolean")
    throw illegalArgument("ids array element should only contain ids");
  const { index, routing, source, storedFields } = defaults;
  return { index, id: String(id), routing, version: undefined, versionType: undefined, source, storedFields };
}

function parseDoc(doc: Json, defaults: MgetDefaults, warn: (message: string) => void): MgetItem {
  if (!isJsonObject(doc)) throw illegalArgument("docs array element should include an object");
  const item = {
    id: undefined as string | undefined,
    version: undefined as number | bigint | undefined,
    versionType: undefined as VersionType | undefined,
    ...defaults,
  };
  for (const [key, value] of Object.entries(doc)) {
    if (key === "_index") item.index = textOf(key, value);
    else if (key === "_id") item.id = value === null ? undefined : textOf(key, value);
    else if (key === "routing") item.routing = value === null ? undefined : textOf(key, value);
    else if (key === "version") item.version = versionOf(value);
    else if (key === "version_type") item.versionType = versionType(textOf(key, value), warn);
    else if (key === "stored_fields") item.storedFields = textsOf(key, value);
    else if (key === "_source") item.source = sourceOf(value);
    else throw parseFailure(`failed to parse multi get request. unknown field [${key}]`);
  }
  return item;
}

function textsOf(key: string, value: Json): string[] {
  return (Array.isArray(value) ? value : [value]).map((item) => textOf(key, item));
}

function textOf(key: string, value: Json): string {
  if (value === null || typeof value === "object")
    throw parseFailure(`failed to parse multi get request. [${key}] has an unexpected value: [${tokenName(value)}]`);
  return String(value);
}

function versionOf(value: Json): number | bigint {
  const number = typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value;
  if (typeof number === "bigint" || (typeof number === "number" && Number.isInteger(number))) return number;
  throw illegalArgument(`failed to parse multi get request. [version] is no whole number: [${stringifyJson(value)}]`);
}

function sourceOf(value: Json): SourceFilter {
  if (typeof value === "boolean") return { fetch: value, includes: [], excludes: [] };
  if (typeof value === "string") {
    if (value === "true" || value === "false") return { fetch: value === "true", includes: [], excludes: [] };
    return { fetch: true, includes: [value], excludes: [] };
  }
  if (Array.isArray(value)) return { fetch: true, includes: textsOf("_source", value), excludes: [] };
  if (!isJsonObject(value)) throw parseFailure(`unexpected type for [_source]: [${tokenName(value)}]`);
  return sourceOfObject(value);
}

function sourceOfObject(value: JsonObject): SourceFilter {
  let includes: string[] = [];
  let excludes: string[] = [];
  for (const [key, names] of Object.entries(value)) {
    const list = textsOf(key, names);
    if (key === "include" || key === "includes") includes = list;
    else if (key === "exclude" || key === "excludes") excludes = list;
    else throw parseFailure(`source definition may not contain [${key}]`);
  }
  return { fetch: true, includes, excludes };
}
