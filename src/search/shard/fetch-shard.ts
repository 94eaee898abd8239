/** What the hits of a shard are shown with, for the page of a search and for hits within its aggregations. */
import { assert } from "../../core/assert.ts";
import type { FetchProfiler } from "../../hits/fetch/fetch-profiler.ts";
import type { FetchShard } from "../../hits/fetch/fetch-phase.ts";
import type { LeaseContext } from "../../hits/inner/best-inner-hits.ts";
import { innerHitsOf } from "../../hits/inner/inner-hits-fetcher.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { HitLookups } from "../../hits/fetch/lookup-fields.ts";
import type { PlannedShard, Runtime } from "./query-phase.ts";
import type { RequestControl } from "./request-control.ts";

/** What fetching needs beside the shard. */
export interface FetchRun {
  readonly control: RequestControl;
  readonly runtime: Runtime;
  readonly lookups: HitLookups[];
  /** `rest_total_hits_as_int` */
  readonly totalsAsInt: boolean;
  /** How many hits are shown. */
  readonly hits: number;
  /** Measures what fetching takes; undefined: nobody does. */
  readonly profiler: FetchProfiler | undefined;
}

/** Records of more hits than this would push each other out of the cache before they are asked for again. */
const MANY_HITS = 200;

export function fetchShardOf(
  { prepared, plan, postFilter, keys, rescorers, innerHits }: PlannedShard,
  { control, runtime, lookups, totalsAsInt, hits, profiler }: FetchRun,
): FetchShard {
  const { index, view, searcher } = prepared;
  assert(searcher, "a shard that answered has a searcher");
  const scans = hits > MANY_HITS;
  const shard: FetchShard = {
    view,
    mapping: index.mapping,
    access: index.target.access,
    records: searcher.records,
    scans,
    query: index.asked,
    plan,
    postFilter,
    highlightQueries: index.highlightQueries,
    keys,
    rescorers,
    nodeId: runtime.nodeId,
    reserveSource: (bytes) => control.memory.reserveSource(bytes),
    lookups,
    innerHits: undefined,
    profiler,
  };
  if (innerHits.length === 0) return shard;
  const lease = (reader: SegmentReader): ReturnType<LeaseContext> =>
    runtime.contexts.lease(reader, control.checkCancelled);
  const within = { ...shard, profiler: undefined };
  return { ...shard, innerHits: innerHitsOf(innerHits, { shard: within, lease, totalsAsInt }) };
}
