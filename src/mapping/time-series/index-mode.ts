/** `index.mode`: how the documents of an index are kept, and what that makes of its mapping. */
import { isJsonObject, type JsonObject } from "../../core/json.ts";

type Settings = Readonly<Record<string, unknown>>;

/** Whether documents are points of time series, which their dimensions tell apart. */
export function isTimeSeries(settings: Settings): boolean {
  const mode = settings["index.mode"];
  return typeof mode === "string" && mode.toLowerCase() === "time_series";
}

/** How `_source` is made by the settings: as one says, or as the mode has it; undefined: as the mapping says. */
export function sourceModeSetting(settings: Settings): string | undefined {
  const mode = settings["index.mapping.source.mode"];
  if (typeof mode === "string") return mode;
  return isTimeSeries(settings) ? "synthetic" : undefined;
}

/** The mapping of a new index with what its mode adds to it. */
export function withModeMapping(mapping: JsonObject, settings: Settings): JsonObject {
  if (!isTimeSeries(settings)) return mapping;
  const wrapped = mapping["_doc"];
  const own = isJsonObject(wrapped) && Object.keys(mapping).length === 1 ? wrapped : mapping;
  const properties = own["properties"];
  const fields = isJsonObject(properties) ? properties : {};
  return {
    _data_stream_timestamp: { enabled: true },
    ...own,
    properties: { ...("@timestamp" in fields ? {} : { "@timestamp": { type: "date" } }), ...fields },
  };
}
