/** `index.mode` and the settings that go with it (`IndexMode`). */
import { valueText } from "../compat/value-text.ts";
import { illegalArgument } from "../compat/errors.ts";
import { timeBounds } from "../mapping/time-series/time-bounds.ts";
import { isJsonObject, type JsonObject } from "../core/json.ts";
import { ownOf } from "../core/names.ts";
import { isLogs } from "../mapping/time-series/index-mode.ts";
import type { IndexMetadata } from "./cluster-state.ts";
import type { FlatSettings } from "./index-settings.ts";

const END = "index.time_series.end_time";
const ROUTING_PATH = "index.routing_path";
/** Settings that time series have by themselves. */
const INCOMPATIBLE = [
  "index.routing_partition_size",
  "index.sort.field",
  "index.sort.mode",
  "index.sort.missing",
  "index.sort.order",
];
const ONLY_SERIES = [END, "index.time_series.start_time", ROUTING_PATH];

/** Throws 400 for settings of a new index that do not go with its mode. */
export function checkIndexMode(settings: FlatSettings): void {
  const mode = String(settings["index.mode"] ?? "standard").toLowerCase();
  if (mode === "time_series") {
    checkTimeSeries(settings);
    return;
  }
  if (mode !== "standard" && mode !== "lookup" && mode !== "logsdb")
    throw illegalArgument(`No enum constant org.elasticsearch.index.IndexMode.${mode.toUpperCase()}`);
  for (const name of ONLY_SERIES)
    if ((ownOf(settings, name)?.length ?? 0) > 0) throw illegalArgument(`[${name}] requires [index.mode=time_series]`);
  const shards = settings["index.number_of_shards"] ?? "1";
  if (mode === "lookup" && shards !== "1")
    throw illegalArgument(
      `index with [lookup] mode must have [index.number_of_shards] set to 1 or unset; provided ${String(shards)}`,
    );
}

function checkTimeSeries(settings: FlatSettings): void {
  for (const name of INCOMPATIBLE)
    if (!isDefault(ownOf(settings, name)))
      throw illegalArgument(`[index.mode=time_series] is incompatible with [${name}]`);
  if ((settings[ROUTING_PATH]?.length ?? 0) === 0)
    throw illegalArgument(`[index.mode=time_series] requires a non-empty [${ROUTING_PATH}]`);
  const { startMs, endMs } = timeBounds(settings);
  if (endMs <= startMs) throw illegalArgument(`${END} must be larger than index.time_series.start_time`);
}

/** Whether a setting is as if nobody had set it; resizing sets the partition size to its default. */
function isDefault(value: string | readonly string[] | undefined): boolean {
  return value === undefined || value.length === 0 || value === "1";
}

const SORTED_TYPES = new Set(["boolean", "byte", "double", "float", "integer", "ip", "keyword", "long", "short"]);

/** An index of logs with what is noted of the order that its mapping allows: by host, or by time alone. */
export function withOrderOfLogs(index: IndexMetadata, mappings: JsonObject): IndexMetadata {
  if (!isLogs(index.settings) || (index.settings["index.sort.field"]?.length ?? 0) > 0) return index;
  const { _doc: wrapped } = mappings;
  const { properties } = isJsonObject(wrapped) ? wrapped : mappings;
  const fields = isJsonObject(properties) ? properties : {};
  const { host, "host.name": dotted } = fields;
  const inner = isJsonObject(host) ? host["properties"] : undefined;
  const name = dotted ?? (isJsonObject(inner) ? inner["name"] : undefined);
  const isObject = host === undefined || (isJsonObject(host) && (host["type"] ?? "object") === "object");
  const mayBeAdded = name === undefined && isObject;
  const definition = isJsonObject(name) ? name : {};
  const isSorted = SORTED_TYPES.has(valueText(definition["type"] ?? null)) && definition["doc_values"] !== false;
  if (!mayBeAdded && !isSorted) return index;
  const settings: FlatSettings = { ...index.settings, "index.logsdb.sort_on_host_name": "true" };
  return { ...index, settings: mayBeAdded ? { ...settings, "index.logsdb.add_host_name_field": "true" } : settings };
}

/** Throws 400 where the time of an index would end earlier than before. */
export function checkEndTime(before: FlatSettings, update: Readonly<Record<string, unknown>>): void {
  const given = update[END];
  if (typeof given !== "string" || before[END] === undefined) return;
  const { endMs } = timeBounds(before);
  if (timeBounds({ [END]: given }).endMs < endMs)
    throw illegalArgument(`${END} must be larger than current value [${endMs}] but was [${given}]`);
}
