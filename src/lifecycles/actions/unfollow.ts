import { type LifecycleAction, passing } from "../step.ts";

/** Makes an ordinary index of one that follows another cluster's; there are none that do. */
export const unfollow: LifecycleAction = {
  name: "unfollow",
  steps: () => [
    { name: "branch-check-unfollow-prerequisites", run: () => ({ kind: "done", endsAction: true }) },
    ...passing(
      "wait-for-indexing-complete",
      "check-ts-end-time-passed",
      "wait-for-follow-shard-tasks",
      "pause-follower-index",
      "close-follower-index",
      "unfollow-follower-index",
      "open-follower-index",
      "wait-for-index-color",
    ),
  ],
};
