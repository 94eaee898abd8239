/** Statistics of pipelines, as `nodes.stats` and `cluster.stats` show them. */
import { put } from "../../core/names.ts";
import type { IngestCounts, IngestStats } from "../../ingest/ingest-pipelines.ts";

/** By pipeline, with its processors in order. */
export function shownIngest({ total, pipelines }: IngestStats): object {
  const shown: Record<string, object> = {};
  for (const { id, ingestedBytes, producedBytes, processors, ...counts } of pipelines)
    put(shown, id, {
      ...shownCounts(counts),
      ingested_as_first_pipeline_in_bytes: ingestedBytes,
      produced_as_first_pipeline_in_bytes: producedBytes,
      processors: processors.map(({ name, type, ...own }) => ({ [name]: { type, stats: shownCounts(own) } })),
    });
  return { total: shownCounts(total), pipelines: shown };
}

/** Over all pipelines, by type of processor. */
export function shownProcessors({ pipelines }: IngestStats): object {
  const sums = new Map<string, IngestCounts>();
  for (const { type, count, failed, timeMs } of pipelines.flatMap(({ processors }) => processors)) {
    const sum = sums.get(type) ?? { count: 0, failed: 0, timeMs: 0 };
    sums.set(type, { count: sum.count + count, failed: sum.failed + failed, timeMs: sum.timeMs + timeMs });
  }
  return {
    number_of_pipelines: pipelines.length,
    processor_stats: Object.fromEntries([...sums].map(([type, counts]) => [type, shownCounts(counts)])),
  };
}

/** Nothing is under way between two requests: a document runs through its pipelines at once. */
function shownCounts({ count, timeMs, failed }: IngestCounts): object {
  return { count, time_in_millis: Math.round(timeMs), current: 0, failed };
}
