/** Follows new indices of other clusters, as the patterns say: one loop for each cluster that a pattern names. */
import { setTimeout as sleep } from "node:timers/promises";
import { clusterSetting } from "../cluster/cluster-settings.ts";
import type { ClusterService } from "../cluster/cluster-service.ts";
import type { ClusterState } from "../cluster/cluster-state.ts";
import { updateCustom } from "../cluster/changes/update-custom.ts";
import { type ErrorBody, errorBody, RequestError } from "../compat/errors.ts";
import { parseTimeMs } from "../compat/time-value.ts";
import type { Clock } from "../core/clock.ts";
import type { JsonObject } from "../core/json.ts";
import { ownOf } from "../core/names.ts";
import type { RemoteCluster } from "../remote/remote-cluster.ts";
import {
  AUTO_FOLLOW,
  type AutoFollowPattern,
  autoFollowPatterns,
  followerName,
  isMatch,
  readPattern,
  storedPattern,
} from "./auto-follow-pattern.ts";
import { followerOf } from "./follower-record.ts";
import { askIndices, type FollowableIndex } from "./leader.ts";

/** What an index is to be followed as. */
export interface FollowRequest {
  readonly name: string;
  readonly remoteCluster: string;
  readonly leaderIndex: string;
  readonly settings: JsonObject;
  readonly parameters: JsonObject;
  readonly dataStream: string | undefined;
}

export interface AutoFollowParts {
  readonly cluster: Pick<ClusterService, "state" | "apply">;
  readonly clock: Clock;
  readonly remote: (alias: string) => Promise<RemoteCluster>;
  readonly follow: (request: FollowRequest) => Promise<void>;
}

interface Loop {
  readonly ending: AbortController;
  lastCheckMs: number;
  version: number;
  /** The patterns that were there the last time: others look at all indices once more. */
  patterns: string;
}

/** A failure as `recent_auto_follow_errors` shows it. */
export interface AutoFollowError {
  readonly leaderIndex: string;
  readonly timestamp: number;
  readonly error: ErrorBody;
}

const WAIT = "ccr.auto_follow.wait_for_metadata_timeout";
const RETRY_MS = 1_000;
const ERRORS_KEPT = 256;

export class AutoFollow {
  readonly #parts: AutoFollowParts;
  readonly #loops = new Map<string, Loop>();
  readonly #errors = new Map<string, AutoFollowError>();
  readonly counts = { failedFollows: 0, failedStates: 0, successes: 0 };

  constructor(parts: AutoFollowParts) {
    this.#parts = parts;
  }

  /** The last failures, the newest first. */
  get errors(): AutoFollowError[] {
    return [...this.#errors.values()].reverse();
  }

  get clusters(): { name: string; sinceMs: number; version: number }[] {
    const now = this.#parts.clock.now();
    return [...this.#loops]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, { lastCheckMs, version }]) => ({
        name,
        sinceMs: lastCheckMs < 0 ? -1 : now - lastCheckMs,
        version,
      }));
  }

  /** Begins and ends what a state says. */
  follow(state: ClusterState): void {
    const active = autoFollowPatterns(state).filter(({ isActive }) => isActive);
    const wanted = new Map<string, string>();
    for (const { remoteCluster, name, patterns, exclusions } of active)
      wanted.set(remoteCluster, (wanted.get(remoteCluster) ?? "") + JSON.stringify([name, patterns, exclusions]));
    for (const [alias, loop] of this.#loops) {
      if (wanted.get(alias) === loop.patterns) continue;
      loop.ending.abort();
      this.#loops.delete(alias);
    }
    for (const [alias, patterns] of wanted) {
      if (this.#loops.has(alias)) continue;
      const loop: Loop = { ending: new AbortController(), lastCheckMs: -1, version: 0, patterns };
      this.#loops.set(alias, loop);
      void this.#run(alias, loop);
    }
  }

  close(): void {
    for (const { ending } of this.#loops.values()) ending.abort();
    this.#loops.clear();
  }

  async #run(alias: string, loop: Loop): Promise<void> {
    const { signal } = loop.ending;
    while (!signal.aborted) {
      loop.lastCheckMs = this.#parts.clock.now();
      try {
        const remote = await this.#parts.remote(alias);
        const waitMs = parseTimeMs(clusterSetting(this.#parts.cluster.state, WAIT), WAIT);
        const found = await askIndices(remote, loop.version, { waitMs, signal });
        if (signal.aborted) return;
        if (!found) continue;
        const isDone = await this.#followNew(alias, found.indices, signal);
        if (isDone) loop.version = found.version;
        else await sleep(RETRY_MS, undefined, { signal, ref: false });
      } catch (error) {
        if (signal.aborted) return;
        this.counts.failedStates++;
        for (const { name, remoteCluster } of this.#patterns) if (remoteCluster === alias) this.#note(name, "", error);
        await sleep(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined); // over
      }
    }
  }

  get #patterns(): AutoFollowPattern[] {
    return autoFollowPatterns(this.#parts.cluster.state).filter(({ isActive }) => isActive);
  }

  /** Whether nothing is left to be tried again. */
  async #followNew(alias: string, indices: readonly FollowableIndex[], signal: AbortSignal): Promise<boolean> {
    let isDone = true;
    const patterns = this.#patterns.filter(({ remoteCluster }) => remoteCluster === alias);
    for (const pattern of patterns) {
      for (const index of indices) {
        if (signal.aborted) return false;
        if (!isMatch(pattern, index) || pattern.followed.includes(index.uuid)) continue;
        const others = patterns.filter((other) => other !== pattern && isMatch(other, index)).map(({ name }) => name);
        try {
          if (others.length > 0)
            throw new RequestError(
              500,
              "exception",
              `index to follow [${index.name}] for pattern [${pattern.name}] matches with other patterns [${others.join(", ")}]`,
            );
          await this.#followOne(pattern, index);
          this.#errors.delete(keyOf(pattern.name, index.name));
          this.counts.successes++;
        } catch (error) {
          isDone &&= others.length > 0;
          this.counts.failedFollows++;
          this.#note(pattern.name, index.name, error);
        }
      }
    }
    return isDone;
  }

  async #followOne(pattern: AutoFollowPattern, index: FollowableIndex): Promise<void> {
    const { cluster } = this.#parts;
    const name = followerName(pattern, index.name);
    const there = ownOf(cluster.state.indices, name);
    if (!there || followerOf(cluster.state, there)?.leaderUuid !== index.uuid)
      await this.#parts.follow({
        name,
        remoteCluster: pattern.remoteCluster,
        leaderIndex: index.name,
        settings: pattern.settings,
        parameters: pattern.parameters,
        dataStream: index.stream === null ? undefined : followerName(pattern, index.stream),
      });
    await cluster.apply(
      "server",
      updateCustom(AUTO_FOLLOW, pattern.name, (before) => {
        const now = readPattern(pattern.name, before);
        return now ? storedPattern({ ...now, followed: [...new Set([...now.followed, index.uuid])] }) : null;
      }),
    );
  }

  #note(pattern: string, index: string, error: unknown): void {
    const key = keyOf(pattern, index);
    this.#errors.delete(key);
    this.#errors.set(key, { leaderIndex: key, timestamp: this.#parts.clock.now(), error: errorBody(error) });
    for (const oldest of this.#errors.keys()) {
      if (this.#errors.size <= ERRORS_KEPT) break;
      this.#errors.delete(oldest);
    }
  }
}

function keyOf(pattern: string, index: string): string {
  return index === "" ? pattern : `${pattern}:${index}`;
}
