/** How often the results of shards are reduced, which Elasticsearch does as they come in (`num_reduce_phases`). */
import type { SearchRequest } from "../request/search-request.ts";

/** For so many results. Here they are reduced at once; the number is what the request asked for. */
export function reducePhases(
  { batchedReduceSize, size, aggregations }: Pick<SearchRequest, "batchedReduceSize" | "size" | "aggregations">,
  results: number,
): number {
  // What is only counted is reduced at the end.
  if (size === 0 && aggregations === undefined) return 1;
  const batch = Math.min(batchedReduceSize, results);
  let phases = 1;
  let waiting = 0;
  for (let at = 0; at < results; at++) {
    // What was reduced before is one more.
    if (waiting + (phases > 1 ? 1 : 0) >= batch) {
      phases++;
      waiting = 0;
    }
    waiting++;
  }
  return phases;
}
