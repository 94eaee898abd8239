/** Restores a snapshot: the files come first, then the cluster state takes the indices over, all or none. */
import { restoreIndices, type RestoredIndex } from "../cluster/changes/restore-indices.ts";
import type { ChangeSource, ClusterChange } from "../cluster/cluster-change.ts";
import type { ClusterService } from "../cluster/cluster-service.ts";
import { isSystemName } from "../cluster/system-indices.ts";
import { illegalArgument } from "../compat/errors.ts";
import type { Clock, MonotonicClock } from "../core/clock.ts";
import { ownOf, put } from "../core/names.ts";
import type { JsonObject } from "../core/json.ts";
import type { Documents } from "../documents/documents.ts";
import { EMPTY_SHARD } from "../store/manifest/shard-manifest.ts";
import { BlobMissing } from "../store/blobs/blob-store.ts";
import { copiedPieces, CopyDamaged, type StoredFile } from "../store/blobs/copied-file.ts";
import { checkKey, checkMayRestore, customsOf, restoredFeatures, SECURITY } from "./features.ts";
import { withGlobalState, withKinds } from "./global-state.ts";
import type { Repository } from "./repositories.ts";
import type { ReadRoot } from "./repository/blob-repository.ts";
import { RateLimit } from "./repository/rate-limit.ts";
import { repositoryError, restoreError } from "./repository/repository-errors.ts";
import { type FeatureState, indicesOf, type RootSnapshot, type StoredIndex } from "./repository/repository-root.ts";
import type { Secrets } from "./repository-secrets.ts";
import { AS_IT_WAS, chooseNames, renamed, restoredIndex, restoredStream, type RestoreOptions } from "./restore-plan.ts";

export interface RestoreDependencies {
  readonly cluster: Pick<ClusterService, "state" | "apply" | "preview">;
  readonly documents: Pick<Documents, "importFile" | "importShard" | "removeIndex">;
  readonly clock: Clock & MonotonicClock;
  readonly secrets: Secrets;
}

/** A restore that is known to be possible. */
export interface RestorePlan {
  readonly repository: Repository;
  readonly snapshot: RootSnapshot;
  readonly indices: readonly { readonly restored: RestoredIndex; readonly stored: StoredIndex }[];
  readonly change: ClusterChange;
  /** Names of the parts of the server whose indices are among them. */
  readonly features: readonly string[];
}

/** Reads what is to be restored, and throws what would refuse it now. */
export async function planRestore(
  { cluster, secrets }: RestoreDependencies,
  repository: Repository,
  name: string,
  options: RestoreOptions,
): Promise<RestorePlan> {
  const read = await repository.data.read();
  const snapshot = read.root.snapshots.find((one) => one.name === name);
  if (!snapshot) throw restoreError(`${repository.name}:${name}`, "snapshot does not exist");
  const place = `${repository.name}:${name}/${snapshot.uuid}`;
  const { includeGlobalState, featureStates: asked } = options;
  const features = restoredFeatures(place, snapshot, { asked, includeGlobalState });
  checkMayRestore(features, null, options.isSuperuser);
  if (features.some(({ feature }) => feature === SECURITY)) checkKey(secrets, place, snapshot.keyCheck);
  if (options.includeGlobalState && !snapshot.includeGlobalState)
    throw restoreError(place, "cannot restore global state since the snapshot was created without global state");
  const stored = await repository.data.readSnapshot(snapshot.uuid);
  const { global } = stored;
  if (options.includeGlobalState) checkMayRestore([], global, options.isSuperuser);
  const chosen = await chosenIndices(repository, { read, snapshot, place }, stored.dataStreams, options);
  const own = await ownIndices(repository, { read, snapshot, place }, features);
  const kinds = customsOf(features.map(({ feature }) => feature));
  const indices = [...chosen.indices, ...own];
  const change = restoreIndices({
    place,
    indices: indices.map(({ restored }) => restored),
    dataStreams: chosen.dataStreams,
    ...(options.includeGlobalState && global ? { withGlobal: (state) => withGlobalState(state, global) } : {}),
    ...(!options.includeGlobalState && global && kinds.length > 0
      ? { withGlobal: (state) => withKinds(state, global, kinds) }
      : {}),
  });
  await cluster.preview(change);
  return { repository, snapshot, indices, change, features: features.map(({ feature }) => feature) };
}

/** Throws 400: what a part of the server keeps comes back as a whole. */
function refuseOwn(names: readonly string[] | undefined): void {
  const own = names?.flatMap((name) => name.split(",")).filter((name) => isSystemName(name)) ?? [];
  if (own.length > 0)
    throw illegalArgument(
      `requested system indices [${own.join(", ")}], but system indices can only be restored as part of a feature state`,
    );
}

interface From {
  readonly read: ReadRoot;
  readonly snapshot: RootSnapshot;
  readonly place: string;
}

/** The indices of features, as they were: nothing of them is renamed or changed. They come in place of open ones. */
async function ownIndices(
  repository: Repository,
  { read, snapshot, place }: From,
  features: readonly FeatureState[],
): Promise<RestorePlan["indices"]> {
  const names = features.flatMap(({ indices }) => indices);
  const indices: RestorePlan["indices"][number][] = [];
  for (const { name, blob } of indicesOf(read.root, snapshot)) {
    if (!names.includes(name) || !isSystemName(name)) continue;
    const stored = await repository.data.readIndex(blob);
    if (stored.shards.includes(null))
      throw restoreError(place, `index [${name}] wasn't fully snapshotted - cannot restore`);
    const metadata = { ...stored.metadata, system: true };
    indices.push({ restored: restoredIndex(metadata, { place, name, stream: undefined }, AS_IT_WAS), stored });
  }
  return indices;
}

interface Chosen {
  readonly indices: RestorePlan["indices"];
  readonly dataStreams: Readonly<Record<string, JsonObject>>;
}

async function chosenIndices(
  repository: Repository,
  { read, snapshot, place }: From,
  streams: Readonly<Record<string, JsonObject>>,
  options: RestoreOptions,
): Promise<Chosen> {
  refuseOwn(options.indices);
  const available = indicesOf(read.root, snapshot).filter(({ name }) => !isSystemName(name));
  const names = chooseNames(
    [...available.map(({ name }) => name), ...Object.keys(streams)],
    options.indices,
    options.ignoreUnavailable,
  );
  const chosenStreams = Object.entries(streams).filter(([name]) => names.includes(name));
  /** New names of streams by the names of their indices before. */
  const streamOfIndex = new Map<string, string>();
  for (const [name, stream] of chosenStreams)
    for (const index of indicesOfStream(stream)) streamOfIndex.set(index, renamed(name, options));
  const newNames = new Map<string, string>();
  const indices: RestorePlan["indices"][number][] = [];
  for (const { name, blob } of available) {
    const stream = streamOfIndex.get(name);
    if (!names.includes(name) && stream === undefined) continue;
    const target = renamed(name, options, stream !== undefined);
    const other = [...newNames].find(([, taken]) => taken === target)?.[0];
    if (other !== undefined)
      throw restoreError(
        `${repository.name}:${snapshot.name}`,
        `indices [${name}] and [${other}] are renamed into the same index [${target}]`,
      );
    newNames.set(name, target);
    const stored = await repository.data.readIndex(blob);
    if (!options.partial && stored.shards.includes(null))
      throw restoreError(
        `${repository.name}:${snapshot.name}`,
        `index [${name}] wasn't fully snapshotted - cannot restore`,
      );
    const metadata = { ...stored.metadata, system: false };
    indices.push({ restored: restoredIndex(metadata, { place, name: target, stream }, options), stored });
  }
  const dataStreams: Record<string, JsonObject> = {};
  for (const [name, stream] of chosenStreams)
    put(
      dataStreams,
      renamed(name, options),
      restoredStream(stream, (index) => newNames.get(index)),
    );
  return { indices, dataStreams };
}

function indicesOfStream(stream: JsonObject): string[] {
  const indices = ownOf(stream, "indices");
  return Array.isArray(indices) ? indices.filter((name): name is string => typeof name === "string") : [];
}

/** How far a restore is. */
export interface RestoreProgress {
  bytes: number;
  files: number;
  isAborted: boolean;
}

/** Brings the files, then the indices. When it rejects, nothing has changed, and what was brought is removed. */
export async function restoreSnapshot(
  parts: RestoreDependencies,
  plan: RestorePlan,
  source: ChangeSource,
  progress: RestoreProgress,
): Promise<void> {
  const { cluster, documents, clock } = parts;
  const { repository, indices, change } = plan;
  const rate = new RateLimit(repository.restoreRate, clock);
  try {
    for (const { restored, stored } of indices) {
      const { uuid } = restored.metadata;
      for (const [number, shard] of stored.shards.entries()) {
        for (const file of shard?.files ?? [])
          await importFile(documents, repository, { uuid, shard: number, file, rate, progress });
        await documents.importShard(uuid, number, shard?.manifest ?? EMPTY_SHARD);
      }
    }
    await cluster.apply(source, change);
  } catch (error) {
    const isThere = (uuid: string): boolean =>
      Object.values(cluster.state.indices).some((index) => index.uuid === uuid);
    for (const { restored } of indices) {
      const { uuid } = restored.metadata;
      if (!isThere(uuid)) await documents.removeIndex(uuid).catch(() => undefined); // the next start removes it
    }
    throw error;
  }
}

interface ImportRequest {
  readonly uuid: string;
  readonly shard: number;
  readonly file: StoredFile;
  readonly rate: RateLimit;
  readonly progress: RestoreProgress;
}

/** Brings a file, and rejects when it is not what was stored. */
async function importFile(
  documents: RestoreDependencies["documents"],
  repository: Repository,
  { uuid, shard, file, rate, progress }: ImportRequest,
): Promise<void> {
  const { path } = file;
  let waiting: Uint8Array = new Uint8Array(0);
  try {
    for await (const piece of copiedPieces(repository.blobs, file)) {
      if (progress.isAborted) throw repositoryError(repository.name, "the restore was given up");
      progress.bytes += piece.length;
      // A piece is sent when it is known not to be the last.
      if (waiting.length > 0) await documents.importFile({ uuid, shard, path, isLast: false }, waiting);
      waiting = piece;
      await rate.passed(piece.length);
    }
  } catch (error) {
    if (error instanceof BlobMissing || error instanceof CopyDamaged)
      throw repositoryError(repository.name, error.message);
    throw error;
  }
  await documents.importFile({ uuid, shard, path, isLast: true }, waiting);
  progress.files++;
}
