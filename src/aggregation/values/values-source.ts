/**
 * The values of an aggregation: a field with `missing`, `format` and `time_zone`. The body is parsed immediately, but
 * resolved against an index only on its shards, so that only an index that it does not fit fails.
 */
import { BodyReader, parseDecimal } from "../../compat/body-reader.ts";
import { dateFormat } from "../../compat/dates/date-format.ts";
import { RequestError, illegalArgument } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { type NameTable, nameTable, ownOf } from "../../core/names.ts";
import { timeZone } from "../../compat/time-zone.ts";
import type { SortColumn, ValuesShape } from "../../mapping/field-capabilities.ts";
import { requireFieldData } from "../../mapping/field-data.ts";
import type { FieldSummary, MappedField } from "../../mapping/field-type.ts";
import { metadataConstant } from "../../query/index-constants.ts";
import { rangeBounds, type RangeOfNumbers } from "../../mapping/ranges/range-bounds.ts";
import { scriptOfRequest } from "../../scripting/parse-script.ts";
import type { Script } from "../../scripting/script.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { AggregationParseContext, ShardCollection } from "../aggregation-kind.ts";
import { failedField, readMissing, readText, unsupportedToken, withinField } from "../declared-values.ts";
import { ScriptedValues, type ValueScript } from "./scripted-values.ts";
import { RAW, termBytes, type ValueFormat, parseNumber } from "./value-format.ts";

/** A field on one index, ready to be read. Numbers are true values: dates in milliseconds, unsigned longs unshifted. */
export interface ValuesSource {
  /**
   * False: the field is not mapped here and `missing` is not set. Such a shard does not influence types and formats.
   */
  readonly mapped: boolean;
  /** Full path of the column. */
  readonly path: string;
  readonly shape: ValuesShape;
  /** How numbers are stored in the column. */
  readonly unit: NumberUnit;
  /** Whether values may have fractions. */
  readonly fractional: boolean;
  /** The value of documents without the field. */
  readonly missing: number | bigint | Uint8Array | undefined;
  readonly format: ValueFormat;
  /** Documented type of the field, to be compared with those of other indices. */
  readonly type: string | undefined;
  /** Bits of precision, where values have fewer than 64. */
  readonly precision?: 16 | 32 | undefined;
  /** For ranges of numbers and dates: decodes a term. */
  readonly bounds?: ((term: Uint8Array) => RangeOfNumbers) | undefined;
  /** For pre-aggregated values: the column with their counts. */
  readonly counts?: CountColumn | undefined;
  /** Values are made by a script, and stand in no column. */
  readonly script?: ValueScript | undefined;
  /** Of a source with a script on a shard (`RequestedValues.on`): the values of a segment. */
  readonly scripted?: ((reader: SegmentReader) => ScriptedValues) | undefined;
}

/** The counts of values. */
export interface CountColumn {
  readonly path: string;
  /**
   * `each`: one number for each value, which includes those before it in the document. `total`: one number for all; the
   * value beside it is their sum.
   */
  readonly of: "each" | "total";
}

/** `nanoseconds`: since 1970, converted to milliseconds; `unsigned`: stored minus 2^63. */
export type NumberUnit = "plain" | "nanoseconds" | "unsigned";

/** A values source as a request wrote it. */
export interface RequestedValues {
  readonly fieldName: string;
  readonly timeZone: string | undefined;
  /** The source on the index that the request was parsed for. Throws Elasticsearch's errors, the same each time. */
  source(): ValuesSource;
  /** The source for a collector on a shard. Throws as `source` does. */
  on(shard: ShardCollection): ValuesSource;
}

/** The values that an aggregation supports. */
export interface ValuesOptions {
  readonly shapes: readonly ValuesShape[];
  /** The type assumed for an unmapped field with `missing`. */
  readonly unmapped: "number" | "date" | "text";
  readonly formattable: boolean;
  readonly timeZone?: boolean;
  /** The format, where another key gives it; `formattable` reads it of the body. */
  readonly givenFormat?: string | undefined;
  /** Whether `missing` is no key of the body, and a body without a field is one of an unmapped field. */
  readonly keyless?: boolean;
  /** Whether only fields are supported, and no scripts. */
  readonly unscripted?: boolean;
  /** The only format of values that are supported; absent: any. */
  readonly onlyFormat?: ValueFormat["type"];
  /** Whether only numbers proper are: no instants, no booleans. */
  readonly onlyNumeric?: boolean;
}

/** All that a column can hold. */
export const ALL_SHAPES: readonly ValuesShape[] = ["numbers", "ordinals", "points", "ranges"];

type UnmappedType = "text" | "long" | "double" | "date" | "ip" | "boolean";

const VALUE_TYPES: NameTable<UnmappedType> = nameTable({
  string: "text",
  byte: "long",
  short: "long",
  integer: "long",
  long: "long",
  number: "double",
  numeric: "double",
  float: "double",
  double: "double",
  date: "date",
  ip: "ip",
  boolean: "boolean",
});

type Scalar = string | number | bigint | boolean;

interface Asked {
  readonly name: string;
  readonly kind: string;
  readonly fieldName: string;
  readonly missing: Scalar | undefined;
  readonly format: string | undefined;
  readonly timeZone: string | undefined;
  readonly valueType: string | undefined;
  readonly script: Script | undefined;
  readonly hasField: boolean;
}

/**
 * Parses `field`, `missing`, `format`, `value_type` and `time_zone`, and ends the body: must be called last. Throws 400
 * for unknown keys and for a body without field.
 */
export function readValues(
  name: string,
  read: BodyReader,
  context: AggregationParseContext,
  options: ValuesOptions,
): RequestedValues {
  const fieldName = readText(read, "field");
  const script = options.unscripted ? undefined : readScript(read);
  const asked: Asked = {
    name,
    kind: read.what,
    fieldName: fieldName ?? "",
    missing: options.keyless ? undefined : readMissing(read, name),
    format: options.formattable ? readText(read, "format") : options.givenFormat,
    timeZone: options.timeZone ? readTimeZone(read) : undefined,
    valueType: readValueType(read),
    script,
    hasField: fieldName !== undefined,
  };
  read.end();
  if (fieldName === undefined && script === undefined)
    throw illegalArgument(
      `Required one of fields [field${options.unscripted ? "" : ", script"}], but none were specified.`,
    );
  return requested(asked, options, context);
}

/**
 * Parses one of several named fields of an aggregation (`MultiValuesSourceFieldConfig`); `kind` is the aggregation's.
 * `also` reads more keys of it.
 */
export function readFieldConfig(
  name: string,
  { kind, also }: { readonly kind: string; readonly also?: (read: BodyReader) => void },
  config: Json,
  context: AggregationParseContext,
  options: ValuesOptions,
): RequestedValues {
  const read = new BodyReader("field_config", config, "object");
  const fieldName = readText(read, "field");
  const script = readScript(read);
  const asked: Asked = {
    name,
    kind,
    fieldName: fieldName ?? "",
    missing: readMissing(read, name),
    format: options.formattable ? readText(read, "format") : undefined,
    timeZone: readTimeZone(read),
    valueType: readValueType(read),
    script,
    hasField: fieldName !== undefined,
  };
  also?.(read);
  read.end();
  if (fieldName === undefined && script === undefined)
    throw illegalArgument("[field] and [script] cannot both be null.  Please specify one or the other.");
  if (fieldName !== undefined && script !== undefined)
    throw illegalArgument("[field] and [script] have both been configured.  Please specify one or the other.");
  return requested(asked, options, context);
}

/** The values of one of several fields that share a body; `missing` is by field. */
export function fieldValues(
  {
    name,
    kind,
    field,
    missing,
  }: {
    readonly name: string;
    readonly kind: string;
    readonly field: string;
    readonly missing: JsonObject;
  },
  context: AggregationParseContext,
  options: ValuesOptions,
): RequestedValues {
  const value = ownOf(missing, field);
  const asked: Asked = {
    name,
    kind,
    fieldName: field,
    missing: typeof value === "object" ? undefined : value,
    format: undefined,
    timeZone: undefined,
    valueType: undefined,
    script: undefined,
    hasField: true,
  };
  return requested(asked, options, context);
}

function requested(asked: Asked, options: ValuesOptions, context: AggregationParseContext): RequestedValues {
  if (asked.script?.kind === "inline" && /\b_score\b/.test(asked.script.source)) context.needScores();
  const source = once(() => sourceOf(asked, options, context));
  return {
    fieldName: asked.fieldName,
    timeZone: asked.timeZone,
    source,
    on(shard) {
      const found = source();
      const { script } = found;
      return script ? { ...found, scripted: (reader) => new ScriptedValues(reader, script, shard) } : found;
    },
  };
}

/** Calls a function once and caches its result or error. */
function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  let failed: { error: unknown } | undefined;
  return () => {
    if (failed) throw failed.error;
    try {
      made ??= { value: make() };
    } catch (error) {
      failed = { error };
      throw error;
    }
    return made.value;
  };
}

function readValueType(read: BodyReader): string | undefined {
  const name = readText(read, "value_type");
  if (name === undefined || Object.hasOwn(VALUE_TYPES, name)) return name;
  throw failedField(read, "value_type", illegalArgument(`Unknown value type [${name}]`));
}

function readScript(read: BodyReader): Script | undefined {
  const value = read.json("script");
  if (value === undefined) return undefined;
  if (typeof value !== "string" && !isJsonObject(value)) throw unsupportedToken(read, "script", value);
  return withinField(read, "script", () => scriptOfRequest(value));
}

/** A name, an offset, or a number of hours. */
function readTimeZone(read: BodyReader): string | undefined {
  const given = read.json("time_zone");
  if (given === undefined) return undefined;
  if (typeof given === "number")
    return `${given < 0 ? "-" : "+"}${String(Math.abs(Math.trunc(given))).padStart(2, "0")}:00`;
  const zone = readText(read, "time_zone") ?? "";
  withinField(read, "time_zone", () => checkZone(zone));
  return zone;
}

function checkZone(name: string): void {
  try {
    timeZone(name);
  } catch (error) {
    throw error instanceof RequestError ? new RequestError(400, "zone_rules_exception", error.message) : error;
  }
}

function sourceOf(asked: Asked, options: ValuesOptions, context: AggregationParseContext): ValuesSource {
  if (asked.script && !asked.hasField) return scriptSource(asked, asked.script, options, context);
  const field = context.mapping.field(asked.fieldName);
  if (!field || field.capabilities.object) return unmappedSource(asked, options, context.nowMs);
  const source = fieldSource(field, asked, options, context);
  // Points, ranges and what is aggregated before is taken as it is.
  if (!asked.script || isGeometry(source) || source.shape === "ranges" || source.counts) return source;
  const program = programOf(asked.script, context);
  const asLongs = LONG_AGGREGATIONS.has(asked.kind);
  const script = { program, fieldName: field.path, asLongs };
  return { ...source, path: NO_PATH, unit: "plain", fractional: source.shape === "numbers", script };
}

function isGeometry({ shape }: ValuesSource): boolean {
  return shape === "points" || shape === "plane-points";
}

/** Aggregations that read numbers as longs; to the scripts of others, all of a field's are doubles. */
const LONG_AGGREGATIONS: ReadonlySet<string> = new Set(["date_histogram", "auto_date_histogram"]);

function programOf(script: Script, { mapping }: AggregationParseContext): ValueScript["program"] {
  return mapping.scripts.program(script, "aggs")();
}

/** The 400 for a script whose values the aggregation does not support. */
function notSupportedScript({ kind, valueType }: Asked): RequestError {
  return illegalArgument(`Script yielding [${valueType ?? "unknown type"}] is not supported for aggregation [${kind}]`);
}

/** Values that a script makes of documents; `value_type` says of which type. */
function scriptSource(
  asked: Asked,
  script: Script,
  options: ValuesOptions,
  context: AggregationParseContext,
): ValuesSource {
  const program = programOf(script, context);
  if (!options.shapes.some((shape) => shape === "numbers" || shape === "ordinals"))
    throw new RequestError(
      400,
      "aggregation_execution_exception",
      "value source of type [geopoint] is not supported by scripts",
    );
  const taken = takenType(asked.valueType, options);
  const format = unmappedFormat(taken, asked);
  const shape = taken === "text" || taken === "ip" ? "ordinals" : "numbers";
  if (!options.shapes.includes(shape)) throw notSupportedScript(asked);
  return {
    mapped: true,
    path: NO_PATH,
    shape,
    unit: "plain",
    fractional: taken === "double",
    missing:
      shape === "ordinals" ? missingTerm(asked.missing, format) : missingNumber(asked.missing, format, context.nowMs),
    format,
    type: undefined,
    script: { program, fieldName: undefined, asLongs: false },
  };
}

/** The type of values of no field. */
function takenType(valueType: string | undefined, options: ValuesOptions): UnmappedType {
  const hint = valueType === undefined ? undefined : VALUE_TYPES[valueType];
  return hint ?? ({ number: "double", date: "date", text: "text" } as const)[options.unmapped];
}

function fieldSource(
  field: MappedField,
  asked: Asked,
  options: ValuesOptions,
  context: AggregationParseContext,
): ValuesSource {
  const constant =
    field.path === "_index" || field.path === "_index_mode"
      ? metadataConstant(context.mapping, field.path)
      : field.constant;
  if (typeof constant === "string") {
    if (!options.shapes.includes("ordinals")) throw notSupported(field, asked);
    return constantSource(field, constant);
  }
  if (field.capabilities.vectors) refuseVectors(field, asked, options);
  requireFieldData(field, asked.fieldName, context.mapping.index);
  const format = formatOf(field, asked);
  if (field.summary) return summarySource(field, field.summary, asked, format);
  const { valuesSource: shape, dates, sortColumn } = field.capabilities;
  if (!shape || !options.shapes.includes(shape)) throw notSupported(field, asked);
  if (options.onlyFormat && format.type !== options.onlyFormat) throw notSupported(field, asked);
  if (options.onlyNumeric && (dates || format.type === "boolean")) throw notSupported(field, asked);
  if (REFUSING_COUNTERS.has(asked.kind) && isCounter(field, context.mapping))
    throw illegalArgument(
      `Field [${asked.fieldName}] of type [${field.type}][counter] is not supported for aggregation [${asked.kind}]`,
    );
  if (shape === "ranges") return rangeSource(field, asked, format);
  const missing =
    shape === "numbers"
      ? missingNumber(asked.missing, format, context.nowMs)
      : missingBytes(asked.missing, shape, format);
  return {
    mapped: true,
    path: field.path,
    shape,
    unit: dates === "nanoseconds" ? "nanoseconds" : field.valueOffset !== undefined ? "unsigned" : "plain",
    fractional: FRACTIONAL.has(sortColumn) || (typeof missing === "number" && missing % 1 !== 0),
    missing,
    format,
    type: field.type,
    precision: sortColumn === "half_float" ? 16 : sortColumn === "float" ? 32 : undefined,
  };
}

/** Aggregations for which the values of a counter, which only grow until they begin again, mean nothing. */
const REFUSING_COUNTERS: ReadonlySet<string> = new Set([
  "auto_date_histogram",
  "date_histogram",
  "diversified_sampler",
  "missing",
  "multi_terms",
  "rare_terms",
  "significant_terms",
  "terms",
]);

function isCounter({ parameters }: MappedField, mapping: AggregationParseContext["mapping"]): boolean {
  return parameters["time_series_metric"] === "counter" && mapping.setting("index.mode") === "time_series";
}

const FRACTIONAL: ReadonlySet<SortColumn> = new Set<SortColumn>(["half_float", "float", "double"]);

/** Ranges: all aggregations can count them, and the histogram of their kind spreads them over intervals. */
function rangeSource(field: MappedField, asked: Asked, format: ValueFormat): ValuesSource {
  if (asked.missing !== undefined) {
    throw illegalArgument(
      "Can't apply missing values on a class org.elasticsearch.search.aggregations.support.ValuesSource$Range",
    );
  }
  const bounds = rangeBounds(field.type);
  if (asked.kind === "histogram" && !bounds)
    throw illegalArgument(`Expected numeric range type but found non-numeric range [${field.type}]`);
  if (asked.kind === "date_histogram" && field.capabilities.valueFormat !== "date") {
    throw illegalArgument(`Expected date range type but found range type [${field.type}]`);
  }
  return {
    mapped: true,
    path: field.path,
    shape: "ranges",
    unit: "plain",
    fractional: true,
    missing: undefined,
    format,
    type: field.type,
    bounds,
  };
}

/**
 * The 400 for a field that the aggregation does not support. The message names the flattened field instead of its key.
 */
function notSupported(field: MappedField, asked: Asked): RequestError {
  if (asked.script) return notSupportedScript(asked);
  if (asked.kind === "weighted_avg")
    return illegalArgument(`Expected numeric type on field [${asked.fieldName}], but got [${field.type}]`);
  const name = field.keyed ? field.keyed.all.path : asked.fieldName;
  return illegalArgument(`Field [${name}] of type [${field.type}] is not supported for aggregation [${asked.kind}]`);
}

/** The columns of a pre-aggregated field that an aggregation reads. `missing` does not apply to such fields. */
function summarySource(field: MappedField, summary: FieldSummary, asked: Asked, format: ValueFormat): ValuesSource {
  const source = {
    mapped: true,
    shape: "numbers",
    unit: "plain",
    fractional: true,
    missing: undefined,
    format,
    type: field.type,
  } as const;
  if (summary.form === "histogram") {
    if (!HISTOGRAM_AGGREGATIONS.has(asked.kind)) throw notSupported(field, asked);
    const { path } = field;
    return asked.kind === "min" || asked.kind === "max"
      ? { ...source, path }
      : { ...source, path, counts: { path: summary.counts, of: "each" } };
  }
  const { columns } = summary;
  switch (asked.kind) {
    case "min":
    case "max":
    case "sum":
      return { ...source, path: columns[asked.kind] ?? NO_PATH };
    case "value_count":
      return {
        ...source,
        path: columns.value_count ?? NO_PATH,
        counts: { path: columns.value_count ?? NO_PATH, of: "total" },
      };
    case "avg":
      return { ...source, path: columns.sum ?? NO_PATH, counts: { path: columns.value_count ?? NO_PATH, of: "total" } };
    default:
      throw notSupported(field, asked);
  }
}

/** Aggregations that support histogram fields. */
const HISTOGRAM_AGGREGATIONS: ReadonlySet<string> = new Set([
  "min",
  "max",
  "sum",
  "avg",
  "value_count",
  "histogram",
  "range",
  "percentiles",
  "percentile_ranks",
  "boxplot",
  "rate",
]);

/** Vectors are not numeric, and aggregations for values of any kind refuse them with their own messages. */
function refuseVectors(field: MappedField, asked: Asked, options: ValuesOptions): void {
  if (!options.shapes.includes("ordinals")) throw notSupported(field, asked);
  if (asked.kind === "cardinality")
    throw illegalArgument(`Cardinality aggregation [${asked.name}] does not support vector fields`);
}

function formatOf(field: MappedField, asked: Asked): ValueFormat {
  const { valueFormat } = field.capabilities;
  switch (valueFormat) {
    case "date":
      return dateFormatOf(field, asked);
    case "decimal":
      return asked.format === undefined ? RAW : { type: "decimal", pattern: asked.format };
    case "base64":
    case "base64url":
      return { type: valueFormat };
    default:
      withoutFormat(field, asked);
      return { type: valueFormat };
  }
}

function dateFormatOf(field: MappedField, asked: Asked): ValueFormat {
  const own = field.parameters["format"];
  const fallback =
    field.capabilities.dates === "nanoseconds" ? "strict_date_optional_time_nanos||epoch_millis" : DEFAULT_DATE_FORMAT;
  return dateValues(asked.format ?? (typeof own === "string" ? own : fallback), asked.timeZone);
}

function withoutFormat(field: MappedField, asked: Asked): void {
  if (asked.format !== undefined)
    throw illegalArgument(`Field [${asked.fieldName}] of type [${field.type}] does not support custom formats`);
}

const DEFAULT_DATE_FORMAT = "strict_date_optional_time||epoch_millis";

function dateValues(pattern: string, zone: string | undefined): ValueFormat {
  dateFormat(pattern); // throws for a pattern that cannot be read
  return { type: "date", pattern, zone };
}

/** A path that no field has. */
const NO_PATH = "";

/** The source of an unmapped field; it counts as mapped when `missing` is set. */
function unmappedSource(asked: Asked, options: ValuesOptions, nowMs: number): ValuesSource {
  const taken = takenType(asked.missing === undefined ? undefined : asked.valueType, options);
  const format = unmappedFormat(taken, asked);
  const shape = taken === "text" || taken === "ip" ? "ordinals" : "numbers";
  const missing =
    shape === "ordinals" ? missingTerm(asked.missing, format) : missingNumber(asked.missing, format, nowMs);
  // No path: the field may exist in the segments, but be hidden from the caller.
  return {
    mapped: missing !== undefined,
    path: NO_PATH,
    shape,
    unit: "plain",
    fractional: taken === "double",
    missing,
    format,
    type: undefined,
  };
}

function unmappedFormat(taken: UnmappedType, asked: Asked): ValueFormat {
  if (taken === "date") return dateValues(asked.format ?? DEFAULT_DATE_FORMAT, asked.timeZone);
  if (taken === "ip" || taken === "boolean") return { type: taken };
  return asked.format === undefined || taken === "text" ? RAW : { type: "decimal", pattern: asked.format };
}

/** `_index`, constant_keyword: every document has the same value, so no column is needed. */
function constantSource(field: MappedField, index: string): ValuesSource {
  return {
    mapped: true,
    path: field.path,
    shape: "ordinals",
    unit: "plain",
    fractional: false,
    missing: Buffer.from(index),
    format: RAW,
    type: field.type,
  };
}

function missingNumber(missing: Scalar | undefined, format: ValueFormat, nowMs: number): number | bigint | undefined {
  if (missing === undefined || typeof missing === "number" || typeof missing === "bigint") return missing;
  const text = String(missing);
  return format.type === "raw" || format.type === "decimal" ? parseDecimal(text) : parseNumber(format, text, nowMs);
}

function missingTerm(missing: Scalar | undefined, format: ValueFormat): Uint8Array | undefined {
  if (missing === undefined) return undefined;
  return termBytes(format, String(missing));
}

/** Points are only counted: any value works. */
function missingBytes(
  missing: Scalar | undefined,
  shape: "ordinals" | "points" | "plane-points",
  format: ValueFormat,
): Uint8Array | undefined {
  if (shape === "ordinals") return missingTerm(missing, format);
  return missing === undefined ? undefined : Buffer.from(String(missing));
}
