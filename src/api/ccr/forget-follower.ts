/** `ccr.forget_follower`: a leader keeps nothing any more for a follower that cannot say so itself. */
import { presentIndex } from "../../cluster/changed-indices.ts";
import { errorBody, illegalArgument } from "../../compat/errors.ts";
import { type BodyShape, parseObject } from "../../compat/object-parser.ts";
import type { JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { leaseId } from "../../replication/leader.ts";
import type { Operation } from "../operation.ts";
import { jsonWithText, parseFailure } from "../requests/request-body.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

const NAMES = ["follower_cluster", "follower_index", "follower_index_uuid", "leader_remote_cluster"] as const;
const BODY: BodyShape = {
  name: "forget_follower",
  members: Object.fromEntries(NAMES.map((name) => [name, "text" as const])),
};

export const forgetFollower: Operation = {
  name: "ccr.forget_follower",
  actions: ["indices:admin/xpack/ccr/forget_follower"],
  audit: "nothing",

  async handle(request, { cluster, documents }) {
    checkTimeouts(request.parameters);
    const { index: name = "" } = request.parameters;
    const { json, text = "" } = await jsonWithText(request);
    if (json === undefined) throw parseFailure("request body is required");
    const body = parseObject(BODY, json, text);
    const index = presentIndex(cluster.state, name);
    const id = leaseId(
      textOf(body, "follower_cluster"),
      { name: textOf(body, "follower_index"), uuid: textOf(body, "follower_index_uuid") },
      { remoteCluster: textOf(body, "leader_remote_cluster"), leaderIndex: name, leaderUuid: index.uuid },
    );
    const failures: object[] = [];
    for (let shard = 0; shard < index.numberOfShards; shard++) {
      try {
        await documents.changeLease(index.uuid, shard, { kind: "remove", id });
      } catch (error) {
        failures.push({ shard, index: name, status: "NOT_FOUND", reason: errorBody(error) });
      }
    }
    const { numberOfShards: total } = index;
    const failed = failures.length;
    const shards = { total, successful: total - failed, failed, ...(failed > 0 ? { failures } : {}) };
    return { status: failed === total ? 404 : 200, body: { _shards: shards } };
  },
};

function textOf(body: JsonObject, name: (typeof NAMES)[number]): string {
  const value = ownOf(body, name);
  if (typeof value !== "string") throw illegalArgument(`[${name}] is missing`);
  return value;
}
