/**
 * What the steps of an action are. A step looks at its index and says what is to change; that it is done is noted
 * together with that change, so that a step is done as a whole or, after a crash, once more.
 */
import type { Changed, ClusterChange } from "../cluster/cluster-change.ts";
import type { RolloverMeasures } from "../cluster/changes/rollover.ts";
import type { ClusterState, IndexMetadata } from "../cluster/cluster-state.ts";
import type { JsonObject } from "../core/json.ts";
import type { Documents } from "../documents/documents.ts";
import type { FollowerRecord } from "../replication/follower-record.ts";
import type { ExecutionRecord } from "./execution-record.ts";

/** What steps look at. */
export interface StepContext {
  readonly index: IndexMetadata;
  readonly state: ClusterState;
  readonly record: ExecutionRecord;
  readonly policyName: string;
  /** What the policy says of the action. */
  readonly options: JsonObject;
  readonly nowMs: number;
  readonly node: LifecycleNode;
}

/** What steps may use beside the cluster state. */
export interface LifecycleNode {
  readonly documents: Pick<Documents, "forceMerge" | "resize" | "removeIndex">;
  measures(index: IndexMetadata): Promise<RolloverMeasures>;
  /** Changes as they would come out, without being made. */
  preview(...changes: readonly ClusterChange[]): Promise<Changed>;
  /** Names of the indices in a snapshot; undefined: there is none of that name. */
  indicesOf(repository: string, snapshot: string): Promise<readonly string[] | undefined>;
  /** Values by which filters of allocation know this node: `_name`, `_host`, attributes. */
  readonly attributes: Readonly<Record<string, string>>;
  newUuid(): string;
  /** How far each shard of an index is that follows another one; none while it does not. */
  following(index: IndexMetadata): Promise<readonly FollowingShard[]>;
  /** Has the leader of an index keep nothing for it any more, as far as it can be asked. */
  forgetLeader(index: IndexMetadata, record: FollowerRecord): Promise<void>;
  /** Resolves when the target is there as a whole; begins once more where it was cut short. */
  downsample(request: { readonly source: string; readonly target: string; readonly interval: string }): Promise<void>;
  /** Throws 403 where the maker of a policy may not do something on all names; undefined: it may do everything. */
  authorize(maker: JsonObject | undefined, action: string, names: readonly string[]): void;
}

/** A shard that follows one of another cluster, and the checkpoints of both. */
export interface FollowingShard {
  readonly shard: number;
  readonly remoteCluster: string;
  readonly leaderIndex: string;
  readonly leader: number;
  readonly follower: number;
}

export type StepResult =
  /** The next step follows, or the next action. */
  | {
      readonly kind: "done";
      readonly changes?: readonly ClusterChange[];
      readonly record?: Partial<ExecutionRecord>;
      readonly endsAction?: boolean;
      /** Takes back what was made for changes that were refused. */
      readonly refused?: () => Promise<void>;
    }
  /** It is looked at again later; `info` says why. */
  | { readonly kind: "waits"; readonly info?: JsonObject }
  /** The index is gone with these changes, and its lifecycle goes on nowhere, or in another index. */
  | { readonly kind: "gone"; readonly changes: readonly ClusterChange[] };

export interface Step {
  /** As Elasticsearch calls it. */
  readonly name: string;
  /** Whether only time shows that it is done, so that it is looked at by the interval of polls. */
  readonly polled?: boolean;
  /** Whether it may take long: it runs beside the steps of other indices. */
  readonly isLong?: boolean;
  /** Absent: there is nothing to do, or to wait for, on one node. */
  readonly run?: (context: StepContext) => StepResult | Promise<StepResult>;
}

/** One documented action of a policy. */
export interface LifecycleAction {
  readonly name: string;
  steps(options: JsonObject, phase: string): readonly Step[];
}

/** The step is done, with changes. */
export function done(...changes: readonly ClusterChange[]): StepResult {
  return { kind: "done", changes };
}

/** Steps by name that nothing is done at. */
export function passing(...names: readonly string[]): Step[] {
  return names.map((name) => ({ name }));
}
