/** What the hits of a shard are shown with, for the page of a search and for hits within its aggregations. */
import { assert } from "../../core/assert.ts";
import type { FetchShard } from "../../hits/fetch/fetch-phase.ts";
import type { HitLookups } from "../../hits/fetch/lookup-fields.ts";
import type { PlannedShard, Runtime } from "./query-phase.ts";
import type { RequestControl } from "./request-control.ts";

/** What fetching needs beside the shard. */
export interface FetchRun {
  readonly control: RequestControl;
  readonly runtime: Runtime;
  readonly lookups: HitLookups[];
}

export function fetchShardOf(
  { prepared, plan, postFilter, keys, rescorers }: PlannedShard,
  { control, runtime, lookups }: FetchRun,
): FetchShard {
  const { index, view, searcher } = prepared;
  assert(searcher, "a shard that answered has a searcher");
  return {
    view,
    mapping: index.mapping,
    access: index.target.access,
    records: searcher.records,
    query: index.asked,
    plan,
    postFilter,
    highlightQueries: index.highlightQueries,
    keys,
    rescorers,
    nodeId: runtime.nodeId,
    reserveSource: (bytes) => control.memory.reserveSource(bytes),
    lookups,
  };
}
