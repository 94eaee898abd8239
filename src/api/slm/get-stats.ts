/** `slm.get_stats`: what policies and their retention did. */
import { humanTime } from "../../compat/human-size.ts";
import { retentionCounts } from "../../snapshots/lifecycle/lifecycle-state.ts";
import { policiesOf, type PolicyCounts } from "../../snapshots/lifecycle/policy.ts";
import type { Operation } from "../operation.ts";
import { shownCounts } from "../requests/render-policy.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const getStats: Operation = {
  name: "slm.get_stats",
  actions: ["cluster:admin/slm/stats"],

  handle({ parameters }, { cluster }) {
    checkTimeouts(parameters);
    const { runs, failed, timedOut, deletionMs } = retentionCounts(cluster.state);
    const policies = policiesOf(cluster.state);
    const sum = (of: keyof PolicyCounts): number => policies.reduce((total, [, { counts }]) => total + counts[of], 0);
    return {
      status: 200,
      body: {
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
      },
    };
  },
};
