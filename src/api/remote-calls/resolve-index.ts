/** The indices, aliases and data streams that an expression names here, for a cluster that asks several. */
import type { PlainData } from "../../remote/plain-data.ts";
import { readAsked } from "../requests/remote-body.ts";
import { RESOLVE_ACTION, resolvedHere } from "../requests/resolved-names.ts";
import type { RemoteCall } from "./remote-call.ts";

export const resolveIndex: RemoteCall = {
  action: RESOLVE_ACTION,
  keyPrivileges: ["cross_cluster_search", "cross_cluster_replication"],

  handle(body, { principal }, services) {
    const { expression, parameters } = readAsked(body);
    services.authorizeIndices(principal, RESOLVE_ACTION, expression.split(","));
    return Promise.resolve(resolvedHere({ principal, parameters }, services, expression) as unknown as PlainData);
  },
};
