/** The master: whom the state names, else the node that is there for longest. Changes are safe whoever makes them. */
import { ownOf } from "../../core/names.ts";
import type { ClusterNode, ClusterState } from "../cluster-state.ts";

export function masterOf({
  nodes = {},
  master: named,
}: Pick<ClusterState, "nodes" | "master">): ClusterNode | undefined {
  const known = named === undefined ? undefined : ownOf(nodes, named);
  if (known) return known;
  let master: ClusterNode | undefined;
  for (const node of Object.values(nodes)) if (!master || node.joined < master.joined) master = node;
  return master;
}
