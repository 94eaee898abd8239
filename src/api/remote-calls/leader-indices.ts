/** The indices that may be followed, for those that follow new ones by patterns. */
import { streamOf } from "../../cluster/data-streams/data-stream.ts";
import { RequestError } from "../../compat/errors.ts";
import { stringifyJson } from "../../core/stringify-json.ts";
import { LEADER_INDICES, membersOf, numberOf, SHARD_CHANGES } from "../../replication/leader-calls.ts";
import type { CallContext } from "../../remote/call-dialect.ts";
import type { Services } from "../operation.ts";
import type { RemoteCall } from "./remote-call.ts";

/** Nobody waits longer, in milliseconds. */
const LONGEST_MS = 120_000;

export const leaderIndices: RemoteCall = {
  action: LEADER_INDICES,
  keyPrivileges: ["cross_cluster_replication"],

  async handle(body, context, services) {
    const members = membersOf(body);
    const beyond = numberOf(members, "beyond");
    const waitMs = Math.min(LONGEST_MS, numberOf(members, "waitMs"));
    const replication = await services.replication();
    if (services.cluster.state.version <= beyond) await replication.stateBeyond(beyond, waitMs);
    const { version, indices } = services.cluster.state;
    if (version <= beyond) return {};
    const listed = Object.values(indices)
      .filter(({ system, state, name }) => !system && state === "open" && mayFollow(services, context, name))
      .map((index) => ({ name: index.name, uuid: index.uuid, stream: streamOf(index) ?? null }));
    return { version, indices: stringifyJson(listed) };
  },
};

function mayFollow(services: Services, { principal }: CallContext, name: string): boolean {
  try {
    services.authorizeIndices(principal, SHARD_CHANGES, [name]);
    return true;
  } catch (error) {
    if (error instanceof RequestError && error.status === 403) return false;
    throw error;
  }
}
