/** `ccr.follow_info`: whom indices follow, and how. */
import { allParameters } from "../../replication/follow-parameters.ts";
import { followerOf } from "../../replication/follower-record.ts";
import type { Operation } from "../operation.ts";
import { DESCRIBED_INDICES, indexOptions } from "../targets/index-options.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const followInfo: Operation = {
  name: "ccr.follow_info",
  actions: ["cluster:monitor/ccr/follow_info"],
  indexNames: [],

  handle({ parameters }, { cluster }) {
    checkTimeouts(parameters);
    const found = cluster.resolve(
      parameters["index"],
      indexOptions(parameters, { ...DESCRIBED_INDICES, expandClosed: true }),
    );
    const infos = found.flatMap(({ metadata }) => {
      const record = followerOf(cluster.state, metadata);
      if (!record) return [];
      return [
        {
          follower_index: metadata.name,
          remote_cluster: record.remoteCluster,
          leader_index: record.leaderIndex,
          status: record.isActive ? "active" : "paused",
          ...(record.isActive ? { parameters: allParameters(record.parameters) } : {}),
        },
      ];
    });
    return { status: 200, body: { follower_indices: infos } };
  },
};
