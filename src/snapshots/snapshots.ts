/**
 * The snapshots of a node: what is made, restored and removed, each repository by one writer at a time. Nothing of it
 * stands in the way of writes and searches.
 */
import type { ChangeListener, ChangeSource } from "../cluster/cluster-change.ts";
import type { ClusterService } from "../cluster/cluster-service.ts";
import { isSystemName } from "../cluster/system-indices.ts";
import { illegalArgument, RequestError } from "../compat/errors.ts";
import { writeJson } from "../compat/json/write-json.ts";
import { simpleMatch } from "../compat/wildcard.ts";
import { type Clock, type MonotonicClock, randomUuid } from "../core/clock.ts";
import type { JsonObject } from "../core/json.ts";
import { ownOf } from "../core/names.ts";
import { Slots } from "../core/slots.ts";
import type { Documents } from "../documents/documents.ts";
import { collectGarbage, type Removed } from "./collect-garbage.ts";
import { createSnapshot } from "./create-snapshot.ts";
import { Repositories, type Repository } from "./repositories.ts";
import {
  repositoryError,
  repositoryInUse,
  snapshotError,
  snapshotInProgress,
  snapshotMissing,
} from "./repository/repository-errors.ts";
import {
  type FeatureState,
  indicesOf,
  type RepositoryRoot,
  type RootSnapshot,
  type StoredShard,
} from "./repository/repository-root.ts";
import type { Secrets } from "./repository-secrets.ts";
import type { RepositoryPlaces } from "./repository/repository-types.ts";
import { chooseNames, type RestoreOptions } from "./restore-plan.ts";
import { planRestore, type RestoreProgress, type RestorePlan, restoreSnapshot } from "./restore-snapshot.ts";
import { RunningSnapshot } from "./running-snapshot.ts";
import { madeSnapshot, runningSnapshot, type SnapshotInfo, type SnapshotStatus, statusOf } from "./snapshot-info.ts";
import { checkSnapshotName, snapshotNameTaken } from "./snapshot-names.ts";

export interface SnapshotsDependencies {
  readonly cluster: Pick<ClusterService, "state" | "apply" | "preview">;
  readonly documents: Pick<Documents, "holdFiles" | "releaseFiles" | "importFile" | "importShard" | "removeIndex">;
  readonly clock: Clock & MonotonicClock;
  readonly places: RepositoryPlaces;
  readonly secrets: Secrets;
  /** What is told as the version that made a snapshot. */
  readonly version: string;
  readonly onChange: ChangeListener;
  readonly log: (level: "warn" | "error", message: string) => void;
}

/** A snapshot that is wanted. */
export interface SnapshotRequest {
  readonly repository: string;
  readonly name: string;
  /** Names and uuids. */
  readonly indices: readonly { readonly name: string; readonly uuid: string; readonly shards: number }[];
  readonly dataStreams: readonly string[];
  readonly featureStates: readonly FeatureState[];
  readonly includeGlobalState: boolean;
  readonly metadata: JsonObject | undefined;
}

/** A snapshot of some indices of another one. */
export interface CloneRequest {
  readonly repository: string;
  readonly from: string;
  readonly to: string;
  readonly patterns: readonly string[];
}

/** How an index came back. */
export interface RestoreOrigin {
  readonly repository: string;
  readonly snapshot: string;
  readonly version: string;
  /** Its name in the snapshot. */
  readonly index: string;
  /** The same for all indices of a restore. */
  readonly restore: string;
  readonly startMs: number;
  readonly endMs: number;
  /** The files that each shard brought. */
  readonly shards: readonly (readonly { readonly path: string; readonly bytes: number }[])[];
}

/** A model of change events. */
const SNAPSHOT = "snapshot";

export class Snapshots {
  readonly repositories: Repositories;
  readonly #parts: SnapshotsDependencies;
  readonly #running = new Set<RunningSnapshot>();
  readonly #restoring = new Set<RestoreProgress>();
  /** One writer for each place. */
  readonly #writers = new Map<string, Slots>();
  /** How many write to a repository, or wait for their turn. */
  readonly #used = new Map<string, number>();
  readonly #restored = new Map<string, RestoreOrigin>();
  readonly #underWay = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(parts: SnapshotsDependencies) {
    this.#parts = parts;
    this.repositories = new Repositories(() => parts.cluster.state, parts.places, parts.secrets);
  }

  /** Snapshots that are being made. */
  get running(): readonly RunningSnapshot[] {
    return [...this.#running];
  }

  /** Throws 400 when one of the indices is being copied: it must stay. */
  checkNotCopied(names: readonly string[], what: "delete" | "close"): void {
    const copied = this.running.flatMap(({ indices }) => indices).filter(({ name }) => names.includes(name));
    if (copied.length === 0) return;
    const listed = copied.map(({ name, uuid }) => `[${name}/${uuid}]`).join(", ");
    throw snapshotInProgress(
      `Cannot ${what} indices that are being snapshotted: [${listed}]. Try again after snapshot finishes or cancel the currently running snapshot.`,
    );
  }

  /** Throws 409 when a repository is being written to. */
  checkUnused(repository: string): void {
    if ((this.#used.get(repository) ?? 0) > 0) throw repositoryInUse(repository, "snapshot is in progress");
  }

  /** Begins a snapshot; `done` resolves when it is made, or rejects when there is none. */
  async create(source: ChangeSource, request: SnapshotRequest): Promise<{ done: Promise<SnapshotInfo> }> {
    const { name, indices, dataStreams, featureStates, includeGlobalState, metadata } = request;
    const repository = this.repositories.get(request.repository);
    checkSnapshotName(repository.name, name);
    if (repository.isReadOnly)
      throw illegalArgument(`[${repository.name}] cannot create snapshot in a readonly repository`);
    this.#checkOpen();
    const { root } = await repository.data.read();
    if (this.#runningNamed(repository.name, name)) throw snapshotNameTaken(repository.name, name, true);
    if (root.snapshots.some((one) => one.name === name)) throw snapshotNameTaken(repository.name, name, false);
    checkRoom(repository, root.snapshots.length, `${repository.name}:${name}`);
    const running = new RunningSnapshot({
      repository: repository.name,
      name,
      uuid: randomUuid(),
      startMs: this.#parts.clock.now(),
      includeGlobalState,
      indices,
      dataStreams,
      metadata,
      featureStates,
    });
    this.#running.add(running);
    const done = this.#write(repository, () => this.#make(source, repository, running)).finally(() =>
      this.#running.delete(running),
    );
    return { done: this.#tracked(done) };
  }

  /** Ends a snapshot that is being made; nothing of it is kept. */
  giveUp(repository: string, name: string): void {
    this.#runningNamed(repository, name)?.abort();
  }

  /** All snapshots of a repository, those that are being made last. */
  async list(repository: string): Promise<SnapshotInfo[]> {
    const { root } = await this.repositories.get(repository).data.read();
    const made = root.snapshots.map((snapshot) => madeSnapshot(repository, root, snapshot));
    return [...made, ...this.current(repository)];
  }

  /** Those that are being made. */
  current(repository: string): SnapshotInfo[] {
    return this.running
      .filter((running) => running.repository === repository)
      .map((running) => runningSnapshot(running, this.#parts.version));
  }

  /** Throws 404 for a name that is missing, unless that is no matter. */
  async statuses(repository: string, names: readonly string[], ignoreUnavailable: boolean): Promise<SnapshotStatus[]> {
    const { data } = this.repositories.get(repository);
    const { root } = await data.read();
    const statuses: SnapshotStatus[] = [];
    for (const name of names) {
      const running = this.#runningNamed(repository, name);
      const made = root.snapshots.find((one) => one.name === name);
      if (running) statuses.push(this.runningStatus(running));
      else if (made) {
        const { costs } = await data.readSnapshot(made.uuid);
        const info = madeSnapshot(repository, root, made);
        statuses.push(statusOf(info, (index, shard) => ownOf(costs, index)?.[shard] ?? undefined));
      } else if (!ignoreUnavailable) throw snapshotMissing(repository, name);
    }
    return statuses;
  }

  runningStatus(running: RunningSnapshot): SnapshotStatus {
    const info = runningSnapshot(running, this.#parts.version);
    return statusOf(info, (index, shard) => running.done.get(`${index}/${shard}`), running.current);
  }

  /** Removes snapshots by names and patterns, and what no other one needs; those that are being made are given up. */
  async delete(source: ChangeSource, name: string, patterns: readonly string[]): Promise<{ done: Promise<void> }> {
    const repository = this.repositories.get(name);
    const given = this.running.filter(
      (running) => running.repository === name && patterns.some((pattern) => simpleMatch(pattern, running.name)),
    );
    const { root: present } = await repository.data.read();
    chosenSnapshots(repository, present, patterns, given);
    if (repository.isReadOnly) throw readOnly(name);
    for (const running of given) running.abort();
    const done = this.#write(repository, async () => {
      const before = await repository.blobs.list("");
      const { generation, root } = await repository.data.read();
      const gone = chosenSnapshots(repository, root, patterns, given);
      if (gone.size === 0) return;
      const kept = root.snapshots.filter((snapshot) => !gone.has(snapshot));
      const next = await repository.data.commit(generation, this.#rootWith(root, kept));
      const names = [...gone].map((one) => `${name}:${one.name}`);
      const events = names.map((one) => ({ action: "deleted", model: SNAPSHOT, name: one }) as const);
      this.#parts.onChange(events, source);
      await collectGarbage(repository.data, next, before);
    });
    return { done: this.#tracked(done) };
  }

  /** Removes what no snapshot needs. */
  async cleanUp(name: string): Promise<Removed> {
    const repository = this.repositories.get(name);
    if (repository.isReadOnly) throw readOnly(name);
    return this.#tracked(
      this.#write(repository, async () => {
        const before = await repository.blobs.list("");
        const { generation, root } = await repository.data.read();
        if (generation === 0) return { blobs: 0, bytes: 0 };
        // A new root, so that nobody who began before ends with what is removed here.
        const next = await repository.data.commit(generation, this.#rootWith(root, root.snapshots));
        const roots = before.filter(({ name: blob }) => !/^(index|mirror)-/.test(blob));
        return collectGarbage(repository.data, next, roots);
      }),
    );
  }

  /** Makes a snapshot of some indices of another one, of the same blobs. */
  async clone(source: ChangeSource, request: CloneRequest): Promise<void> {
    const { repository: name, from, to, patterns } = request;
    const repository = this.repositories.get(name);
    checkSnapshotName(name, to);
    if (repository.isReadOnly) throw repositoryError(name, "cannot create snapshot in a readonly repository");
    await this.#tracked(
      this.#write(repository, async () => {
        const { generation, root } = await repository.data.read();
        if (root.snapshots.some((one) => one.name === to)) throw snapshotNameTaken(name, to, false);
        if (this.#runningNamed(name, to)) throw snapshotNameTaken(name, to, true);
        const original = root.snapshots.find((one) => one.name === from);
        if (!original) throw snapshotMissing(name, from);
        checkRoom(repository, root.snapshots.length, `${name}:${to}`);
        const cloned = await this.#cloned(repository, root, original, { to, patterns });
        await repository.data.commit(generation, this.#rootWith(root, [...root.snapshots, cloned]));
        this.#parts.onChange([{ action: "created", model: SNAPSHOT, name: `${name}:${to}` }], source);
      }),
    );
  }

  /**
   * Begins a restore; `done` resolves when its indices are there, or rejects when it is given up. Throws what refuses
   * it at once.
   */
  async restore(
    source: ChangeSource,
    repository: string,
    snapshot: string,
    options: RestoreOptions,
  ): Promise<{ plan: RestorePlan; done: Promise<void>; giveUp: () => void }> {
    this.#checkOpen();
    const plan = await planRestore(this.#parts, this.repositories.get(repository), snapshot, options);
    const progress = { bytes: 0, files: 0, isAborted: false };
    this.#restoring.add(progress);
    const startMs = this.#parts.clock.now();
    const done = restoreSnapshot(this.#parts, plan, source, progress)
      .then(() => this.#remember(plan, startMs))
      .finally(() => this.#restoring.delete(progress));
    return { plan, done: this.#tracked(done), giveUp: () => void (progress.isAborted = true) };
  }

  /** Where an index came from that this process restored. */
  restoredFrom(uuid: string): RestoreOrigin | undefined {
    return this.#restored.get(uuid);
  }

  /** Gives up what is under way, and waits for its end. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const running of this.#running) running.abort();
    for (const progress of this.#restoring) progress.isAborted = true;
    await Promise.allSettled(this.#underWay);
  }

  #remember({ repository, snapshot, indices }: RestorePlan, startMs: number): void {
    const present = new Set(Object.values(this.#parts.cluster.state.indices).map((index) => index.uuid));
    for (const uuid of this.#restored.keys()) if (!present.has(uuid)) this.#restored.delete(uuid);
    const restore = randomUuid();
    for (const { restored, stored } of indices)
      this.#restored.set(restored.metadata.uuid, {
        repository: repository.name,
        snapshot: snapshot.name,
        version: snapshot.version,
        index: restored.from,
        restore,
        startMs,
        endMs: this.#parts.clock.now(),
        shards: stored.shards.map((shard) => (shard ? restoredFiles(shard) : [])),
      });
  }

  async #make(source: ChangeSource, repository: Repository, running: RunningSnapshot): Promise<SnapshotInfo> {
    const { cluster, documents, clock, version, secrets, onChange, log } = this.#parts;
    const place = `${repository.name}:${running.name}`;
    const parts = { documents, clock, state: () => cluster.state };
    try {
      const made = await createSnapshot(parts, { running, repository, version, secrets });
      onChange([{ action: "created", model: SNAPSHOT, name: place }], source);
      const { root } = await repository.data.read();
      return madeSnapshot(repository.name, root, made);
    } catch (error) {
      if (!running.isAborted)
        log(
          "error",
          `snapshot [${place}] could not be made: ${error instanceof Error ? error.message : String(error)}`,
        );
      throw error;
    }
  }

  async #cloned(
    repository: Repository,
    root: RepositoryRoot,
    original: RootSnapshot,
    { to, patterns }: { readonly to: string; readonly patterns: readonly string[] },
  ): Promise<RootSnapshot> {
    // What the server keeps for itself is in no clone, as in Elasticsearch.
    const indices = indicesOf(root, original).filter(({ name }) => !isSystemName(name));
    const available = indices.map(({ name }) => name);
    const names = chooseNames(available, patterns, false);
    const place = `${original.name}/${original.uuid}`;
    if (names.length === 0)
      throw snapshotError(
        `${repository.name}:${place}`,
        `No indices in the source snapshot [${place}] matched requested pattern [${patterns.join(", ")}]`,
      );
    const chosen = indices.filter(({ name }) => names.includes(name));
    const failed = original.failures.filter(({ index }) => names.includes(index));
    if (failed.length > 0)
      throw snapshotError(
        `${repository.name}:${place}`,
        `Can't clone index [${failed[0]?.index ?? ""}] because its snapshot was not successful.`,
      );
    const stored = await repository.data.readSnapshot(original.uuid);
    const uuid = randomUuid();
    const now = this.#parts.clock.now();
    const costs = Object.fromEntries(
      Object.entries(stored.costs)
        .filter(([index]) => names.includes(index))
        .map(([index, shards]) => [
          index,
          shards.map((cost) => cost && { ...cost, startMs: now, timeMs: 0, newFiles: 0, newBytes: 0 }),
        ]),
    );
    await repository.data.writeSnapshot(uuid, { ...stored, costs });
    return {
      ...original,
      name: to,
      uuid,
      startMs: now,
      endMs: now,
      indices: chosen.map(({ blob }) => blob),
      dataStreams: [],
      metadata: {},
      featureStates: [],
      shards: chosen.reduce((sum, { shards }) => sum + shards, 0),
      cluster: this.#parts.cluster.state.clusterUuid,
    };
  }

  /** The root with other snapshots, and the indices that they need. */
  #rootWith(root: RepositoryRoot, snapshots: readonly RootSnapshot[]): RepositoryRoot {
    const needed = new Set(snapshots.flatMap(({ indices }) => indices));
    const indices = Object.fromEntries(Object.entries(root.indices).filter(([blob]) => needed.has(blob)));
    return { ...root, cluster: this.#parts.cluster.state.clusterUuid, snapshots, indices };
  }

  #runningNamed(repository: string, name: string): RunningSnapshot | undefined {
    return this.running.find((running) => running.repository === repository && running.name === name);
  }

  /** Runs what writes to a repository, when nobody else here does. */
  async #write<T>(repository: Repository, work: () => Promise<T>): Promise<T> {
    const { name, blobs } = repository;
    let writer = this.#writers.get(blobs.key);
    if (!writer) this.#writers.set(blobs.key, (writer = new Slots(1)));
    this.#used.set(name, (this.#used.get(name) ?? 0) + 1);
    try {
      return await writer.run(work);
    } finally {
      this.#used.set(name, (this.#used.get(name) ?? 1) - 1);
    }
  }

  #tracked<T>(work: Promise<T>): Promise<T> {
    this.#underWay.add(work);
    void work.catch(() => undefined).finally(() => this.#underWay.delete(work)); // whoever asked hears of it
    return work;
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new RequestError(503, "node_closed_exception", "node is closed");
  }
}

/** The files of a shard, and the manifest that names them. */
function restoredFiles({ manifest, files }: StoredShard): { path: string; bytes: number }[] {
  const named = { path: "manifest", bytes: Buffer.byteLength(writeJson(manifest)) };
  return [named, ...files.map(({ path, bytes }) => ({ path, bytes }))];
}

function readOnly(repository: string): RequestError {
  return illegalArgument(`[${repository}] repository is readonly`);
}

/** Throws 500 when a repository is full. */
function checkRoom({ name, maximumSnapshots }: Repository, count: number, place: string): void {
  if (count < maximumSnapshots) return;
  const cause = repositoryError(
    name,
    `Cannot add another snapshot to this repository as it already contains [${count}] snapshots and is configured to hold up to [${maximumSnapshots}] snapshots only.`,
  );
  throw new RequestError(500, "snapshot_exception", `[${place}] failed to update snapshot in repository`, {
    cause,
    rootCauses: [cause],
  });
}

/** Snapshots that patterns choose. Throws 404 for a name that is missing. */
function chosenSnapshots(
  { name }: Repository,
  { snapshots }: RepositoryRoot,
  patterns: readonly string[],
  given: readonly RunningSnapshot[],
): Set<RootSnapshot> {
  const chosen = new Set<RootSnapshot>();
  for (const pattern of patterns) {
    const matching = snapshots.filter((snapshot) => simpleMatch(pattern, snapshot.name));
    const isGiven = given.some((running) => simpleMatch(pattern, running.name));
    if (matching.length === 0 && !isGiven && !pattern.includes("*")) throw snapshotMissing(name, pattern);
    for (const snapshot of matching) chosen.add(snapshot);
  }
  return chosen;
}
