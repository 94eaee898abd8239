/** Who is there: asked when a connection is made, and from time to time. */
import { HANDSHAKE } from "../../remote/link-protocol.ts";
import type { RemoteCall } from "./remote-call.ts";

export const handshake: RemoteCall = {
  action: HANDSHAKE,
  keyPrivileges: ["cross_cluster_search", "cross_cluster_replication"],

  handle(_body, _context, { cluster, info }) {
    const { clusterName, clusterUuid } = cluster.state;
    return Promise.resolve({ clusterName, clusterUuid, version: info.version, nodeName: info.name });
  },
};
