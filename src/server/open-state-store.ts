/** Where the cluster state is kept, if nobody else keeps it. */
import type { ClusterStateStore } from "../cluster/cluster-state.ts";
import { FileClusterStateStore } from "../cluster/file-cluster-state-store.ts";
import { MemoryClusterStateStore } from "../cluster/memory-cluster-state-store.ts";
import type { DataFolder } from "../store/data-folder.ts";
import type { EngineOptions } from "./engine-options.ts";

export function openStateStore(folder: DataFolder, { dataPath, log }: EngineOptions): ClusterStateStore {
  if (dataPath === undefined) return new MemoryClusterStateStore();
  const store = new FileClusterStateStore(folder.files, "cluster", (damage) =>
    log("error", `the cluster state is damaged: ${damage.message}`),
  );
  if (store.isOutdated)
    log(
      "error",
      "the newest cluster state cannot be read, using the version before; data of indices that it does not know is kept",
    );
  return store;
}

export async function closeStateStore(store: ClusterStateStore): Promise<void> {
  if (store instanceof FileClusterStateStore) await store.close();
}

/** Whether it had to go back to an earlier state. */
export function isOutdated(store: ClusterStateStore): boolean {
  return store instanceof FileClusterStateStore && store.isOutdated;
}
