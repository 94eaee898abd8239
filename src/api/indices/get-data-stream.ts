/** `indices.get_data_stream`: data streams with their indices, templates and lifecycles. */
import type { DataStream } from "../../cluster/data-streams/data-stream.ts";
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import { rollsOverOnWrite } from "../../cluster/data-streams/data-stream.ts";
import { matchingIndexTemplate } from "../../cluster/templates/matching-templates.ts";
import { ownOf } from "../../core/names.ts";
import { booleanParameter } from "../../http/parameters.ts";
import { isTimeSeries } from "../../mapping/time-series/index-mode.ts";
import type { Operation, Services } from "../operation.ts";
import { arranged } from "../requests/render-settings.ts";
import { shownLifecycle } from "../requests/render-lifecycle.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { HEALTH_ORDER, indexHealth } from "../stats/index-health.ts";
import { maximumTimestamps } from "../requests/maximum-timestamps.ts";
import { chosenStreams } from "../targets/chosen-streams.ts";

export const getDataStream: Operation = {
  name: "indices.get_data_stream",
  actions: ["indices:admin/data_stream/get"],
  indexNames: ["name"],

  async handle(request, services) {
    const { parameters } = request;
    checkTimeouts(parameters);
    const defaults = booleanParameter(parameters, "include_defaults", false);
    const verbose = booleanParameter(parameters, "verbose", false);
    const streams = chosenStreams(request, services, "view_index_metadata");
    const latest = verbose ? await maximumTimestamps(services, streams) : undefined;
    const shown = streams.map((stream) => ({
      ...shownStream(stream, services, defaults),
      ...(latest ? { maximum_timestamp: latest.get(stream.name) ?? 0 } : {}),
    }));
    return { status: 200, body: { data_streams: shown } };
  },
};

function modeOf({ settings }: Pick<IndexMetadata, "settings">): string {
  return String(settings["index.mode"] ?? "standard").toLowerCase();
}

/** The times that a stream of time series covers; indices next to each other are one range. */
function timesOf(indices: readonly IndexMetadata[]): object {
  const series = indices.filter(({ settings }) => isTimeSeries(settings));
  if (series.length === 0) return {};
  const ranges: { start: unknown; end: unknown }[] = [];
  for (const { settings } of series) {
    const [start, end] = [settings["index.time_series.start_time"], settings["index.time_series.end_time"]];
    const before = ranges.at(-1);
    if (before && before.end === start) before.end = end;
    else ranges.push({ start, end });
  }
  return { time_series: { temporal_ranges: ranges } };
}

function shownStream(stream: DataStream, services: Services, defaults: boolean): object {
  const { state } = services.cluster;
  const { name, generation, hidden, allowCustomRouting, lifecycle, meta, settings, mappings } = stream;
  const indices = stream.indices.flatMap((index) => ownOf(state.indices, index) ?? []);
  const managedBy = lifecycle && lifecycle["enabled"] !== false ? "Data stream lifecycle" : "Unmanaged";
  const statuses = indexHealth(services, indices).map(({ status }) => HEALTH_ORDER.indexOf(status));
  const newest = indices.at(-1);
  return {
    name,
    timestamp_field: { name: "@timestamp" },
    indices: indices.map((index) => ({
      index_name: index.name,
      index_uuid: index.uuid,
      prefer_ilm: index.settings["index.lifecycle.prefer_ilm"] !== "false",
      managed_by: managedBy,
      index_mode: modeOf(index),
    })),
    generation,
    ...(meta ? { _meta: meta } : {}),
    status: (HEALTH_ORDER[Math.max(0, ...statuses)] ?? "green").toUpperCase(),
    template: matchingIndexTemplate(state, name, hidden)?.name,
    ...(lifecycle ? { lifecycle: shownLifecycle(lifecycle, defaults) } : {}),
    next_generation_managed_by: managedBy,
    prefer_ilm: newest?.settings["index.lifecycle.prefer_ilm"] !== "false",
    hidden,
    system: false,
    allow_custom_routing: allowCustomRouting,
    replicated: stream.replicated === true,
    rollover_on_write: newest !== undefined && rollsOverOnWrite(newest),
    settings: arranged(settings ?? {}, false),
    mappings: mappings ?? {},
    index_mode: newest ? modeOf(newest) : "standard",
    ...timesOf(indices),
    failure_store: { enabled: false, rollover_on_write: false, indices: [] },
  };
}
