/** An index that is to be followed: all that its follower takes over, and the names of its shards' histories. */
import { ownOf } from "../../core/names.ts";
import { dataStreamOf, DATA_STREAMS, streamOf } from "../../cluster/data-streams/data-stream.ts";
import { indexClosed, indexNotFound } from "../../cluster/index-expressions.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { stringifyJson } from "../../core/stringify-json.ts";
import type { JsonObject } from "../../core/json.ts";
import { LEADER_INDEX, membersOf, SHARD_CHANGES, textOf } from "../../replication/leader-calls.ts";
import type { RemoteCall } from "./remote-call.ts";

export const leaderIndex: RemoteCall = {
  action: LEADER_INDEX,
  keyPrivileges: ["cross_cluster_replication"],

  async handle(body, { principal }, services) {
    const { cluster, documents } = services;
    const name = textOf(membersOf(body), "index");
    services.authorizeIndices(principal, SHARD_CHANGES, [name]);
    const { state } = cluster;
    const index = ownOf(state.indices, name);
    if (!index || index.system) {
      if (dataStreamOf(state, name)) throw notFollowed(name, "DATA_STREAM");
      const isAlias = Object.values(state.indices).some(({ aliases }) => ownOf(aliases, name) !== undefined);
      throw isAlias ? notFollowed(name, "ALIAS") : indexNotFound(name);
    }
    if (index.state === "close") throw indexClosed(index);
    const shards = await documents.stats([index.uuid]);
    const histories = shards.map(({ shard, historyUuid }) => {
      if (historyUuid !== undefined) return historyUuid;
      throw new RequestError(503, "unavailable_shards_exception", `[${name}][${shard}] primary shard is not active`);
    });
    const stream = streamOf(index);
    const stored = stream === undefined ? undefined : ownOf(ownOf(state.customs, DATA_STREAMS), stream);
    const { resources: _own, ...metadata } = index;
    return {
      metadata: stringifyJson(metadata as unknown as JsonObject),
      histories: histories.join(","),
      ...(stream !== undefined && stored ? { stream: stringifyJson(stored), streamName: stream } : {}),
    };
  },
};

function notFollowed(name: string, type: string): RequestError {
  return illegalArgument(`cannot follow [${name}], because it is a ${type}`);
}
