/** The index that a call of a follower is about. */
import { indexNotFound } from "../../../cluster/index-expressions.ts";
import { ownOf } from "../../../core/names.ts";
import type { Members } from "../../../remote/link-protocol.ts";
import { textOf } from "../../../replication/leader-calls.ts";
import type { Principal } from "../../../security/principal.ts";
import type { Services } from "../../operation.ts";

/** Throws 403 where the action is not allowed on it, 404 where another index has its name by now. */
export function askedIndex(
  members: Members,
  action: string,
  principal: Principal,
  services: Services,
): { readonly name: string; readonly uuid: string } {
  const name = textOf(members, "index");
  services.authorizeIndices(principal, action, [name]);
  const uuid = textOf(members, "uuid");
  if (ownOf(services.cluster.state.indices, name)?.uuid !== uuid) throw indexNotFound(name);
  return { name, uuid };
}
