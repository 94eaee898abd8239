/** `slm.get_stats`: what policies and their retention did. */
import type { Operation } from "../operation.ts";
import { snapshotPolicyStats } from "../requests/snapshot-policy-stats.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const getStats: Operation = {
  name: "slm.get_stats",
  actions: ["cluster:admin/slm/stats"],

  handle({ parameters }, { cluster }) {
    checkTimeouts(parameters);
    return { status: 200, body: snapshotPolicyStats(cluster.state) };
  },
};
