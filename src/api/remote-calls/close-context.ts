/** Lets go of what is held for a search of another cluster; answers how many states of shards that were. */
import { ownerElsewhere } from "../requests/context-owner.ts";
import { CLOSE_CONTEXT } from "../requests/remote-contexts.ts";
import { membersOf, textOf } from "../../replication/leader-calls.ts";
import type { RemoteCall } from "./remote-call.ts";

export const closeContext: RemoteCall = {
  action: CLOSE_CONTEXT,
  keyPrivileges: ["cross_cluster_search"],

  handle(body, { principal }, { contexts }) {
    const id = textOf(membersOf(body), "id");
    const owner = ownerElsewhere(principal);
    const context = contexts.find("pit", id, owner) ?? contexts.find("scroll", id, owner);
    return Promise.resolve(context && contexts.close(context) ? context.states : 0);
  },
};
