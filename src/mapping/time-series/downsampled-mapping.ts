/**
 * What becomes of the fields of time series when these are downsampled: dimensions stay, gauges become summaries,
 * counters and labels keep their last value (`TransportDownsampleAction`).
 */
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { valueText } from "../../compat/value-text.ts";
import { ownOf, put } from "../../core/names.ts";

/** A field of points, with where its values are found. */
export interface SeriesField {
  readonly path: string;
  /** Where its value is written: a multi-field stands for its parent. */
  readonly target: string;
  /** The columns, or the source for what columns do not show as a whole. */
  readonly from: "columns" | "source";
}

/** A metric; `summary`: the parts of one that is summarised already. */
export interface SeriesMetric extends SeriesField {
  readonly kind: "gauge" | "counter";
  readonly summary: readonly string[] | undefined;
}

/** All fields of an index of time series that its downsampled form has. */
export interface SeriesFields {
  readonly dimensions: readonly SeriesField[];
  readonly metrics: readonly SeriesMetric[];
  readonly labels: readonly SeriesField[];
  readonly timestampFormat: string;
}

const GAUGE_PARTS = ["min", "max", "sum", "value_count"];
/** Types that are kept only where another field has them in columns. */
const WITHOUT_COLUMNS = new Set([
  "alias",
  "annotated_text",
  "binary",
  "completion",
  "dense_vector",
  "join",
  "match_only_text",
  "murmur3",
  "nested",
  "object",
  "passthrough",
  "pattern_text",
  "percolator",
  "rank_feature",
  "rank_features",
  "rank_vectors",
  "search_as_you_type",
  "semantic_text",
  "sparse_vector",
  "text",
]);
/** Types whose columns do not show a value as it came. */
const BY_SOURCE = new Set(["aggregate_metric_double", "flattened", "geo_point", "geo_shape", "histogram", "point"]);

/** Fields of a mapping, as it is stored. */
export function seriesFields(mapping: JsonObject): SeriesFields {
  const found = { dimensions: [] as SeriesField[], metrics: [] as SeriesMetric[], labels: [] as SeriesField[] };
  const taken = new Set<string>();
  for (const { path, definition, parent, isDimension } of mappedFields(mapping)) {
    if (path === "@timestamp") continue;
    const type = definition["type"];
    const keys = definition["time_series_dimensions"];
    if (Array.isArray(keys))
      for (const key of keys.map(valueText))
        found.dimensions.push({ path: `${path}.${key}`, target: `${path}.${key}`, from: "columns" });
    if (typeof type !== "string" || WITHOUT_COLUMNS.has(type) || definition["doc_values"] === false) continue;
    const from = BY_SOURCE.has(type) ? "source" : "columns";
    const field: SeriesField = { path, target: parent ?? path, from };
    const kind = definition["time_series_metric"];
    const parts = definition["metrics"];
    if (isDimension || definition["time_series_dimension"] === true) found.dimensions.push({ ...field, target: path });
    else if (kind === "gauge" || kind === "counter")
      found.metrics.push({ ...field, kind, summary: Array.isArray(parts) ? parts.map(String) : undefined });
    else if (!Array.isArray(keys) && !taken.has(field.target)) {
      taken.add(field.target);
      found.labels.push(field);
    }
  }
  const timestamp = ownOf(objectOf(mapping["properties"]), "@timestamp");
  const format = isJsonObject(timestamp) ? timestamp["format"] : undefined;
  const isNanos = isJsonObject(timestamp) && timestamp["type"] === "date_nanos";
  const usual = isNanos ? "strict_date_optional_time_nanos" : "strict_date_optional_time";
  return { ...found, timestampFormat: typeof format === "string" ? format : usual };
}

/** The mapping of the downsampled index. */
export function downsampledMapping(mapping: JsonObject, interval: string): JsonObject {
  const templates = Array.isArray(mapping["dynamic_templates"]) ? mapping["dynamic_templates"] : [];
  const others = templates.filter((template) => !isJsonObject(template) || ownOf(template, "strings") === undefined);
  const properties = objectOf(summarised(objectOf(mapping["properties"])));
  const known = objectOf(properties["@timestamp"]);
  const timestamp: JsonObject = { type: known["type"] ?? "date" };
  for (const name of ["format", "ignore_malformed"]) {
    const value = ownOf(known, name);
    if (value !== undefined) put(timestamp, name, value);
  }
  return {
    ...mapping,
    dynamic_templates: [...others, { strings: { match_mapping_type: "string", mapping: { type: "keyword" } } }],
    properties: { ...properties, "@timestamp": { ...timestamp, meta: { fixed_interval: interval, time_zone: "UTC" } } },
  };
}

/** The interval at which an index was downsampled before; undefined: it was not. */
export function downsampledInterval(mapping: JsonObject): string | undefined {
  const meta = objectOf(objectOf(objectOf(mapping["properties"])["@timestamp"])["meta"]);
  const interval = meta["fixed_interval"];
  return typeof interval === "string" ? interval : undefined;
}

/** Definitions in which gauges are summaries. */
function summarised(properties: JsonObject): JsonObject {
  const next: JsonObject = {};
  for (const [name, given] of Object.entries(properties)) {
    const definition = objectOf(given);
    const inner = definition["properties"];
    if (isJsonObject(inner)) put(next, name, { ...definition, properties: summarised(inner) });
    else if (definition["time_series_metric"] === "gauge") put(next, name, summaryOf(definition));
    else put(next, name, given);
  }
  return next;
}

function summaryOf({ metrics, default_metric: leading }: JsonObject): JsonObject {
  const parts = Array.isArray(metrics) ? GAUGE_PARTS.filter((part) => metrics.includes(part)) : GAUGE_PARTS;
  return {
    type: "aggregate_metric_double",
    metrics: parts,
    default_metric: typeof leading === "string" ? leading : parts.includes("max") ? "max" : (parts[0] ?? "max"),
    time_series_metric: "gauge",
  };
}

interface MappedDefinition {
  readonly path: string;
  readonly definition: JsonObject;
  /** Of a multi-field: the field that it belongs to. */
  readonly parent: string | undefined;
  /** Whether it stands in an object whose fields are dimensions. */
  readonly isDimension: boolean;
}

function* mappedFields(object: JsonObject, prefix = "", isDimension = false): Generator<MappedDefinition> {
  for (const [name, given] of Object.entries(objectOf(object["properties"]))) {
    const definition = objectOf(given);
    const path = prefix + name;
    if (isJsonObject(definition["properties"])) {
      const marks = definition["type"] === "passthrough" && definition["time_series_dimension"] === true;
      yield* mappedFields(definition, `${path}.`, isDimension || marks);
      continue;
    }
    yield { path, definition, parent: undefined, isDimension };
    for (const [part, inner] of Object.entries(objectOf(definition["fields"])))
      yield { path: `${path}.${part}`, definition: objectOf(inner), parent: path, isDimension: false };
  }
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
