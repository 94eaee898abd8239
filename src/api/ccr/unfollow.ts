/** `ccr.unfollow`: makes an ordinary index of a follower that is paused and closed. */
import { ownOf } from "../../core/names.ts";
import { RequestError } from "../../compat/errors.ts";
import { unfollowIndex } from "../../replication/changes.ts";
import { followerOf } from "../../replication/follower-record.ts";
import { leaseId } from "../../replication/leader.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const unfollow: Operation = {
  name: "ccr.unfollow",
  actions: ["indices:admin/xpack/ccr/unfollow"],
  audit: "told",

  async handle(request, services) {
    const { cluster } = services;
    checkTimeouts(request.parameters);
    const { index: name = "" } = request.parameters;
    const index = ownOf(cluster.state.indices, name);
    const record = index && followerOf(cluster.state, index);
    await cluster.apply(changeSource(unfollow.name, request), unfollowIndex(name));
    if (!index || !record) return { status: 200, body: { acknowledged: true } };
    try {
      await (await services.replication()).forgetLeader(index, record);
    } catch (error) {
      const id = leaseId(cluster.state.clusterName, index, record);
      throw new RequestError(500, "exception", error instanceof Error ? error.message : String(error), {
        details: { failed_to_remove_retention_leases: [id] },
        cause: error instanceof RequestError ? error : undefined,
      });
    }
    return { status: 200, body: { acknowledged: true } };
  },
};
