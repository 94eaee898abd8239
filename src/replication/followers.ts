/** The indices that follow others: each of their shards that is active goes on by itself, also after a restart. */
import type { ClusterService } from "../cluster/cluster-service.ts";
import type { ClusterState, IndexMetadata } from "../cluster/cluster-state.ts";
import { setIndexState } from "../cluster/changes/set-index-state.ts";
import { updateCustom } from "../cluster/changes/update-custom.ts";
import { RequestError } from "../compat/errors.ts";
import type { MonotonicClock } from "../core/clock.ts";
import { ownOf } from "../core/names.ts";
import type { Documents, ShardStats } from "../documents/documents.ts";
import type { ShardProgress } from "../documents/replication.ts";
import type { RemoteCluster } from "../remote/remote-cluster.ts";
import type { Task } from "../tasks/task.ts";
import type { TaskManager } from "../tasks/task-manager.ts";
import { goAlong } from "./changes.ts";
import { followParameters } from "./follow-parameters.ts";
import { FollowerShard } from "./follower-shard.ts";
import { followers, FOLLOWERS, type FollowerRecord } from "./follower-record.ts";
import { askLeader, changeLease, leaseId, readChanges } from "./leader.ts";
import type { LeaderVersions } from "./leader-calls.ts";
import { isReplicated } from "./replicated-settings.ts";
import { shownShard } from "./shown-shard.ts";

export interface FollowersParts {
  readonly cluster: ClusterService;
  readonly documents: Omit<Documents, "get">;
  readonly remote: (alias: string) => Promise<RemoteCluster>;
  readonly clock: MonotonicClock;
  readonly random: () => number;
  readonly tasks: Pick<TaskManager, "register" | "unregister">;
  readonly log: (level: "warn" | "error", message: string) => void;
}

/** A follower that is active. */
export interface ActiveFollower {
  readonly index: IndexMetadata;
  readonly record: FollowerRecord;
  readonly shards: readonly FollowerShard[];
}

/** A shard that follows another one, and how far both are. */
export interface ShardCheckpoints {
  readonly shard: number;
  readonly remoteCluster: string;
  readonly leaderIndex: string;
  readonly leader: number;
  readonly follower: number;
}

interface Active extends ActiveFollower {
  readonly timer: NodeJS.Timeout;
  readonly tasks: readonly Task[];
  /** One update of the metadata serves all shards that need it. */
  preparing: Promise<LeaderVersions> | undefined;
  versions: LeaderVersions;
}

/** Leases are renewed so often (`ccr.retention_lease_renew_interval`). */
const RENEW_MS = 30_000;

export class Followers {
  readonly #parts: FollowersParts;
  readonly #active = new Map<string, Active>();
  #isClosed = false;

  constructor(parts: FollowersParts) {
    this.#parts = parts;
  }

  get active(): ActiveFollower[] {
    return [...this.#active.values()];
  }

  of(uuid: string): ActiveFollower | undefined {
    return this.#active.get(uuid);
  }

  /** How far the shards of a follower are; none where it is not active. */
  checkpoints(uuid: string): ShardCheckpoints[] {
    const active = this.#active.get(uuid);
    if (!active) return [];
    const { remoteCluster, leaderIndex } = active.record;
    return active.shards.map(({ counts }, shard) => ({
      shard,
      remoteCluster,
      leaderIndex,
      leader: counts.leaderGlobalCheckpoint,
      follower: counts.followerGlobalCheckpoint,
    }));
  }

  /** Begins and ends what a state says. */
  follow(state: ClusterState): void {
    if (this.#isClosed) return;
    const wanted = followers(state).filter(({ record }) => record.isActive);
    for (const [uuid, active] of this.#active) {
      const now = wanted.find(({ index }) => index.uuid === uuid);
      if (!now || now.record.parameters !== active.record.parameters) void this.#end(uuid, active);
    }
    for (const { index, record } of wanted) if (!this.#active.has(index.uuid)) this.#begin(index, record);
    this.#forgetGone(state);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#active].map(([uuid, active]) => this.#end(uuid, active)));
  }

  async #end(uuid: string, active: Active): Promise<void> {
    this.#active.delete(uuid);
    clearInterval(active.timer);
    for (const task of active.tasks) this.#parts.tasks.unregister(task);
    await Promise.all(active.shards.map((shard) => shard.stop()));
  }

  #begin(index: IndexMetadata, record: FollowerRecord): void {
    const { uuid, numberOfShards } = index;
    const shards = Array.from({ length: numberOfShards }, (_, shard) => this.#shard(index, record, shard));
    const renew = (): void => void this.#renew(active);
    const timer = setInterval(renew, RENEW_MS).unref();
    const active: Active = {
      index,
      record,
      shards,
      timer,
      tasks: shards.map((shard, number) => this.#task({ index, record }, shard, number)),
      preparing: undefined,
      versions: { mapping: 0, settings: 0, aliases: 0 },
    };
    this.#active.set(uuid, active);
    void this.#renew(active).finally(() => {
      for (const shard of shards) if (!shard.isOver) shard.start();
    });
  }

  /** Shows a shard among the tasks. Who cancels it ends it until the follower is resumed. */
  #task(follower: Pick<ActiveFollower, "index" | "record">, shard: FollowerShard, number: number): Task {
    const task = this.#parts.tasks.register({
      type: "persistent",
      action: "xpack/ccr/shard_follow_task[c]",
      description: `id=${follower.index.uuid}-${number}`,
      headers: {},
      cancellable: true,
    });
    task.status = () => shownShard(follower, shard, number);
    task.onCancel(() => void shard.stop().finally(() => this.#parts.tasks.unregister(task)));
    return task;
  }

  #shard(index: IndexMetadata, record: FollowerRecord, shard: number): FollowerShard {
    const { documents, clock, random, log } = this.#parts;
    const { uuid, name } = index;
    const leader = { uuid: record.leaderUuid, shard, historyUuid: record.historyUuids[shard] ?? record.leaderUuid };
    return new FollowerShard({
      clock,
      parameters: followParameters(record.parameters),
      random,
      read: async (request, signal) => {
        const remote = await this.#parts.remote(record.remoteCluster);
        return readChanges(remote, { ...leader, ...request, index: record.leaderIndex }, signal);
      },
      write: (operations) => documents.replicate({ ...operations, uuid, shard }),
      progress: async () => this.#progress(uuid, name, shard),
      prepare: (versions) => this.#prepare(uuid, versions),
      log: (level, message) => log(level, `[${name}][${shard}] ${message}`),
    });
  }

  async #progress(uuid: string, name: string, shard: number): Promise<ShardProgress> {
    const stats = await this.#parts.documents.stats([uuid]);
    const found: ShardStats | undefined = stats.find((one) => one.shard === shard);
    if (!found || found.state !== "STARTED")
      throw new RequestError(503, "unavailable_shards_exception", `[${name}][${shard}] primary shard is not active`);
    return found;
  }

  #prepare(uuid: string, wanted: LeaderVersions): Promise<LeaderVersions> {
    const active = this.#active.get(uuid);
    if (!active) return Promise.resolve(wanted);
    const { versions } = active;
    const isThere =
      versions.mapping > 0 &&
      versions.mapping >= wanted.mapping &&
      versions.settings >= wanted.settings &&
      versions.aliases >= wanted.aliases;
    if (isThere) return Promise.resolve(versions);
    return (active.preparing ??= this.#update(active).finally(() => (active.preparing = undefined)));
  }

  async #update(active: Active): Promise<LeaderVersions> {
    const { record, index } = active;
    const { cluster } = this.#parts;
    const { metadata } = await askLeader(await this.#parts.remote(record.remoteCluster), record.leaderIndex);
    if (metadata.uuid !== record.leaderUuid)
      throw new RequestError(404, "index_not_found_exception", `no such index [${record.leaderIndex}]`);
    const change = goAlong(index.uuid, metadata);
    const own = ownOf(cluster.state.indices, index.name);
    const reopens = own?.state === "open" && needsReopening(own, metadata);
    if (reopens) await cluster.apply("server", setIndexState([index.name], "close"));
    await cluster.apply("server", change);
    if (reopens) await cluster.apply("server", setIndexState([index.name], "open"));
    const { mappingVersion: mapping, settingsVersion: settings, aliasesVersion: aliases } = metadata;
    return (active.versions = { mapping, settings, aliases });
  }

  /** What fails is tried again the next time; until a lease expires there is time enough. */
  async #renew({ index, record, shards }: Active): Promise<void> {
    const { cluster, documents, log } = this.#parts;
    try {
      const remote = await this.#parts.remote(record.remoteCluster);
      const id = leaseId(cluster.state.clusterName, index, record);
      const stats = await documents.stats([index.uuid]);
      for (const { shard, globalCheckpoint } of stats) {
        if (shards[shard]?.isOver) continue;
        const leader = { index: record.leaderIndex, uuid: record.leaderUuid, shard };
        const lease = { id, retainingSeqNo: globalCheckpoint + 1, source: "ccr" };
        try {
          await changeLease(remote, leader, { kind: "renew", ...lease });
        } catch (error) {
          if (!(error instanceof RequestError) || error.type !== "retention_lease_not_found_exception") throw error;
          await changeLease(remote, leader, { kind: "add", ...lease });
        }
      }
    } catch (error) {
      log("warn", `[${index.name}] retention leases were not renewed, which is tried again: ${String(error)}`);
    }
  }

  /** Records of indices that were deleted go. */
  #forgetGone(state: ClusterState): void {
    const uuids = new Set(Object.values(state.indices).map(({ uuid }) => uuid));
    for (const uuid of Object.keys(ownOf(state.customs, FOLLOWERS) ?? {}))
      if (!uuids.has(uuid))
        void this.#parts.cluster
          .apply(
            "server",
            updateCustom(FOLLOWERS, uuid, () => null),
          )
          .catch((error: unknown) => {
            this.#parts.log("warn", `the record of a follower that is gone stays: ${String(error)}`);
          });
  }
}

/** Analysis is read when an index opens. */
function needsReopening(index: IndexMetadata, leader: IndexMetadata): boolean {
  const names = new Set([...Object.keys(index.settings), ...Object.keys(leader.settings)]);
  return [...names].some(
    (name) =>
      (name.startsWith("index.analysis.") || name.startsWith("index.similarity.")) &&
      isReplicated(name) &&
      String(ownOf(index.settings, name)) !== String(ownOf(leader.settings, name)),
  );
}
