/** What the cluster state keeps of lifecycles beside their policies: whether they run, and what retention did. */
import { updateCustom } from "../../cluster/changes/update-custom.ts";
import type { ClusterChange } from "../../cluster/cluster-change.ts";
import type { ClusterState } from "../../cluster/cluster-state.ts";
import type { JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { POLICIES, policyOf, type SnapshotPolicy, storedPolicy } from "./policy.ts";

/** Kind of `ClusterState.customs`. */
const LIFECYCLES = "snapshot_lifecycles";
const MODE = "mode";
const RETENTION = "retention";

export interface RetentionCounts {
  readonly runs: number;
  readonly failed: number;
  readonly timedOut: number;
  readonly deletionMs: number;
}

const NONE: RetentionCounts = { runs: 0, failed: 0, timedOut: 0, deletionMs: 0 };

export function operationMode(state: ClusterState): "RUNNING" | "STOPPED" {
  return ownOf(ownOf(ownOf(state.customs, LIFECYCLES), MODE), "operation") === "STOPPED" ? "STOPPED" : "RUNNING";
}

export function withOperationMode(operation: "RUNNING" | "STOPPED"): ClusterChange {
  return updateCustom(LIFECYCLES, MODE, () => ({ operation }));
}

export function retentionCounts(state: ClusterState): RetentionCounts {
  return countsOf(ownOf(ownOf(state.customs, LIFECYCLES), RETENTION));
}

export function addRetention(run: RetentionCounts): ClusterChange {
  return updateCustom(LIFECYCLES, RETENTION, (stored) => {
    const before = countsOf(stored);
    return {
      runs: before.runs + run.runs,
      failed: before.failed + run.failed,
      timedOut: before.timedOut + run.timedOut,
      deletionMs: before.deletionMs + run.deletionMs,
    };
  });
}

/** Changes a policy while it is there. */
export function updatePolicy(id: string, update: (policy: SnapshotPolicy) => SnapshotPolicy): ClusterChange {
  return updateCustom(POLICIES, id, (stored) => (stored ? storedPolicy(update(policyOf(stored))) : null));
}

function countsOf(stored: JsonObject | undefined): RetentionCounts {
  return stored ? (stored as unknown as RetentionCounts) : NONE;
}
