/** Fetches the hits of the page, each from its shard. */
import { RequestError } from "../../compat/errors.ts";
import type { HitOptions } from "../../hits/fetch/hit-options.ts";
import { type HitLookups, lookUpFields } from "../../hits/fetch/lookup-fields.ts";
import { ShardFetcher } from "../../hits/fetch/shard-fetcher.ts";
import { fetchShardOf } from "./fetch-shard.ts";
import { withDamageTold } from "../damaged-source.ts";
import { phaseFailure } from "../shard-failures.ts";
import type { PlannedHit, PlannedShard, Runtime } from "./query-phase.ts";
import type { RequestControl } from "./request-control.ts";

/**
 * The hits as they are answered. Throws 400 `search_phase_execution_exception` for what only shows when values are
 * read.
 */
export function* fetchHits(
  request: Readonly<HitOptions> & { readonly totalHitsAsInt: boolean },
  hits: readonly PlannedHit[],
  control: RequestControl,
  runtime: Runtime,
): Generator<void, unknown[]> {
  const { times } = runtime;
  const fetchers = new Map<PlannedShard, ShardFetcher>();
  const lookups: HitLookups[] = [];
  const rendered: unknown[] = [];
  const make = (shard: PlannedShard): ShardFetcher => {
    const fetcher = new ShardFetcher(
      request,
      fetchShardOf(shard, {
        control,
        runtime,
        lookups,
        totalsAsInt: request.totalHitsAsInt,
        hits: hits.length,
        profiler: shard.fetchProfiler,
      }),
    );
    fetchers.set(shard, fetcher);
    return fetcher;
  };
  for (const { shard, hit } of hits) {
    if (control.pollCancelled()) yield;
    const sinceMs = times?.begin();
    try {
      const fetcher = fetchers.get(shard) ?? make(shard);
      rendered.push(fetcher.fetch(hit));
      times?.add("fetch", shard.prepared, sinceMs);
    } catch (error) {
      const { target } = shard.prepared.index;
      const failure = { index: target.index, uuid: target.uuid, shard: shard.prepared.shard, node: runtime.nodeId };
      const told = withDamageTold(error, failure, runtime.damaged);
      if (!(told instanceof RequestError)) throw told;
      throw phaseFailure([{ ...failure, error: told }], "all shards failed");
    }
  }
  yield* lookUpFields(lookups, runtime.lookUp);
  return rendered;
}
