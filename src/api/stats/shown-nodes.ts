/** The nodes of the cluster as operations show them; of one that is alone, what it knows of itself. */
import { masterOf } from "../../cluster/allocation/master.ts";
import type { ClusterNode } from "../../cluster/cluster-state.ts";
import { ownOf } from "../../core/names.ts";
import type { Services } from "../operation.ts";

/** A node, with what others see of it. */
export type ShownNode = Pick<
  ClusterNode,
  "id" | "name" | "ephemeralId" | "host" | "ip" | "version" | "roles" | "attributes"
> & {
  /** Where nodes find it: of one that is alone, where clients do. */
  readonly transportAddress: string;
  readonly isMaster: boolean;
  /** The node that answers. */
  readonly isHere: boolean;
};

/** All nodes, in the order in which they came. */
export function shownNodes({ cluster: { state }, info }: Services): ShownNode[] {
  if (!state.nodes) {
    const { id, name, ephemeralId, host, ip, version, roles, attributes } = info;
    const transportAddress = `${ip}:${info.httpPort}`;
    const alone = { isMaster: true, isHere: true };
    return [{ id, name, ephemeralId, host, ip, version, roles, attributes, transportAddress, ...alone }];
  }
  const master = masterOf(state);
  return Object.values(state.nodes)
    .sort((left, right) => left.joined - right.joined)
    .map((node) => ({
      ...node,
      transportAddress: `${node.address.host}:${node.address.port}`,
      isMaster: node.id === master?.id,
      isHere: node.id === info.id,
    }));
}

/** A node of the cluster by its id; undefined for one that is gone. */
export function shownNode(services: Services, id: string | undefined): ShownNode | undefined {
  return id === undefined ? undefined : shownNodes(services).find((node) => node.id === id);
}

/** The node with the primary of a shard; undefined: no node has it. */
export function primaryNode(services: Services, uuid: string, shard: number): ShownNode | undefined {
  const { routing, nodes } = services.cluster.state;
  if (!nodes) return shownNode(services, services.info.id);
  return shownNode(services, ownOf(routing ?? {}, uuid)?.[shard]?.primary.node);
}

export function nodeCount({ cluster: { state } }: Services): number {
  return state.nodes ? Object.keys(state.nodes).length : 1;
}
