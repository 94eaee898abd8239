/** `cluster.remote_info`: the other clusters that can be reached from here, and how. */
import { humanTime } from "../../compat/human-size.ts";
import type { RemoteCluster } from "../../remote/remote-cluster.ts";
import type { Operation } from "../operation.ts";

export const remoteInfo: Operation = {
  name: "cluster.remote_info",
  actions: ["cluster:monitor/remote/info"],
  breaker: "never",

  async handle(_request, services) {
    const remotes = await services.remotes();
    return { status: 200, body: Object.fromEntries(remotes.list().map((remote) => [remote.alias, shown(remote)])) };
  },
};

function shown({ settings, state: { connected, sockets, connectTimeoutMs, hasCredentials } }: RemoteCluster): object {
  const { mode, addresses, connections, serverName, skipUnavailable } = settings;
  const how =
    mode === "proxy"
      ? {
          proxy_address: addresses[0],
          server_name: serverName,
          num_proxy_sockets_connected: connected ? sockets : 0,
          max_proxy_socket_connections: connections,
        }
      : {
          seeds: addresses,
          // A server is one node.
          num_nodes_connected: connected ? 1 : 0,
          max_connections_per_cluster: connections,
        };
  return {
    connected,
    mode,
    ...how,
    initial_connect_timeout: humanTime(connectTimeoutMs),
    skip_unavailable: skipUnavailable,
    ...(hasCredentials ? { cluster_credentials: "::es_redacted::" } : {}),
  };
}
