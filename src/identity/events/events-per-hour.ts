/** Events of the last 24 hours by hour, as an aggregation over events and as the points that charts are drawn from. */
import type { JsonObject } from "../../core/json.ts";
import { bucketsOf, type EventSearch } from "./event-search.ts";

const HOUR_MS = 3_600_000;
const HOURS = 24;

/** How many of the events that filters leave have an age of [h, h + 1) hours, for h from 0 to 23. */
export async function eventsPerHour(
  search: EventSearch,
  filters: readonly JsonObject[],
  nowMs: number,
): Promise<number[]> {
  const span = { fromMs: nowMs + 1 - HOURS * HOUR_MS, untilMs: nowMs + 1 };
  const day = { range: { created: { gte: span.fromMs, lt: span.untilMs } } };
  // Buckets hold their beginning and not their end, ages the other way round: hence the millisecond.
  const offsetMs = (nowMs + 1) % HOUR_MS;
  const hours = {
    date_histogram: { field: "created", fixed_interval: "1h", offset: `${offsetMs}ms`, min_doc_count: 1 },
  };
  const { aggregations } = await search(
    { query: { bool: { filter: [...filters, day] } }, size: 0, track_total_hits: false, aggs: { hours } },
    span,
  );
  const counts = Array.from({ length: HOURS }, () => 0);
  for (const { key, doc_count } of bucketsOf(aggregations, "hours"))
    counts[Math.round((nowMs + 1 - Number(key)) / HOUR_MS) - 1] = Number(doc_count);
  return counts;
}

/** Counts by hour as points: the time of `h` hours ago in milliseconds, and how many there were. */
export function hourPoints(counts: readonly number[], nowMs: number): JsonObject[] {
  return counts.map((count, hour) => ({ x_cord: nowMs - hour * HOUR_MS, y_cord: count }));
}
