/** The master: the node that has been in the cluster for longest. Changes are safe whoever makes them. */
import type { ClusterNode, ClusterState } from "../cluster-state.ts";

export function masterOf({ nodes = {} }: Pick<ClusterState, "nodes">): ClusterNode | undefined {
  let master: ClusterNode | undefined;
  for (const node of Object.values(nodes)) if (!master || node.joined < master.joined) master = node;
  return master;
}
