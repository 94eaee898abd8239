/** The order of the documents of an index (`index.sort.*`), and which fields it may name (`IndexSortConfig`). */
import { illegalArgument, RequestError } from "../compat/errors.ts";
import { requireFieldData } from "../mapping/field-data.ts";
import type { MappedField } from "../mapping/field-type.ts";
import { isLogs, isTimeSeries } from "../mapping/time-series/index-mode.ts";
import { Mapping, type MappingMetadata } from "../mapping/mapping.ts";
import type { FlatSettings } from "./index-settings.ts";

/** One field of the order. */
export interface SortedField {
  readonly path: string;
  readonly descending: boolean;
  /** Documents without a value come first, whatever the direction. */
  readonly missingFirst: boolean;
  /** Which of several values counts. */
  readonly mode: "min" | "max";
}

/** Time series are kept one after another, each with its newest point first. */
const SERIES_ORDER: readonly SortedField[] = [
  { path: "_tsid", descending: false, missingFirst: false, mode: "min" },
  { path: "@timestamp", descending: true, missingFirst: false, mode: "max" },
];

/** The order that settings ask for; undefined: none. Throws 400 for settings that make no order. */
export function indexSortOf(settings: FlatSettings): readonly SortedField[] | undefined {
  const fields = listOf(settings["index.sort.field"]);
  const orders = listOf(settings["index.sort.order"]);
  checkSizes(fields, "order", orders);
  const directions = orders.map((order) => {
    const lower = order.toLowerCase();
    if (lower !== "asc" && lower !== "desc") throw illegalArgument(`Illegal sort order:${order}`);
    return lower;
  });
  const modes = listOf(settings["index.sort.mode"]).map((mode) => {
    const lower = mode.toLowerCase();
    if (["min", "max", "sum", "avg", "median"].includes(lower)) return lower;
    throw illegalArgument(`Unknown SortMode [${mode}]`);
  });
  checkSizes(
    fields,
    "mode",
    modes.map((mode) => mode.toUpperCase()),
  );
  const missing = listOf(settings["index.sort.missing"]);
  checkSizes(fields, "missing", missing);
  for (const mode of modes)
    if (mode !== "min" && mode !== "max")
      throw illegalArgument(`Illegal index sort mode:[${mode.toUpperCase()}], must be one of [MAX, MIN]`);
  for (const value of missing)
    if (value !== "_first" && value !== "_last")
      throw illegalArgument(`Illegal missing value:[${value}], must be one of [_last, _first]`);
  if (isTimeSeries(settings)) return SERIES_ORDER;
  if (fields.length === 0) return orderOfLogs(settings);
  return fields.map((path, at) => {
    const descending = directions[at] === "desc";
    const mode = modes[at] === undefined ? (descending ? "max" : "min") : modes[at] === "max" ? "max" : "min";
    return { path, descending, missingFirst: missing[at] === "_first", mode };
  });
}

/** Lines of logs are kept by their host, where it can be sorted by, the newest first. */
function orderOfLogs(settings: FlatSettings): readonly SortedField[] | undefined {
  if (!isLogs(settings)) return undefined;
  const byTime: SortedField = { path: "@timestamp", descending: true, missingFirst: false, mode: "max" };
  if (settings["index.logsdb.sort_on_host_name"] !== "true") return [byTime];
  return [{ path: "host.name", descending: false, missingFirst: false, mode: "min" }, byTime];
}

/** Throws 400 when documents cannot be in the order that the settings of a new index ask for. */
export function checkIndexSort(index: MappingMetadata): void {
  const sort = indexSortOf(index.settings);
  if (!sort) return;
  const mapping = Mapping.parse(index);
  for (const { path } of sort) {
    const nested = nestedAround(path, mapping);
    if (nested !== undefined)
      throw illegalArgument(`cannot apply index sort to field [${path}] under nested object [${nested}]`);
  }
  for (const { path } of sort) {
    if (path === "_seq_no") continue;
    const field = mapping.field(path);
    if (!field || field.capabilities.object || path === "_doc")
      throw illegalArgument(`unknown index sort field:[${path}]`);
    if (field.path !== path) throw illegalArgument(`Cannot use alias [${path}] as an index sort field`);
    checkField(field);
  }
}

function listOf(value: FlatSettings[string] = []): readonly string[] {
  if (typeof value !== "string") return value;
  return value === "" ? [] : value.split(",").map((each) => each.trim());
}

function checkSizes(fields: readonly string[], name: string, values: readonly string[]): void {
  if (values.length === 0 || values.length === fields.length) return;
  throw illegalArgument(
    `index.sort.field:[${fields.join(", ")}] index.sort.${name}:[${values.join(", ")}], size mismatch`,
  );
}

/** The outermost nested object that a path names or lies in. */
function nestedAround(path: string, mapping: Mapping): string | undefined {
  const names = path.split(".");
  return names
    .map((_name, at) => names.slice(0, at + 1).join("."))
    .find((parent) => mapping.field(parent)?.capabilities.object === "nested");
}

function checkField(field: MappedField): void {
  const { capabilities, path } = field;
  if (field.withoutSort) throw illegalArgument(field.withoutSort.reason);
  try {
    requireFieldData(field, path, "");
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const reason = `docvalues not found for index sort field:[${path}]`;
    throw new RequestError(400, "illegal_argument_exception", reason, { cause: error });
  }
  if (capabilities.geometry?.of === "points")
    throw illegalArgument(
      "can't sort on geo_point or point field without using specific sorting feature, like geo_distance",
    );
  // What Lucene has no column of its own for: half and scaled floats, unsigned longs, ranges, texts and their likes.
  const isColumn =
    capabilities.sortColumn !== "half_float" &&
    capabilities.texts !== "words" &&
    capabilities.valuesSource !== "ranges" &&
    field.valueOffset === undefined &&
    field.trigrams === undefined &&
    field.constant === undefined &&
    field.parameters["scaling_factor"] === undefined;
  if (!isColumn) throw illegalArgument(`invalid index sort field:[${path}]`);
}
