/** Whether an expression names anything here, for a cluster that asks several. */
import { readAsked } from "../requests/remote-body.ts";
import { CLUSTER_ACTION, matchesHere } from "../requests/resolved-cluster.ts";
import type { RemoteCall } from "./remote-call.ts";

export const resolveCluster: RemoteCall = {
  action: CLUSTER_ACTION,
  keyPrivileges: ["cross_cluster_search", "cross_cluster_replication"],

  handle(body, { principal }, services) {
    const { expression, parameters } = readAsked(body);
    return Promise.resolve({ ...matchesHere({ principal, parameters }, services, expression) });
  },
};
