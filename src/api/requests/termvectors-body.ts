/**
 * What is asked of the term vectors of a document: body and query string (`TermVectorsRequest`,
 * `RestTermVectorsAction`).
 */
import { tokenName } from "../../compat/body-reader.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { type NameTable, nameTable, put } from "../../core/names.ts";
import type { VersionType } from "../../documents/documents.ts";
import { booleanParameter, listParameter, longParameter } from "../../http/parameters.ts";
import type { TermFilter, TermVectorOptions } from "../../search/term-vectors/term-vector-item.ts";
import { parseFailure } from "./request-body.ts";
import { versionType } from "../targets/write-parameters.ts";

/** One document whose vectors are wanted. */
export interface TermVectorRequest {
  readonly index: string | undefined;
  readonly id: string | undefined;
  /** A document of the request's own, instead of an id. */
  readonly doc: Json | undefined;
  readonly routing: string | undefined;
  readonly realtime: boolean;
  readonly version: number | bigint | undefined;
  readonly versionType: VersionType | undefined;
  readonly options: TermVectorOptions;
}

type Parameters = Readonly<Record<string, string>>;
type Warn = (message: string) => void;

const NO_FILTER: TermFilter = {
  maxNumTerms: 25,
  minTermFreq: 0,
  maxTermFreq: 0x7fffffff,
  minDocFreq: 0,
  maxDocFreq: 0x7fffffff,
  minWordLength: 0,
  maxWordLength: 0,
};

const FILTER_KEYS: NameTable<keyof TermFilter> = nameTable({
  max_num_terms: "maxNumTerms",
  min_term_freq: "minTermFreq",
  max_term_freq: "maxTermFreq",
  min_doc_freq: "minDocFreq",
  max_doc_freq: "maxDocFreq",
  min_word_length: "minWordLength",
  max_word_length: "maxWordLength",
});

/** A request of which nothing is said. */
export function emptyRequest(index: string | undefined, id: string | undefined): TermVectorRequest {
  const options = { positions: true, offsets: true, payloads: true, fieldStatistics: true, termStatistics: false };
  return {
    index,
    id,
    doc: undefined,
    routing: undefined,
    realtime: true,
    version: undefined,
    versionType: undefined,
    options,
  };
}

/** What the query string adds; it goes before what is there, its fields join those that are there. */
export function withParameters(request: TermVectorRequest, parameters: Parameters, warn: Warn): TermVectorRequest {
  const { options } = request;
  const fields = listParameter(parameters, "fields");
  return {
    ...request,
    routing: parameters["routing"] || request.routing,
    realtime: booleanParameter(parameters, "realtime", request.realtime),
    version: longParameter(parameters, "version") ?? request.version,
    versionType: versionType(parameters["version_type"], warn) ?? request.versionType,
    options: {
      ...options,
      fields: fields === undefined ? options.fields : [...(options.fields ?? []), ...fields],
      positions: booleanParameter(parameters, "positions", options.positions),
      offsets: booleanParameter(parameters, "offsets", options.offsets),
      payloads: booleanParameter(parameters, "payloads", options.payloads),
      fieldStatistics: booleanParameter(parameters, "field_statistics", options.fieldStatistics),
      termStatistics: booleanParameter(parameters, "term_statistics", options.termStatistics),
    },
  };
}

/** What a body, or an item of mtermvectors, adds. Throws 400 in Elasticsearch's words. */
export function withBody(request: TermVectorRequest, body: JsonObject, warn: Warn): TermVectorRequest {
  let read = request;
  for (const [key, value] of Object.entries(body)) read = withMember(read, key, value, warn);
  return read;
}

function withMember(request: TermVectorRequest, key: string, value: Json, warn: Warn): TermVectorRequest {
  switch (key) {
    case "_index":
      return { ...request, index: textOf(key, value) };
    case "_id":
      if (request.doc !== undefined) throw bothGiven();
      return { ...request, id: textOf(key, value) };
    case "doc":
      if (request.id !== undefined) throw bothGiven();
      return { ...request, doc: value };
    case "routing":
      return { ...request, routing: textOf(key, value) };
    case "version":
      return { ...request, version: versionOf(value) };
    case "version_type":
      return { ...request, versionType: versionType(textOf(key, value), warn) };
    default:
      return { ...request, options: withOption(request.options, key, value) };
  }
}

function withOption(options: TermVectorRequest["options"], key: string, value: Json): TermVectorRequest["options"] {
  switch (key) {
    case "fields":
      if (!Array.isArray(value))
        throw parseFailure("failed to parse term vectors request. field [fields] must be an array");
      return { ...options, fields: value.map((field) => textOf(key, field)) };
    case "positions":
    case "offsets":
    case "payloads":
      return { ...options, [key]: booleanOf(value) };
    case "field_statistics":
    case "fieldStatistics":
      return { ...options, fieldStatistics: booleanOf(value) };
    case "term_statistics":
    case "termStatistics":
      return { ...options, termStatistics: booleanOf(value) };
    case "per_field_analyzer":
    case "perFieldAnalyzer":
      return { ...options, perFieldAnalyzer: analyzersOf(value) };
    case "filter":
      return { ...options, filter: filterOf(value) };
    default:
      throw parseFailure(`failed to parse term vectors request. unknown field [${key}]`);
  }
}

function filterOf(value: Json): TermFilter {
  if (!isJsonObject(value))
    throw parseFailure(
      `failed to parse term vectors request. [filter] must be an object, but found [${tokenName(value)}]`,
    );
  const filter: Record<keyof TermFilter, number> = { ...NO_FILTER };
  for (const [key, member] of Object.entries(value)) {
    const name = Object.hasOwn(FILTER_KEYS, key) ? FILTER_KEYS[key] : undefined;
    if (!name)
      throw parseFailure(
        `failed to parse term vectors request. the field [${key}] is not valid for filter parameter for term vector request`,
      );
    filter[name] = integerOf(member);
  }
  return filter;
}

/** A 32-bit integer, also as text; what is behind the point is cut off. */
function integerOf(value: Json): number {
  const number =
    typeof value === "number" || (typeof value === "string" && /^[+-]?\d+(?:\.\d*)?$/.test(value))
      ? Math.trunc(Number(value))
      : Number.NaN;
  if (number >= -0x80000000 && number <= 0x7fffffff) return number;
  throw new RequestError(400, "number_format_exception", `For input string: "${scalarText(value)}"`);
}

function analyzersOf(value: Json): Record<string, string> {
  if (!isJsonObject(value))
    throw parseFailure(
      `failed to parse term vectors request. [per_field_analyzer] must be an object, but found [${tokenName(value)}]`,
    );
  const analyzers: Record<string, string> = {};
  for (const [field, analyzer] of Object.entries(value)) {
    if (typeof analyzer !== "string")
      throw parseFailure(
        `expecting the analyzer at [${field}] to be a String, but found [${javaClass(analyzer)}] instead`,
      );
    put(analyzers, field, analyzer);
  }
  return analyzers;
}

/** How the original names what a JSON value became. */
function javaClass(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "class java.util.ArrayList";
  if (typeof value === "object") return "class java.util.HashMap";
  if (typeof value === "boolean") return "class java.lang.Boolean";
  if (typeof value === "bigint") return "class java.lang.Long";
  if (typeof value === "number" && !Number.isInteger(value)) return "class java.lang.Double";
  return Number(value) >= -0x80000000 && Number(value) <= 0x7fffffff
    ? "class java.lang.Integer"
    : "class java.lang.Long";
}

function booleanOf(value: Json): boolean {
  if (typeof value === "boolean") return value;
  if (value === "true" || value === "false") return value === "true";
  if (typeof value === "string")
    throw illegalArgument(`Failed to parse value [${value}] as only [true] or [false] are allowed.`);
  const token =
    typeof value === "number"
      ? Number.isInteger(value)
        ? "VALUE_NUMBER_INT"
        : "VALUE_NUMBER_FLOAT"
      : tokenName(value);
  throw new RequestError(400, "x_content_parse_exception", `Current token (${token}) not of boolean type`);
}

function versionOf(value: Json): number | bigint {
  const number = typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value;
  if (typeof number === "bigint" || (typeof number === "number" && Number.isInteger(number))) return number;
  throw illegalArgument(`failed to parse term vectors request. [version] is no whole number: [${scalarText(value)}]`);
}

function textOf(key: string, value: Json): string {
  if (value === null || typeof value === "object")
    throw illegalArgument(
      `failed to parse term vectors request. Expected text for [${key}] but found ${tokenName(value)}`,
    );
  return String(value);
}

function scalarText(value: Json): string {
  return value === null || typeof value === "object" ? tokenName(value) : String(value);
}

function bothGiven(): RequestError {
  return parseFailure("failed to parse term vectors request. either [id] or [doc] can be specified, but not both!");
}
