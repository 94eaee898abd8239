/** Makes a snapshot: copies indices, then names them in the root of the repository. */
import type { ClusterState } from "../cluster/cluster-state.ts";
import { DATA_STREAMS } from "../cluster/data-streams/data-stream.ts";
import { writeJson } from "../compat/json/write-json.ts";
import type { JsonObject } from "../core/json.ts";
import { ownOf, put } from "../core/names.ts";
import { type CopiedIndex, type CopyIndexDependencies, copyIndex } from "./copy-index.ts";
import { customsOf, keyCheck, SECURITY } from "./features.ts";
import { globalState, stateOfKinds } from "./global-state.ts";
import type { Repository } from "./repositories.ts";
import { type ReadRoot, snapshotBlob } from "./repository/blob-repository.ts";
import { RateLimit } from "./repository/rate-limit.ts";
import { repositoryChanged, snapshotError } from "./repository/repository-errors.ts";
import type {
  RepositoryRoot,
  RootIndex,
  RootSnapshot,
  ShardCost,
  SnapshotState,
  StoredIndex,
} from "./repository/repository-root.ts";
import type { Secrets } from "./repository-secrets.ts";
import type { RunningSnapshot } from "./running-snapshot.ts";
import { snapshotNameTaken } from "./snapshot-names.ts";

/** What is said of a snapshot that is to be made. */
export interface SnapshotPlan {
  readonly running: RunningSnapshot;
  readonly repository: Repository;
  readonly version: string;
  readonly secrets: Secrets;
}

/** Rejects when the repository cannot be read or written, or the snapshot was given up: then there is none. */
export async function createSnapshot(parts: CopyIndexDependencies, plan: SnapshotPlan): Promise<RootSnapshot> {
  const { running, repository } = plan;
  const read = await repository.data.read();
  // Another cluster may have made one since this one began to wait for its turn.
  if (read.root.snapshots.some(({ name }) => name === running.name))
    throw snapshotNameTaken(repository.name, running.name, false);
  const written: string[] = [];
  try {
    return await copyAll(parts, plan, read, written);
  } catch (error) {
    await removeOwn(repository, running, written);
    throw error;
  }
}

async function copyAll(
  parts: CopyIndexDependencies,
  plan: SnapshotPlan,
  read: ReadRoot,
  written: string[],
): Promise<RootSnapshot> {
  const { running, repository } = plan;
  const check = (): void => {
    if (running.isAborted)
      throw snapshotError(`${running.repository}:${running.name}`, "Snapshot was aborted by deletion");
  };
  const rate = new RateLimit(repository.snapshotRate, parts.clock);
  const indices: Record<string, RootIndex> = { ...read.root.indices };
  const blobs: string[] = [];
  const costs: Record<string, readonly (ShardCost | null)[]> = {};
  for (const { name, uuid, shards } of running.indices) {
    check();
    let copied: CopiedIndex;
    try {
      const told = {
        begun: (shard: number) => void (running.current = `${name}/${shard}`),
        done: (shard: number, cost: ShardCost) => void running.done.set(`${name}/${shard}`, cost),
      };
      copied = await copyIndex(parts, { name, uuid, repository, root: read.root, rate, check, ...told });
    } catch (error) {
      check();
      const reason = error instanceof Error ? error.message : String(error);
      for (let shard = 0; shard < shards; shard++)
        running.failures.push({ index: name, indexUuid: uuid, shard, reason });
      continue;
    }
    running.failures.push(...copied.failures);
    put(costs, name, copied.costs);
    const same = await sameIndex(repository, read.root, copied.stored);
    const blob = same ?? (await repository.data.writeIndex(copied.stored));
    if (same === undefined) written.push(blob);
    put(indices, blob, rootIndex(copied.stored));
    blobs.push(blob);
  }
  running.current = undefined;
  check();
  const state = parts.state();
  const stored = {
    global: running.includeGlobalState
      ? globalState(state)
      : stateOfKinds(state, customsOf(running.featureStates.map(({ feature }) => feature))),
    dataStreams: streamsOf(state, running.dataStreams),
    costs,
  };
  await repository.data.writeSnapshot(running.uuid, stored);
  const snapshot = rootSnapshot(plan, blobs, parts.clock.now(), state.clusterUuid);
  check();
  await commit(repository, read, {
    ...read.root,
    cluster: state.clusterUuid,
    indices,
    snapshots: [...read.root.snapshots, snapshot],
  });
  return snapshot;
}

/** What was told to have failed may have come to pass, and the other way round: the repository itself says it. */
async function commit(repository: Repository, { generation }: ReadRoot, root: RepositoryRoot): Promise<void> {
  const uuid = root.snapshots.at(-1)?.uuid;
  const isThere = ({ root: now }: ReadRoot): boolean => now.snapshots.some((snapshot) => snapshot.uuid === uuid);
  try {
    const now = await repository.data.commit(generation, root);
    if (!isThere(now)) throw repositoryChanged(repository.name, generation, now.root.cluster);
  } catch (error) {
    const now = await repository.data.read().catch(() => undefined); // the first error is the one to report
    if (!now || !isThere(now)) throw error;
  }
}

/** A blob that says the same already. */
async function sameIndex(
  repository: Repository,
  root: RepositoryRoot,
  stored: StoredIndex,
): Promise<string | undefined> {
  const text = writeJson(stored);
  for (const [blob, { uuid }] of Object.entries(root.indices)) {
    if (uuid !== stored.metadata.uuid) continue;
    const before = await repository.data.readIndex(blob).catch(() => undefined); // a damaged one says nothing
    if (before && writeJson(before) === text) return blob;
  }
  return undefined;
}

function rootIndex({ metadata: { name, uuid }, shards }: StoredIndex): RootIndex {
  const files = shards.flatMap((shard) => shard?.files ?? []);
  return {
    name,
    uuid,
    shards: shards.length,
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    segments: Math.max(0, ...shards.map((shard) => shard?.manifest.segments.length ?? 0)),
  };
}

function rootSnapshot(
  { running, version, secrets }: SnapshotPlan,
  blobs: readonly string[],
  endMs: number,
  cluster: string,
): RootSnapshot {
  const { name, uuid, startMs, includeGlobalState, dataStreams, failures, indices, metadata, featureStates } = running;
  const shards = indices.reduce((sum, index) => sum + index.shards, 0);
  return {
    name,
    uuid,
    state: stateOf(shards, failures.length),
    version,
    startMs,
    endMs: Math.max(startMs, endMs),
    includeGlobalState,
    ...(metadata ? { metadata } : {}),
    indices: blobs,
    dataStreams,
    featureStates,
    ...(featureStates.some(({ feature }) => feature === SECURITY) ? { keyCheck: keyCheck(secrets) } : {}),
    shards,
    failures,
    cluster,
  };
}

function stateOf(shards: number, failed: number): SnapshotState {
  if (failed === 0) return "SUCCESS";
  return failed === shards ? "FAILED" : "PARTIAL";
}

function streamsOf(state: ClusterState, names: readonly string[]): Record<string, JsonObject> {
  const streams: Record<string, JsonObject> = {};
  for (const name of names) {
    const stored = ownOf(ownOf(state.customs, DATA_STREAMS), name);
    if (stored) put(streams, name, stored);
  }
  return streams;
}

/**
 * Removes what a snapshot wrote that came to nothing, but not when it may have come to something. Never rejects: what
 * stays is removed with the next snapshot that is deleted.
 */
async function removeOwn(repository: Repository, running: RunningSnapshot, written: readonly string[]): Promise<void> {
  try {
    const { root } = await repository.data.read();
    if (root.snapshots.some(({ uuid }) => uuid === running.uuid)) return;
    await repository.blobs.remove([snapshotBlob(running.uuid), ...written]);
  } catch {
    // The repository fails: what made the snapshot fail says so.
  }
}
