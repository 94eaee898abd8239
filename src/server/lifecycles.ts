/** Puts the lifecycles of indices together: they run by an interval that a setting says, and when the state changes. */
import type { ClusterStateStore, ClusterState } from "../cluster/cluster-state.ts";
import type { ClusterService } from "../cluster/cluster-service.ts";
import { clusterSetting } from "../cluster/cluster-settings.ts";
import { parseTimeMs } from "../compat/time-value.ts";
import { randomUuid, systemClock } from "../core/clock.ts";
import type { Documents } from "../documents/documents.ts";
import { rolloverMeasures } from "../documents/rollover-measures.ts";
import { concernsLifecycles, IndexLifecycles } from "../lifecycles/index-lifecycles.ts";
import type { LifecycleNode } from "../lifecycles/step.ts";
import type { Replication } from "../replication/replication.ts";
import type { Snapshots } from "../snapshots/snapshots.ts";
import type { Scheduler } from "../tasks/scheduler.ts";

const POLL_INTERVAL = "indices.lifecycle.poll_interval";
const DAY_MS = 86_400_000;

export interface LifecyclesSetup {
  readonly cluster: ClusterService;
  readonly store: Pick<ClusterStateStore, "watch">;
  readonly documents: Documents;
  readonly snapshots: Snapshots;
  readonly scheduler: Scheduler;
  /** Values by which filters of allocation know the node. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly authorize: LifecycleNode["authorize"];
  /** Loads replication, which is asked for followers only. */
  readonly replication: () => Promise<Replication>;
  readonly downsample: LifecycleNode["downsample"];
  readonly log: (level: "error", message: string) => void;
}

export function openLifecycles(setup: LifecyclesSetup): IndexLifecycles {
  const { cluster, documents, snapshots, scheduler, attributes, authorize, downsample, replication, log } = setup;
  const lifecycles = new IndexLifecycles({
    cluster,
    node: {
      documents,
      attributes,
      measures: (index) => rolloverMeasures(documents, index.uuid),
      async indicesOf(repository, name) {
        const made = await snapshots.list(repository);
        return made.find((snapshot) => snapshot.name === name)?.indices.map((index) => index.name);
      },
      preview: (...changes) => cluster.preview(...changes),
      newUuid: randomUuid,
      following: async ({ uuid }) => (await replication()).followers.checkpoints(uuid),
      forgetLeader: async (index, record) => (await replication()).forgetLeader(index, record).catch(() => undefined),
      authorize,
      downsample,
    },
    now: () => systemClock.now(),
    log,
  });
  const intervalMs = (): number => parseTimeMs(clusterSetting(cluster.state, POLL_INTERVAL), POLL_INTERVAL);
  scheduler.add({
    name: "index_lifecycles",
    description: "Takes indices through their lifecycles, as the policies say.",
    everyMs: intervalMs,
    firstMs: intervalMs(),
    run: (signal) => lifecycles.run(true, signal),
  });
  const changed = scheduler.add({
    name: "changed_index_lifecycles",
    description: "Takes indices on in their lifecycles when the cluster state changes.",
    everyMs: DAY_MS,
    firstMs: DAY_MS,
    run: (signal) => lifecycles.run(false, signal),
  });
  let before: ClusterState | undefined;
  setup.store.watch((state) => {
    // The service takes the state over behind its watchers.
    if (scheduler.isActive && concernsLifecycles(before, state)) setImmediate(() => changed.runNow());
    before = state;
  });
  return lifecycles;
}
