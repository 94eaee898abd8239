/** Joins the cluster that the settings name. Loaded where they name one. */
import type { ClusterStateStore } from "../cluster/cluster-state.ts";
import { RegisterClusterStateStore } from "../cluster/register-cluster-state-store.ts";
import { beginLife } from "../cluster/single-node.ts";
import type { DataFolder } from "../store/data-folder.ts";
import { connectNats } from "../store/nats/connect-nats.ts";
import type { NatsPlace } from "../store/nats/nats-client.ts";
import { NatsRegisters } from "../store/nats/nats-registers.ts";
import type { NatsLog } from "../store/nats/open-nats-log.ts";

/** What a node of a cluster has elsewhere. */
export interface JoinedCluster {
  readonly store: ClusterStateStore;
  readonly log: NatsLog;
  close(): Promise<void>;
}

export async function joinCluster(place: NatsPlace, folder: DataFolder, nodeName: string): Promise<JoinedCluster> {
  const registers = await NatsRegisters.open(await connectNats(place, nodeName));
  try {
    const life = await beginLife(registers, folder.files, folder.path);
    const store = new RegisterClusterStateStore(registers);
    await store.removeUnnamed();
    return { store, log: { place, ...life }, close: () => registers.close() };
  } catch (error) {
    await registers.close();
    throw error;
  }
}
