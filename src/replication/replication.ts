/** Cross-cluster replication of a node, on both sides: what others follow here, and what here follows others. */
import type { ChangeSource } from "../cluster/cluster-change.ts";
import { clusterSetting } from "../cluster/cluster-settings.ts";
import type { ClusterService } from "../cluster/cluster-service.ts";
import type { ClusterState, IndexMetadata } from "../cluster/cluster-state.ts";
import { checkIndexSettings, normalizeIndexSettings } from "../cluster/index-settings.ts";
import { illegalArgument, RequestError } from "../compat/errors.ts";
import { parseTimeMs } from "../compat/time-value.ts";
import type { Clock, MonotonicClock } from "../core/clock.ts";
import type { Documents } from "../documents/documents.ts";
import type { RemoteCluster } from "../remote/remote-cluster.ts";
import { AutoFollow, type FollowRequest } from "./auto-follow.ts";
import type { TaskManager } from "../tasks/task-manager.ts";
import { bootstrap } from "./bootstrap.ts";
import type { FollowerRecord } from "./follower-record.ts";
import { Followers } from "./followers.ts";
import { askLeader, changeLease, leaseId } from "./leader.ts";
import { LeaderSessions } from "./leader-sessions.ts";
import { RecoveryLimit } from "./recovery-limit.ts";
import { replicatedAmong, settingsText } from "./replicated-settings.ts";

export interface ReplicationParts {
  readonly cluster: ClusterService;
  readonly documents: Omit<Documents, "get">;
  readonly remote: (alias: string) => Promise<RemoteCluster>;
  readonly clock: Clock & MonotonicClock;
  readonly newId: () => string;
  readonly random: () => number;
  readonly tasks: Pick<TaskManager, "register" | "unregister">;
  readonly log: (level: "warn" | "error", message: string) => void;
}

export class Replication {
  readonly #parts: ReplicationParts;
  readonly sessions: LeaderSessions;
  readonly followers: Followers;
  readonly autoFollow: AutoFollow;
  readonly #limit: RecoveryLimit;
  readonly #waiting = new Set<{ readonly beyond: number; wake(): void }>();

  constructor(parts: ReplicationParts) {
    this.#parts = parts;
    const activity = "ccr.indices.recovery.recovery_activity_timeout";
    const activityMs = (): number => parseTimeMs(clusterSetting(parts.cluster.state, activity), activity);
    this.sessions = new LeaderSessions(parts.documents, parts.newId, activityMs);
    this.#limit = new RecoveryLimit(parts.clock);
    this.followers = new Followers(parts);
    this.autoFollow = new AutoFollow({ ...parts, follow: (request) => this.#followOnce(request) });
  }

  /** Begins and ends what a state says. */
  changed(state: ClusterState): void {
    for (const waiting of this.#waiting) if (state.version > waiting.beyond) waiting.wake();
    this.followers.follow(state);
    this.autoFollow.follow(state);
  }

  /** Resolves when the cluster state is beyond a version, or the time is over. */
  stateBeyond(beyond: number, waitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const waiting = {
        beyond,
        wake: (): void => {
          clearTimeout(timer);
          this.#waiting.delete(waiting);
          resolve();
        },
      };
      const timer = setTimeout(waiting.wake, waitMs).unref();
      this.#waiting.add(waiting);
    });
  }

  async close(): Promise<void> {
    for (const waiting of this.#waiting) waiting.wake();
    this.autoFollow.close();
    await this.followers.close();
  }

  /** Makes a follower, which begins to follow. Throws what keeps it from that; nothing of it is left then. */
  async follow(request: FollowRequest, source: ChangeSource): Promise<string> {
    const { cluster, documents } = this.#parts;
    const remote = await this.#parts.remote(request.remoteCluster);
    const leader = await askLeader(remote, request.leaderIndex);
    const settings = normalizeIndexSettings(request.settings);
    const replicated = replicatedAmong(settings);
    if (Object.keys(replicated).length > 0) {
      checkKnown(replicated);
      throw illegalArgument(
        `can not put follower index that could override leader settings ${settingsText(replicated)}`,
      );
    }
    checkIndexSettings(settings, "create");
    const { name, parameters, dataStream } = request;
    return bootstrap(
      { cluster, documents, remote, limit: this.#limit },
      { name, leader, settings, parameters, dataStream },
      source,
    );
  }

  /** Has a leader keep nothing for a follower any more. Rejects where it cannot be asked. */
  async forgetLeader(index: IndexMetadata, record: FollowerRecord): Promise<void> {
    const id = leaseId(this.#parts.cluster.state.clusterName, index, record);
    const remote = await this.#parts.remote(record.remoteCluster);
    const leader = { index: record.leaderIndex, uuid: record.leaderUuid };
    for (let shard = 0; shard < index.numberOfShards; shard++)
      await changeLease(remote, { ...leader, shard }, { kind: "remove", id }).catch(unlessGone);
  }

  async #followOnce(request: FollowRequest): Promise<void> {
    await this.follow(request, "server");
  }
}

function unlessGone(error: unknown): void {
  if (!(error instanceof RequestError) || error.type !== "retention_lease_not_found_exception") throw error;
}

/** Throws 400 for settings that nobody knows, all of them by name. */
function checkKnown(settings: Readonly<Record<string, unknown>>): void {
  const unknown = Object.keys(settings).filter((name) => {
    try {
      checkIndexSettings({ [name]: null }, "create");
      return false;
    } catch (error) {
      return error instanceof Error && error.message.startsWith("unknown setting");
    }
  });
  if (unknown.length > 0)
    throw illegalArgument(`unknown setting${unknown.length === 1 ? "" : "s"} [${unknown.join(",")}]`);
}
