import { setIndexState } from "../../cluster/changes/set-index-state.ts";
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import { ownOf } from "../../core/names.ts";
import { putFollower, unfollowIndex } from "../../replication/changes.ts";
import { followerOf } from "../../replication/follower-record.ts";
import { waits } from "../shared-steps.ts";
import { done, type LifecycleAction, passing, type StepContext, type StepResult } from "../step.ts";

const COMPLETE = "index.lifecycle.indexing_complete";

/** Makes an ordinary index of one that follows another cluster's, once that is written to no more. */
export const unfollow: LifecycleAction = {
  name: "unfollow",
  steps: () => [
    {
      name: "branch-check-unfollow-prerequisites",
      run: ({ state, index }) => ({ kind: "done", endsAction: !followerOf(state, index) }),
    },
    { name: "wait-for-indexing-complete", run: leaderIsComplete },
    ...passing("check-ts-end-time-passed"),
    { name: "wait-for-follow-shard-tasks", polled: true, run: isInSync },
    { name: "pause-follower-index", run: paused },
    { name: "close-follower-index", run: ({ index }) => inState(index, "close") },
    { name: "unfollow-follower-index", run: unfollowed },
    { name: "open-follower-index", run: ({ index }) => inState(index, "open") },
    ...passing("wait-for-index-color"),
  ],
};

function leaderIsComplete({ index, state }: StepContext): StepResult {
  if (!followerOf(state, index) || ownOf(index.settings, COMPLETE) === "true") return done();
  return waits(`waiting for the [${COMPLETE}] setting to be set to true on the leader index, it is currently [false]`);
}

async function isInSync({ index, state, node }: StepContext): Promise<StepResult> {
  if (followerOf(state, index)?.isActive !== true) return done();
  const shards = await node.following(index);
  const behind = shards.filter(({ leader, follower }) => leader !== follower);
  if (shards.length > 0 && behind.length === 0) return done();
  return waits(`Waiting for [${behind.length}] shard follow tasks to be in sync`, {
    shard_follow_tasks: behind.map(({ shard, remoteCluster, leaderIndex, leader, follower }) => ({
      remote_cluster: remoteCluster,
      leader_index: leaderIndex,
      follower_index: index.name,
      shard_id: shard,
      leader_global_checkpoint: leader,
      follower_global_checkpoint: follower,
    })),
  });
}

function paused({ index, state }: StepContext): StepResult {
  const record = followerOf(state, index);
  return record?.isActive === true ? done(putFollower(index.uuid, { ...record, isActive: false })) : done();
}

function inState({ name, state }: IndexMetadata, wanted: "open" | "close"): StepResult {
  return state === wanted ? done() : done(setIndexState([name], wanted));
}

async function unfollowed({ index, state, node }: StepContext): Promise<StepResult> {
  const record = followerOf(state, index);
  if (!record) return done();
  // A lease that stays expires; the leader may be gone.
  await node.forgetLeader(index, record);
  return done(unfollowIndex(index.name));
}
