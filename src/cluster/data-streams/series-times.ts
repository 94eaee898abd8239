/**
 * The time that an index of a data stream of time series covers: each begins where the one before it ends, and the
 * newest ends some time ahead (`DataStreamIndexSettingsProvider`, `UpdateTimeSeriesRangeService`).
 */
import { valueText } from "../../compat/value-text.ts";
import { parseTimeMs } from "../../compat/time-value.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { isTimeSeries } from "../../mapping/time-series/index-mode.ts";
import { timeBounds } from "../../mapping/time-series/time-bounds.ts";
import { putSettings } from "../changes/put-settings.ts";
import type { ClusterService } from "../cluster-service.ts";
import { clusterSetting } from "../cluster-settings.ts";
import type { ClusterState, IndexMetadata } from "../cluster-state.ts";
import { dataStreamOf, dataStreams } from "./data-stream.ts";

const START = "index.time_series.start_time";
const END = "index.time_series.end_time";
const ROUTING_PATH = "index.routing_path";
const POLL_INTERVAL = "time_series.poll_interval";
const SECOND_MS = 1000;
const DEFAULTS = { "index.look_ahead_time": "30m", "index.look_back_time": "2h" };

type Settings = Readonly<Record<string, unknown>>;

/** What is known of the next index of a stream. */
export interface NextSeriesIndex {
  readonly stream: string;
  readonly settings: Settings;
  readonly mappings: JsonObject;
  readonly nowMs: number;
}

/** Settings that an index of time series gets where its template names none; empty for other indices. */
export function seriesSettings(state: ClusterState, next: NextSeriesIndex): Record<string, string | string[]> {
  const { stream, settings, mappings, nowMs } = next;
  if (!isTimeSeries(settings)) return {};
  const added: Record<string, string | string[]> = {};
  if ((settings[ROUTING_PATH] ?? null) === null) {
    const paths = dimensionPaths(mappings);
    if (paths.length > 0) added[ROUTING_PATH] = paths;
  }
  if ((settings[START] ?? null) !== null || (settings[END] ?? null) !== null) return added;
  const now = Math.floor(nowMs / SECOND_MS) * SECOND_MS;
  const before = latest(state, stream);
  const startMs = before ? timeBounds(before.settings).endMs : now - timeOf(settings, "index.look_back_time");
  const endMs = Math.max(now, startMs) + timeOf(settings, "index.look_ahead_time");
  return { ...added, [START]: new Date(startMs).toISOString(), [END]: new Date(endMs).toISOString() };
}

/** The newest index of a stream, if it is one of time series with an end. */
function latest(state: ClusterState, stream: string): IndexMetadata | undefined {
  const name = dataStreamOf(state, stream)?.indices.at(-1);
  const index = name === undefined ? undefined : ownOf(state.indices, name);
  return index && isTimeSeries(index.settings) && index.settings[END] !== undefined ? index : undefined;
}

function timeOf(settings: Settings, name: keyof typeof DEFAULTS): number {
  const given = settings[name];
  return parseTimeMs(typeof given === "string" ? given : DEFAULTS[name], name);
}

/** The fields that are dimensions, and patterns of those that documents bring. */
function dimensionPaths(mappings: JsonObject): string[] {
  const paths: string[] = [];
  addPaths(ownOf(mappings, "properties"), "", paths);
  const templates = ownOf(mappings, "dynamic_templates");
  for (const named of Array.isArray(templates) ? templates : [])
    for (const template of isJsonObject(named) ? Object.values(named) : []) {
      const definition = isJsonObject(template) ? ownOf(template, "mapping") : undefined;
      const pattern = isJsonObject(template) ? ownOf(template, "path_match") : undefined;
      if (isJsonObject(definition) && ownOf(definition, "time_series_dimension") === true)
        paths.push(...[pattern ?? []].flat().map(String));
    }
  return paths;
}

function addPaths(properties: Json | undefined, parent: string, paths: string[]): void {
  if (!isJsonObject(properties)) return;
  for (const [name, definition] of Object.entries(properties)) {
    if (!isJsonObject(definition)) continue;
    const path = parent + name;
    const isDimension = valueText(ownOf(definition, "time_series_dimension") ?? false) === "true";
    const keys = ownOf(definition, "time_series_dimensions");
    if (definition["type"] === "passthrough" && isDimension) paths.push(`${path}.*`);
    else if (isDimension) paths.push(path);
    else if (Array.isArray(keys)) paths.push(...keys.map((key) => `${path}.${valueText(key)}`));
    else addPaths(definition["properties"], `${path}.`, paths);
  }
}

/** How often ends are moved on; they are that much further ahead than their index says. */
export function seriesIntervalMs(state: ClusterState): number {
  return parseTimeMs(clusterSetting(state, POLL_INTERVAL), POLL_INTERVAL);
}

/** Moves the ends of the indices that take writes on, as time goes by. */
export async function extendSeriesTimes(
  cluster: Pick<ClusterService, "state" | "apply">,
  nowMs: number,
): Promise<void> {
  for (const { name } of dataStreams(cluster.state)) {
    const index = latest(cluster.state, name);
    if (!index) continue;
    const now = Math.floor(nowMs / SECOND_MS) * SECOND_MS;
    const endMs = now + timeOf(index.settings, "index.look_ahead_time") + seriesIntervalMs(cluster.state);
    if (endMs <= timeBounds(index.settings).endMs) continue;
    const end = { [END]: new Date(endMs).toISOString() };
    await cluster.apply("server", putSettings([index.name], end, { preserveExisting: false }));
  }
}
