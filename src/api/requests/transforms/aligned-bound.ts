/** Where a checkpoint ends, for groups by time: with a whole interval, so that none is computed twice. */
import { parseTimeMs } from "../../../compat/time-value.ts";
import { isJsonObject, type JsonObject } from "../../../core/json.ts";
import { groupsOf } from "./buckets.ts";
import type { TransformConfig } from "./transform-config.ts";

/** The last end of an interval before a time; the time itself where nothing is grouped by the time of the sync. */
export function alignedBound(config: TransformConfig, upperMs: number): number {
  const settings = config.definition["settings"];
  if (isJsonObject(settings) && settings["align_checkpoints"] === false) return upperMs;
  const bounds = groupsOf(config)
    .filter(({ kind, body }) => kind === "date_histogram" && body["field"] === config.sync?.field)
    .map(({ body }) => floorOf(body, upperMs));
  return Math.min(upperMs, ...bounds);
}

function floorOf(
  { fixed_interval: fixed, calendar_interval: calendar, time_zone: zone }: JsonObject,
  ms: number,
): number {
  if (zone !== undefined && zone !== "UTC") return ms;
  if (typeof fixed === "string") {
    const interval = parseTimeMs(fixed, "fixed_interval");
    return Math.floor(ms / interval) * interval;
  }
  const date = new Date(ms);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  if (calendar === "1m" || calendar === "minute") return Math.floor(ms / 60_000) * 60_000;
  if (calendar === "1h" || calendar === "hour") return Math.floor(ms / 3_600_000) * 3_600_000;
  if (calendar === "1d" || calendar === "day") return Date.UTC(year, month, day);
  if (calendar === "1w" || calendar === "week") return Date.UTC(year, month, day - ((date.getUTCDay() + 6) % 7));
  if (calendar === "1M" || calendar === "month") return Date.UTC(year, month, 1);
  if (calendar === "1q" || calendar === "quarter") return Date.UTC(year, month - (month % 3), 1);
  if (calendar === "1y" || calendar === "year") return Date.UTC(year, 0, 1);
  return ms;
}
