/**
 * The kinds of work as Elasticsearch's thread pools name them. One thread indexes, one merges, and some search: what
 * they do is counted for its kind; kinds without a count have nothing to do here.
 */
import type { ShardStats } from "../../documents/documents.ts";
import type { Services } from "../operation.ts";

/** What waits, runs, was refused and is done of one kind of work. */
export interface ThreadPool {
  readonly threads: number;
  readonly queue: number;
  readonly active: number;
  readonly rejected: number;
  /** At least so many were active at once. */
  readonly largest: number;
  readonly completed: number;
}

type Kind = "fixed" | "scaling";

/** By name; in the order in which they are shown. */
export const THREAD_POOL_KINDS: Readonly<Record<string, Kind>> = {
  analyze: "fixed",
  auto_complete: "fixed",
  cluster_coordination: "fixed",
  fetch_shard_started: "scaling",
  fetch_shard_store: "scaling",
  flush: "scaling",
  force_merge: "fixed",
  generic: "scaling",
  get: "fixed",
  management: "scaling",
  merge: "scaling",
  refresh: "scaling",
  search: "fixed",
  search_coordination: "fixed",
  search_throttled: "fixed",
  snapshot: "scaling",
  snapshot_meta: "scaling",
  system_critical_read: "fixed",
  system_critical_write: "fixed",
  system_read: "fixed",
  system_write: "fixed",
  warmer: "scaling",
  write: "fixed",
};

const NOTHING: ThreadPool = { threads: 0, queue: 0, active: 0, rejected: 0, largest: 0, completed: 0 };

export async function threadPools(services: Services): Promise<ReadonlyMap<string, ThreadPool>> {
  const uuids = Object.values(services.cluster.state.indices).map(({ uuid }) => uuid);
  const searches = services.searchCounters.sum(uuids);
  const shards = await services.documents.stats(uuids);
  const { rejections } = await services.documents.pressure();
  const sum = (of: (shard: ShardStats) => number): number => shards.reduce((total, shard) => total + of(shard), 0);
  const counted = new Map([
    ["flush", pool(sum(({ flush }) => flush.total))],
    ["get", pool(sum(({ get }) => get.exists + get.missing))],
    [
      "merge",
      pool(
        sum(({ merges }) => merges.total),
        { active: sum(({ merges }) => merges.current) },
      ),
    ],
    ["refresh", pool(sum(({ refresh }) => refresh.total))],
    ["search", pool(searches.queries, { active: searches.current })],
    [
      "write",
      pool(
        sum(({ bulk }) => bulk.operations),
        { rejected: rejections },
      ),
    ],
  ]);
  return new Map(Object.keys(THREAD_POOL_KINDS).map((name) => [name, counted.get(name) ?? NOTHING]));
}

function pool(completed: number, { active = 0, rejected = 0 } = {}): ThreadPool {
  const threads = Math.max(active, completed > 0 ? 1 : 0);
  return { threads, queue: 0, active, rejected, largest: threads, completed };
}
