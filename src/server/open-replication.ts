/** Puts cross-cluster replication together, when it is first used: by a request, or by what the cluster state keeps. */
import type { ClusterState } from "../cluster/cluster-state.ts";
import { ownOf } from "../core/names.ts";
import type { Replication, ReplicationParts } from "../replication/replication.ts";
import { AUTO_FOLLOW } from "../replication/auto-follow-pattern.ts";
import { FOLLOWERS } from "../replication/follower-record.ts";

export class OpenReplication {
  readonly #parts: ReplicationParts;
  #opened: Promise<Replication> | undefined;
  #isClosed = false;
  /** The state that was told last. */
  #last: ClusterState | undefined;

  constructor(parts: ReplicationParts) {
    this.#parts = parts;
  }

  /** What the cluster state says has begun when this resolves. */
  async open(): Promise<Replication> {
    const replication = await (this.#opened ??= this.#load());
    this.#change(replication);
    return replication;
  }

  /** Begins and ends what a state says; loads nothing where there is nothing of the kind. */
  follow(state: ClusterState): void {
    const isNeeded = ownOf(state.customs, FOLLOWERS) !== undefined || ownOf(state.customs, AUTO_FOLLOW) !== undefined;
    if (this.#isClosed || (!this.#opened && !isNeeded)) return;
    this.open()
      // The service takes the state over behind its watchers.
      .then((replication) => setImmediate(() => this.#change(replication)))
      .catch((error: unknown) => this.#parts.log("error", `replication could not begin: ${String(error)}`));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await (await this.#opened)?.close();
  }

  #change(replication: Replication): void {
    const { state } = this.#parts.cluster;
    if (this.#isClosed || state === this.#last) return;
    this.#last = state;
    replication.changed(state);
  }

  async #load(): Promise<Replication> {
    const { Replication } = await import("../replication/replication.ts");
    return new Replication(this.#parts);
  }
}
