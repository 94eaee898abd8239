/**
 * Merges of segments as a background task of the interface. Shards begin them by themselves, as soon as they are due;
 * this looks at how they go.
 */
import type { LocalClusterService } from "../cluster/local-cluster-service.ts";
import type { Clock } from "../core/clock.ts";
import type { Documents } from "../documents/documents.ts";
import type { BackgroundTask } from "../identity/tasks/task.ts";

const MINUTE_MS = 60_000;

/** What it looks at. */
export interface MergeTaskDependencies {
  readonly cluster: Pick<LocalClusterService, "state">;
  readonly documents: Pick<Documents, "stats">;
}

export function mergeTask({ cluster, documents }: MergeTaskDependencies, clock: Clock): BackgroundTask {
  const startedMs = clock.now();
  return {
    name: "merge",
    description: "Merges segments of indices.",
    everyMs: 5 * MINUTE_MS,
    firstMs: MINUTE_MS,
    async run() {
      const shards = await documents.stats(Object.values(cluster.state.indices).map(({ uuid }) => uuid));
      const sum = (value: (merges: (typeof shards)[number]["merges"]) => number): number =>
        shards.reduce((total, { merges }) => total + value(merges), 0);
      const failed = shards.filter(({ failure }) => failure !== undefined);
      const since = new Date(startedMs).toISOString();
      const messages = [
        `${sum(({ total }) => total)} merges of ${sum(({ docs }) => docs)} documents since ${since}, ${sum(({ current }) => current)} under way.`,
        ...failed.map(({ index, shard }) => `Shard [${index}][${shard}] has failed, and merges no more.`),
      ];
      return { status: failed.length > 0 ? "WARNING" : "SUCCESSFUL", messages };
    },
  };
}
