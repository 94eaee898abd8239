/** `ccr.stats`: how all followers are, and the patterns that make them. */
import { ownOf } from "../../core/names.ts";
import { booleanParameter } from "../../http/parameters.ts";
import { AUTO_FOLLOW } from "../../replication/auto-follow-pattern.ts";
import { FOLLOWERS } from "../../replication/follower-record.ts";
import type { Operation } from "../operation.ts";
import { followStatsBody } from "../requests/ccr/follow-stats-body.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

const NOTHING = {
  auto_follow_stats: {
    number_of_failed_follow_indices: 0,
    number_of_failed_remote_cluster_state_requests: 0,
    number_of_successful_follow_indices: 0,
    recent_auto_follow_errors: [],
    auto_followed_clusters: [],
  },
  follow_stats: { indices: [] },
};

export const stats: Operation = {
  name: "ccr.stats",
  actions: ["cluster:monitor/ccr/stats"],

  async handle({ parameters }, services) {
    checkTimeouts(parameters);
    const { customs } = services.cluster.state;
    // Nothing is loaded for a server that follows nobody.
    if (!ownOf(customs, FOLLOWERS) && !ownOf(customs, AUTO_FOLLOW)) return { status: 200, body: NOTHING };
    const { autoFollow, followers } = await services.replication();
    const { counts, errors, clusters } = autoFollow;
    return {
      status: 200,
      body: {
        auto_follow_stats: {
          number_of_failed_follow_indices: counts.failedFollows,
          number_of_failed_remote_cluster_state_requests: counts.failedStates,
          number_of_successful_follow_indices: counts.successes,
          recent_auto_follow_errors: errors.map(({ leaderIndex, timestamp, error }) => ({
            leader_index: leaderIndex,
            timestamp,
            auto_follow_exception: error,
          })),
          auto_followed_clusters: clusters.map(({ name, sinceMs, version }) => ({
            cluster_name: name,
            time_since_last_check_millis: sinceMs,
            last_seen_metadata_version: version,
          })),
        },
        follow_stats: followStatsBody(followers.active, booleanParameter(parameters, "human", false)),
      },
    };
  },
};
