/** What a follower still needs of a shard: adds, renews and removes its lease. */
import { ownOf } from "../../core/names.ts";
import { indexNotFound } from "../../cluster/index-expressions.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { CHANGE_LEASE, membersOf, numberOf, textOf } from "../../replication/leader-calls.ts";
import type { RemoteCall } from "./remote-call.ts";

export const retentionLease: RemoteCall = {
  action: CHANGE_LEASE,
  keyPrivileges: ["cross_cluster_replication"],

  async handle(body, { principal }, services) {
    const members = membersOf(body);
    const name = textOf(members, "index");
    services.authorizeIndices(principal, CHANGE_LEASE, [name]);
    const uuid = textOf(members, "uuid");
    if (ownOf(services.cluster.state.indices, name)?.uuid !== uuid) throw indexNotFound(name);
    const shard = numberOf(members, "shard");
    const kind = textOf(members, "kind");
    const id = textOf(members, "id");
    if (kind === "remove") await services.documents.changeLease(uuid, shard, { kind, id });
    else if (kind === "add" || kind === "renew") {
      const lease = { id, retainingSeqNo: numberOf(members, "retainingSeqNo"), source: textOf(members, "source") };
      await services.documents.changeLease(uuid, shard, { kind, ...lease });
    } else throw illegalArgument(`[${kind}] is no change of a lease`);
    return null;
  },
};
