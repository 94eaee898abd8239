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
    attributes: info.attributes,
  };
}

/** A node, as far as filters ask for it; one that is alone is master, and here. */
type FilteredNode = Pick<NodeInfo, "id" | "name" | "host" | "ip" | "roles"> & {
  readonly isMaster?: boolean;
  readonly isHere?: boolean;
};

/** Whether a list of node filters (`_local`, `_master`, names, ids, addresses, `role:true`) takes a node. */
export function takesNode(filters: readonly string[] | undefined, node: FilteredNode): boolean {
  if (filters === undefined) return true;
  let taken = false;
  for (const filter of filters) {
    const colon = filter.lastIndexOf(":");
    const role = filter.slice(0, colon);
    if (colon > 0 && ["true", "false"].includes(filter.slice(colon + 1))) {
      const { roles } = node;
      const has = role === "coordinating_only" ? roles.length === 0 : roles.includes(role);
      if (has) taken = filter.endsWith(":true");
      continue;
    }
    const places = [node.isHere === false ? [] : ["_local"], node.isMaster === false ? [] : ["_master"]].flat();
    const names = ["_all", ...places, node.id, node.name, node.host, node.ip];
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
