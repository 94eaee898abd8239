/** The facts of a node that stand at the head of every answer about it. */
import { simpleMatch } from "../../compat/wildcard.ts";
import type { NodeInfo } from "./node-info.ts";

/** What Elasticsearch says of each node with the default distribution, by which tools tell it. */
export const NODE_ATTRIBUTES: Readonly<Record<string, string>> = { "xpack.installed": "true" };

/** Name, addresses, roles. There is no transport between nodes: its address is that of the interface. */
export function nodeHeader(info: NodeInfo): Record<string, unknown> {
  return {
    name: info.name,
    transport_address: `${info.ip}:${info.httpPort}`,
    host: info.host,
    ip: info.ip,
    version: info.version,
    roles: info.roles,
    attributes: NODE_ATTRIBUTES,
  };
}

/** Whether a list of node filters (`_local`, `_master`, names, ids, addresses, `role:true`) takes the only node. */
export function takesNode(filters: readonly string[] | undefined, info: NodeInfo): boolean {
  if (filters === undefined) return true;
  let taken = false;
  for (const filter of filters) {
    const colon = filter.lastIndexOf(":");
    const role = filter.slice(0, colon);
    if (colon > 0 && ["true", "false"].includes(filter.slice(colon + 1))) {
      const has = role === "coordinating_only" ? info.roles.length === 0 : info.roles.includes(role);
      if (has) taken = filter.endsWith(":true");
      continue;
    }
    const names = ["_all", "_local", "_master", info.id, info.name, info.host, info.ip];
    if (names.some((name) => simpleMatch(filter, name))) taken = true;
  }
  return taken;
}

/** `_nodes` and `cluster_name`, then the node's answer under its id, if it is taken. */
export function nodesAnswer(clusterName: string, info: NodeInfo, answer: object | undefined): object {
  const count = answer === undefined ? 0 : 1;
  return {
    _nodes: { total: count, successful: count, failed: 0 },
    cluster_name: clusterName,
    nodes: answer === undefined ? {} : { [info.id]: answer },
  };
}
