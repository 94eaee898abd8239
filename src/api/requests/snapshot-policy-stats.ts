/** What policies of snapshots and their retention did, as `slm.get_stats` and `xpack.usage` show it. */
import type { ClusterState } from "../../cluster/cluster-state.ts";
import { humanTime } from "../../compat/human-size.ts";
import { retentionCounts } from "../../snapshots/lifecycle/lifecycle-state.ts";
import { policiesOf, type PolicyCounts } from "../../snapshots/lifecycle/policy.ts";
import { shownCounts } from "./render-policy.ts";

export function snapshotPolicyStats(state: ClusterState): object {
  const { runs, failed, timedOut, deletionMs } = retentionCounts(state);
  const policies = policiesOf(state);
  const sum = (of: keyof PolicyCounts): number => policies.reduce((total, [, { counts }]) => total + counts[of], 0);
  return {
    retention_runs: runs,
    retention_failed: failed,
    retention_timed_out: timedOut,
    retention_deletion_time: humanTime(deletionMs),
    retention_deletion_time_millis: deletionMs,
    total_snapshots_taken: sum("taken"),
    total_snapshots_failed: sum("failed"),
    total_snapshots_deleted: sum("deleted"),
    total_snapshot_deletion_failures: sum("notDeleted"),
    policy_stats: policies.map(([id, { counts }]) => shownCounts(id, counts)),
  };
}
