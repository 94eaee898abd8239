/**
 * Parses mappings as users write them into trees. Errors are Elasticsearch's, without the prefix `Failed to parse
 * mapping`.
 */
import { dateFormat } from "../compat/dates/date-format.ts";
import { illegalArgument, RequestError } from "../compat/errors.ts";
import { javaMapOrder } from "../compat/java-map-order.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { ownOf } from "../core/names.ts";
import { checkTemplate } from "./check-template.ts";
import { parseDynamicTemplates, type DynamicTemplate } from "./dynamic-template.ts";
import type { MappingContext } from "./mapping-context.ts";
import { javaText, mapperParsing, notOfClass, nullPointer, wrapError } from "./mapping-error.ts";
import { atRoot, type MergeReason } from "./merge-reason.ts";
import type { RootMapping } from "./mapping-tree.ts";
import { DATA_STREAM_TIMESTAMP, metadataFieldNames, SIZE } from "./metadata-fields.ts";
import { readBoolean, readFlag } from "./parameter.ts";
import { objectKeys, readObject } from "./parse-properties.ts";
import { parseRuntimeSection } from "./runtime/parse-runtime.ts";
import { readSource } from "./source-mapping.ts";
import { isLogs, isTimeSeries, sourceModeSetting } from "./time-series/index-mode.ts";

/** Options of a root that objects do not have. */
interface RootOptions {
  runtime?: RootMapping["runtime"];
  dynamicTemplates?: readonly DynamicTemplate[];
  dynamicDateFormats?: readonly string[];
  dateDetection?: boolean | undefined;
  numericDetection?: boolean | undefined;
}

/** Parses a whole mapping; it may be wrapped in `_doc`. */
export function parseRootMapping(body: JsonObject, context: MappingContext, reason: MergeReason): RootMapping {
  const own = Object.keys(body);
  const typed = own.length === 1 && own[0] === "_doc" && isJsonObject(body["_doc"]) ? body["_doc"] : body;
  const options: RootOptions = {};
  const { type: _none, ...object } = typed;
  const build = readObject("", "", object, context, (key, value) => readRootKey(key, value, typed, context, options));
  for (const key of Object.keys(typed)) refuseMetadata(key, typed[key] ?? null);
  const source =
    typed["_source"] === undefined ? undefined : readSource(typed["_source"], sourceModeSetting(context.settings));
  const mode = isTimeSeries(context.settings) ? "time_series" : isLogs(context.settings) ? "logsdb" : undefined;
  if (source?.enabled === false && mode !== undefined)
    throw illegalArgument(`_source can not be disabled in index using [${mode}] index mode`);
  const routingRequired =
    typed["_routing"] === undefined ? undefined : readMetadataFlag("_routing", "required", typed["_routing"]);
  const sizeEnabled = typed[SIZE] === undefined ? undefined : readMetadataFlag(SIZE, "enabled", typed[SIZE]);
  const timestamp = typed[DATA_STREAM_TIMESTAMP];
  const timestampRequired =
    timestamp === undefined ? undefined : readMetadataFlag(DATA_STREAM_TIMESTAMP, "enabled", timestamp);
  const meta = readRootMeta(typed["_meta"]);
  const unsupported = Object.keys(typed).filter((key) => !ROOT_KEYS.has(key));
  if (unsupported.length > 0) {
    const listed = javaMapOrder(unsupported).map((key) => `[${key} : ${javaText(ownOf(typed, key))}]`);
    throw mapperParsing(`Root mapping definition has unsupported parameters:  ${listed.join(" ")}`);
  }
  const { runtime, dynamicTemplates, dynamicDateFormats, dateDetection, numericDetection } = options;
  return {
    object: build({ ...atRoot, reason }),
    runtime,
    dynamicTemplates,
    dynamicDateFormats,
    dateDetection,
    numericDetection,
    source,
    routingRequired,
    sizeEnabled,
    timestampRequired,
    meta,
  };
}

function readRootKey(key: string, value: Json, body: JsonObject, context: MappingContext, options: RootOptions): void {
  if (key === "runtime") options.runtime = parseRuntimeSection(value, context);
  if (key === "dynamic_templates")
    options.dynamicTemplates = parseDynamicTemplates(value, (template) => checkTemplate(template, context));
  if (key === "dynamic_date_formats") options.dynamicDateFormats = readDateFormats(value);
  if (key === "date_detection") options.dateDetection = readDetection(body, key);
  if (key === "numeric_detection") options.numericDetection = readDetection(body, key);
}

function readDetection(body: JsonObject, key: string): boolean | undefined {
  if (ownOf(body, key) === null) throw nullPointer('Cannot invoke "Object.toString()" because "node" is null');
  return readFlag(body, key, key);
}

const ROOT_KEYS = new Set([
  ...objectKeys.filter((key) => key !== "type"),
  "dynamic_templates",
  "dynamic_date_formats",
  "date_detection",
  "numeric_detection",
  "runtime",
  "_source",
  "_routing",
  "_meta",
  "_field_names",
  SIZE,
  DATA_STREAM_TIMESTAMP,
]);

const NOT_CONFIGURABLE = new Set([
  "_id",
  "_index",
  "_index_mode",
  "_ignored",
  "_ignored_source",
  "_nested_path",
  "_seq_no",
  "_tier",
  "_version",
  "_doc_count",
  "_tsid",
  "_ts_routing_hash",
]);

/** Throws for metadata fields that cannot be configured. */
function refuseMetadata(key: string, value: Json): void {
  if ((metadataFieldNames.has(key) || NOT_CONFIGURABLE.has(key)) && !isJsonObject(value))
    throw illegalArgument(`[${key}] config must be an object`);
  if (NOT_CONFIGURABLE.has(key)) throw mapperParsing(`${key} is not configurable`);
  if (key === "_field_names" && isJsonObject(value) && Object.keys(value).length > 0) {
    refuseOthers(key, value, "enabled");
    if (value["enabled"] === null) throw nullPointer('Cannot invoke "Object.toString()" because "node" is null');
    throw mapperParsing(
      "The `enabled` setting for the `_field_names` field has been deprecated and removed. Please remove it from your mappings and templates.",
    );
  }
}

function readDateFormats(value: Json): string[] {
  if (value === null) throw nullPointer('Cannot invoke "Object.toString()" because "fieldNode" is null');
  if (!Array.isArray(value)) return value === "none" ? [] : [readDateFormat(value)];
  return value.map((format) => {
    if (format === null) throw nullPointer('Cannot invoke "Object.toString()" because "formatter" is null');
    if (javaText(format).startsWith("epoch_"))
      throw mapperParsing(`Epoch [${javaText(format)}] is not supported as dynamic date format`);
    return readDateFormat(format);
  });
}

function readDateFormat(value: Json): string {
  if (typeof value !== "string") throw illegalArgument(`Invalid format: [${javaText(value)}]: expected string value`);
  dateFormat(value);
  return value;
}

function readRootMeta(value: Json | undefined): JsonObject | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isJsonObject(value)) throw notOfClass(value, "Map");
  return value;
}

/** The flag of a metadata field that has one. */
function readMetadataFlag(name: string, flag: string, value: Json): boolean {
  if (!isJsonObject(value)) throw illegalArgument(`[${name}] config must be an object`);
  refuseOthers(name, value, flag);
  return ownOf(value, flag) !== undefined && readBoolean(ownOf(value, flag) ?? false);
}

function refuseOthers(name: string, value: JsonObject, parameter: string): void {
  for (const key of Object.keys(value))
    if (key !== parameter) throw mapperParsing(`unknown parameter [${key}] on metadata field [${name}]`);
}

/** Wraps an error of a mapping as Elasticsearch does. */
export function mappingError(error: unknown): unknown {
  if (!(error instanceof RequestError)) return error;
  return wrapError("mapper_parsing_exception", `Failed to parse mapping: ${error.message}`, error);
}
