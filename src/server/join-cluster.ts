/** Joins the cluster that the settings name, as its only node or as one of several. Loaded where they name one. */
import type { ClusterStateStore } from "../cluster/cluster-state.ts";
import { type HeldLease, Leases } from "../cluster/leases.ts";
import { AdoptedFolder } from "../cluster/adopted-folder.ts";
import { beginNodeLife } from "../cluster/node-life.ts";
import { nodeLease } from "../cluster/node-lease.ts";
import { RegisterClusterStateStore } from "../cluster/register-cluster-state-store.ts";
import { beginLife, type NodeLife } from "../cluster/single-node.ts";
import { systemClock } from "../core/clock.ts";
import { every } from "../core/timers.ts";
import { type ClusterPlace, openFileStore, openRegisters } from "../store/cluster-place.ts";
import type { DataFolder } from "../store/data-folder.ts";
import type { ReplicatedLog } from "../store/open-replicated-log.ts";
import type { Registers } from "../store/registers/registers.ts";

/** What a node of a cluster has elsewhere. */
export interface JoinedCluster {
  readonly store: ClusterStateStore;
  readonly log: ReplicatedLog;
  readonly leases: Leases;
  /** Whether no other process has taken the place of this one, for certain. */
  isCertain(): boolean;
  close(): Promise<void>;
}

export interface Joining {
  readonly nodeName: string;
  /** Of the secret key, where the node is one of several; undefined: it is alone. */
  readonly keyDigest: string | undefined;
  readonly onFatal: (error: Error) => void;
}

const SINGLE_LEASE = "single-node-lease";
/** Each renewal is a put and a listing where the place is a bucket. */
const BUCKET_LEASE = { renewMs: 10_000, expireMs: 35_000 };

export async function joinCluster(
  place: ClusterPlace,
  folder: DataFolder,
  { nodeName, keyDigest, onFatal }: Joining,
): Promise<JoinedCluster> {
  const registers = await openRegisters(place, nodeName);
  try {
    const { files, path, nodeId } = folder;
    const store = new RegisterClusterStateStore(registers);
    const life: NodeLife =
      keyDigest === undefined
        ? await beginLife(registers, files, path, await adoptedFolder(place, folder, store))
        : await beginNodeLife(registers, { nodeId, files, folder: path, keyDigest });
    const leases = leasesOf(registers, place);
    const name = keyDigest === undefined ? SINGLE_LEASE : nodeLease(nodeId);
    const lease = await takeLease({ registers, leases, name }, life.writer, onFatal);
    await store.removeUnnamed();
    const close = async (): Promise<void> => {
      // Without it the lease expires.
      await lease.release().catch(() => undefined);
      await registers.close();
    };
    const log = { place, isAlone: keyDigest === undefined, ...life };
    return { store, log, leases, isCertain: () => lease.isCertain, close };
  } catch (error) {
    await registers.close();
    throw error;
  }
}

/** A folder that was a node by itself may join where the files of shards are held elsewhere. */
async function adoptedFolder(
  place: ClusterPlace,
  folder: DataFolder,
  store: RegisterClusterStateStore,
): Promise<AdoptedFolder | undefined> {
  const blobs = await openFileStore(place);
  return blobs && new AdoptedFolder(folder, store, blobs);
}

function leasesOf(registers: Registers, place: ClusterPlace): Leases {
  return new Leases({ registers, clock: systemClock, every, ...(place.kind === "objects" && BUCKET_LEASE) });
}

/**
 * Takes the lease of the node, whoever holds it. A process that has nothing to write learns by its loss that another
 * one is the node now; what it would go on to show is old.
 */
async function takeLease(
  { registers, leases, name }: { registers: Registers; leases: Leases; name: string },
  holder: string,
  onFatal: (error: Error) => void,
): Promise<HeldLease> {
  const onLost = (): void => onFatal(new Error(`the place of this node [${holder}] was taken by another node`));
  for (;;) {
    const after = (await registers.read(name))?.revision ?? 0;
    const held = await leases.acquire(name, { holder, data: {}, after }, onLost);
    if (held) return held;
  }
}
