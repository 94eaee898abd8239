/** `ccr.pause_follow`: a follower does not go on until it is told to. */
import { putFollower } from "../../replication/changes.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { presentIndex } from "../../cluster/changed-indices.ts";
import { followerOf } from "../../replication/follower-record.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const pauseFollow: Operation = {
  name: "ccr.pause_follow",
  actions: ["cluster:admin/xpack/ccr/pause_follow"],
  audit: "told",

  async handle(request, { cluster }) {
    checkTimeouts(request.parameters);
    const { index: name = "" } = request.parameters;
    await cluster.apply(changeSource(pauseFollow.name, request), {
      task: `pause-follow [${name}]`,
      apply(state, inputs) {
        const index = presentIndex(state, name);
        const record = followerOf(state, index);
        if (!record) throw illegalArgument(`index [${name}] is not a follower index`);
        if (!record.isActive) throw illegalArgument(`no shard follow tasks for [${name}]`);
        return putFollower(index.uuid, { ...record, isActive: false }).apply(state, inputs);
      },
    });
    return { status: 200, body: { acknowledged: true } };
  },
};
