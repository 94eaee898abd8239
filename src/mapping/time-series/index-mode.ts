/** `index.mode`: how the documents of an index are kept, and what that makes of its mapping. */
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";

type Settings = Readonly<Record<string, unknown>>;

/** Whether documents are points of time series, which their dimensions tell apart. */
export function isTimeSeries(settings: Settings): boolean {
  const mode = settings["index.mode"];
  return typeof mode === "string" && mode.toLowerCase() === "time_series";
}

/** Whether documents are lines of logs: kept in their order, with a synthetic source, whatever is in their fields. */
export function isLogs(settings: Settings): boolean {
  const mode = settings["index.mode"];
  return typeof mode === "string" && mode.toLowerCase() === "logsdb";
}

/** What settings are by themselves where documents are lines of logs. */
const OF_LOGS = {
  "index.mapping.synthetic_source_keep": "arrays",
  "index.mapping.ignore_above": "8191",
  "index.mapping.ignore_malformed": "true",
  "index.mapping.total_fields.ignore_dynamic_beyond_limit": "true",
};

/** The settings that mappings are read with. */
export function withModeDefaults<Given extends Settings>(settings: Given): Given {
  return isLogs(settings) ? { ...OF_LOGS, ...settings } : settings;
}

/** What the mode makes of settings that nobody gave. */
export function modeDefaults(settings: Settings): Readonly<Record<string, string>> {
  if (!isLogs(settings)) return {};
  return Object.fromEntries(Object.entries(OF_LOGS).filter(([name]) => ownOf(settings, name) === undefined));
}

/** How `_source` is made by the settings: as one says, or as the mode has it; undefined: as the mapping says. */
export function sourceModeSetting(settings: Settings): string | undefined {
  const mode = settings["index.mapping.source.mode"];
  if (typeof mode === "string") return mode;
  return isTimeSeries(settings) || isLogs(settings) ? "synthetic" : undefined;
}

/** The mapping of a new index with what its mode adds to it. */
export function withModeMapping(mapping: JsonObject, settings: Settings): JsonObject {
  const isOfLogs = isLogs(settings);
  if (!isOfLogs && !isTimeSeries(settings)) return mapping;
  const wrapped = mapping["_doc"];
  const own = isJsonObject(wrapped) && Object.keys(mapping).length === 1 ? wrapped : mapping;
  const properties = own["properties"];
  const fields = isJsonObject(properties) ? properties : {};
  const marked = { _data_stream_timestamp: { enabled: true }, ...own };
  const timed = { ...("@timestamp" in fields ? {} : { "@timestamp": { type: "date" } }), ...fields };
  return { ...marked, properties: isOfLogs ? withFieldsOfLogs(timed, marked, settings) : timed };
}

/** A timestamp is never malformed, and lines are kept by their host where nothing else is said. */
function withFieldsOfLogs(fields: JsonObject, mapping: JsonObject, settings: Settings): JsonObject {
  const { "@timestamp": timestamp } = fields;
  const { _data_stream_timestamp: required } = mapping;
  const isRequired = isJsonObject(required) && required["enabled"] !== false;
  const isDate = isJsonObject(timestamp) && (timestamp["type"] === "date" || timestamp["type"] === "date_nanos");
  const times = isRequired && isDate ? { "@timestamp": { ignore_malformed: false, ...timestamp } } : {};
  if (settings["index.logsdb.add_host_name_field"] !== "true") return { ...fields, ...times };
  const { host } = fields;
  const known = isJsonObject(host) ? host : {};
  const { properties } = known;
  const inner = isJsonObject(properties) ? properties : {};
  return {
    ...fields,
    ...times,
    host: { ...known, properties: { ...inner, name: { type: "keyword" } } },
  };
}
