/** What a follower still needs of a shard: adds, renews and removes its lease. */
import { illegalArgument } from "../../compat/errors.ts";
import { CHANGE_LEASE, membersOf, numberOf, textOf } from "../../replication/leader-calls.ts";
import { askedIndex } from "../requests/ccr/asked-index.ts";
import type { RemoteCall } from "./remote-call.ts";

export const retentionLease: RemoteCall = {
  action: CHANGE_LEASE,
  keyPrivileges: ["cross_cluster_replication"],

  async handle(body, { principal }, services) {
    const members = membersOf(body);
    const { uuid } = askedIndex(members, CHANGE_LEASE, principal, services);
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
