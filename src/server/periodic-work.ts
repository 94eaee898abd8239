/** What a node does by the clock; lifecycles of indices and identity add theirs where they are put together. */
import type { AsyncSearches } from "../async-search/async-searches.ts";
import type { DataStreamLifecycles } from "../cluster/data-streams/lifecycle.ts";
import { extendSeriesTimes, seriesIntervalMs } from "../cluster/data-streams/series-times.ts";
import { clusterSetting } from "../cluster/cluster-settings.ts";
import type { LocalClusterService } from "../cluster/local-cluster-service.ts";
import { parseTimeMs } from "../compat/time-value.ts";
import type { Clock } from "../core/clock.ts";
import type { SnapshotLifecycles } from "../snapshots/lifecycle/snapshot-lifecycles.ts";
import type { ScheduledWork } from "../tasks/scheduler.ts";

/** Changes of the cluster state that take long are looked for so often. */
const WATCH_MS = 5_000;
const LIFECYCLE_INTERVAL = "data_streams.lifecycle.poll_interval";
/** How often policies of snapshots are looked at. */
const SNAPSHOT_LIFECYCLE_MS = 5_000;
/** How often expired async searches are looked for (`async_search.index_cleanup_interval`). */
const ASYNC_SEARCH_MS = 3_600_000;

/** Whose work it is. */
export interface PeriodicWorkers {
  readonly cluster: LocalClusterService;
  readonly streamLifecycles: DataStreamLifecycles;
  readonly asyncSearches: AsyncSearches;
  readonly snapshotLifecycles: SnapshotLifecycles;
  readonly clock: Clock;
}

export function periodicWork(workers: PeriodicWorkers): ScheduledWork[] {
  const { cluster, streamLifecycles, asyncSearches, snapshotLifecycles, clock } = workers;
  return [
    {
      name: "late_changes",
      description: "Tells of changes of the cluster state that take long.",
      ...every(WATCH_MS),
      isOfEachNode: true,
      run: () => Promise.resolve(cluster.tick()),
    },
    {
      name: "data_stream_lifecycles",
      description: "Rolls data streams over and removes their indices, as their lifecycles say.",
      ...byInterval(() => parseTimeMs(clusterSetting(cluster.state, LIFECYCLE_INTERVAL), LIFECYCLE_INTERVAL)),
      run: (signal) => streamLifecycles.run(signal),
    },
    {
      name: "time_series_ranges",
      description: "Moves on the time that indices of time series take points of.",
      ...byInterval(() => seriesIntervalMs(cluster.state)),
      run: () => extendSeriesTimes(cluster, clock.now()),
    },
    {
      name: "async_searches",
      description: "Deletes what async searches came to that has expired.",
      ...every(ASYNC_SEARCH_MS),
      run: (signal) => asyncSearches.expire(signal),
    },
    {
      name: "snapshot_lifecycles",
      description: "Makes and removes snapshots, as their policies say.",
      ...every(SNAPSHOT_LIFECYCLE_MS),
      run: (signal) => snapshotLifecycles.tick(signal),
    },
  ];
}

/** By an interval that a setting says. */
function byInterval(everyMs: () => number): Pick<ScheduledWork, "everyMs" | "firstMs"> {
  return { everyMs, firstMs: everyMs() };
}

function every(milliseconds: number): Pick<ScheduledWork, "everyMs" | "firstMs"> {
  return { everyMs: milliseconds, firstMs: milliseconds };
}
