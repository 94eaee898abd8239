/** Joins the cluster that the settings name. Loaded where they name one. */
import type { ClusterStateStore } from "../cluster/cluster-state.ts";
import { type HeldLease, Leases } from "../cluster/leases.ts";
import { RegisterClusterStateStore } from "../cluster/register-cluster-state-store.ts";
import { beginLife } from "../cluster/single-node.ts";
import { systemClock } from "../core/clock.ts";
import { every } from "../core/timers.ts";
import { type ClusterPlace, openRegisters } from "../store/cluster-place.ts";
import type { DataFolder } from "../store/data-folder.ts";
import type { ReplicatedLog } from "../store/open-replicated-log.ts";
import type { Registers } from "../store/registers/registers.ts";

/** What a node of a cluster has elsewhere. */
export interface JoinedCluster {
  readonly store: ClusterStateStore;
  readonly log: ReplicatedLog;
  close(): Promise<void>;
}

const LEASE = "single-node-lease";
/** Each renewal is a put and a listing where the place is a bucket. */
const BUCKET_LEASE = { renewMs: 10_000, expireMs: 35_000 };

export async function joinCluster(
  place: ClusterPlace,
  folder: DataFolder,
  { nodeName, onFatal }: { nodeName: string; onFatal: (error: Error) => void },
): Promise<JoinedCluster> {
  const registers = await openRegisters(place, nodeName);
  try {
    const life = await beginLife(registers, folder.files, folder.path);
    const lease = await takeLease(registers, place, life.writer, onFatal);
    const store = new RegisterClusterStateStore(registers);
    await store.removeUnnamed();
    const close = async (): Promise<void> => {
      // Without it the lease expires.
      await lease.release().catch(() => undefined);
      await registers.close();
    };
    return { store, log: { place, ...life }, close };
  } catch (error) {
    await registers.close();
    throw error;
  }
}

/**
 * Takes the lease of the node, whoever holds it. A process that has nothing to write learns by its loss that another
 * one is the node now; what it would go on to show is old.
 */
async function takeLease(
  registers: Registers,
  place: ClusterPlace,
  holder: string,
  onFatal: (error: Error) => void,
): Promise<HeldLease> {
  const leases = new Leases({ registers, clock: systemClock, every, ...(place.kind === "objects" && BUCKET_LEASE) });
  const onLost = (): void => onFatal(new Error(`the place of this node [${holder}] was taken by another node`));
  for (;;) {
    const after = (await registers.read(LEASE))?.revision ?? 0;
    const held = await leases.acquire(LEASE, { holder, data: {}, after }, onLost);
    if (held) return held;
  }
}
