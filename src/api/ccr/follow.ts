/** `ccr.follow`: makes an index that follows one of another cluster. */
import { validationFailed } from "../../compat/validation-failed.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { followBody } from "../requests/ccr/follow-body.ts";
import { jsonWithText, parseFailure } from "../requests/request-body.ts";
import { shardsAcknowledged } from "../requests/shards-acknowledged.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { ownOf } from "../../core/names.ts";
import { activeShardCount } from "../targets/write-parameters.ts";

export const follow: Operation = {
  name: "ccr.follow",
  actions: ["indices:admin/xpack/ccr/put_follow"],
  audit: "told",

  async handle(request, services) {
    const { parameters } = request;
    checkTimeouts(parameters);
    const { index = "" } = parameters;
    const wanted = parameters["wait_for_active_shards"];
    const copies = wanted === undefined ? 0 : activeShardCount(wanted);
    const { json, text = "" } = await jsonWithText(request);
    if (json === undefined) throw parseFailure("request body is required");
    const body = followBody(json, text);
    if (index === "") throw validationFailed(["follower_index is missing"]);
    const replication = await services.replication();
    await replication.follow({ name: index, ...body }, changeSource(follow.name, request));
    const made = ownOf(services.cluster.state.indices, index);
    const isAcknowledged = copies !== 0 && made !== undefined && shardsAcknowledged(services, made, copies);
    return {
      status: 200,
      body: {
        follow_index_created: true,
        follow_index_shards_acked: isAcknowledged,
        index_following_started: copies !== 0,
      },
    };
  },
};
