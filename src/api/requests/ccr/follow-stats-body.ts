/** How followers are, as `ccr.stats` and `ccr.follow_stats` show it. */
import type { ActiveFollower } from "../../../replication/followers.ts";
import type { FollowerShard } from "../../../replication/follower-shard.ts";
import { shownShard } from "../../../replication/shown-shard.ts";

export function followStatsBody(active: readonly ActiveFollower[], human: boolean): object {
  const sorted = [...active].sort((one, other) => (one.index.name < other.index.name ? -1 : 1));
  return {
    indices: sorted.map((follower) => ({
      index: follower.index.name,
      total_global_checkpoint_lag: follower.shards.reduce((sum, { counts }) => sum + lagOf(counts), 0),
      shards: follower.shards.map((shard, number) => shownShard(follower, shard, number, human)),
    })),
  };
}

function lagOf({ leaderGlobalCheckpoint, followerGlobalCheckpoint }: FollowerShard["counts"]): number {
  return Math.max(0, leaderGlobalCheckpoint - followerGlobalCheckpoint);
}
