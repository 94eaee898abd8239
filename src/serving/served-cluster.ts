/** The cluster state as a serving thread follows it. */
import type { IndexOptions, ResolvedIndex } from "../cluster/cluster-service.ts";
import { type ClusterStateChange, withChanges } from "../cluster/cluster-state-change.ts";
import type { ClusterState } from "../cluster/cluster-state.ts";
import { resolveIndices } from "../cluster/index-expressions.ts";
import { systemClock } from "../core/clock.ts";

/** A change with what is no part of the stored state. */
export interface FollowedChange {
  readonly change: ClusterStateChange;
  readonly transientSettings: ClusterState["transientSettings"];
}

export class ServedCluster {
  #state: ClusterState;

  constructor(state: ClusterState) {
    this.#state = state;
  }

  get state(): ClusterState {
    return this.#state;
  }

  follow({ change, transientSettings }: FollowedChange): void {
    this.#state = { ...withChanges(this.#state, [change]), transientSettings };
  }

  resolve(expression: string | undefined, options: IndexOptions): ResolvedIndex[] {
    return resolveIndices(this.#state, expression, options, systemClock.now());
  }
}
