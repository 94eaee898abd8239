/** A node comes to the cluster, or to another life in it: its copies begin anew. */
import { ClusterRefused } from "../../store/cluster-refused.ts";
import { ownOf } from "../../core/names.ts";
import type { Changed, ClusterChange } from "../cluster-change.ts";
import type { ClusterNode, ClusterState, ShardCopy, ShardRouting } from "../cluster-state.ts";

export function joinNode(node: Omit<ClusterNode, "joined">): ClusterChange {
  return {
    task: `node-join [${node.name}]`,
    apply(state) {
      const twin = Object.values(state.nodes ?? {}).find(({ id, name }) => name === node.name && id !== node.id);
      if (twin) throw new ClusterRefused(`there is a node of the name [${node.name}] in the cluster already`);
      return changed(state, { ...node, joined: 1 + Math.max(0, ...joinedBefore(state)) });
    },
  };
}

/** Some nodes are gone; without effect for those that are not there, or in another life. */
export function removeNodes(gone: readonly Pick<ClusterNode, "id" | "ephemeralId">[]): ClusterChange {
  return {
    task: `node-left [${gone.map(({ id }) => id).join(", ")}]`,
    apply(state) {
      const nodes = { ...state.nodes };
      for (const { id, ephemeralId } of gone) if (ownOf(nodes, id)?.ephemeralId === ephemeralId) delete nodes[id];
      const isSame = Object.keys(nodes).length === Object.keys(state.nodes ?? {}).length;
      return { state: isSame ? state : { ...state, nodes }, events: [] };
    },
  };
}

function joinedBefore({ nodes = {} }: ClusterState): number[] {
  return Object.values(nodes).map(({ joined }) => joined);
}

function changed(state: ClusterState, node: ClusterNode): Changed {
  const again = (copy: ShardCopy): ShardCopy =>
    copy.node === node.id && copy.state === "STARTED" ? { ...copy, state: "INITIALIZING" } : copy;
  const routing = Object.fromEntries(
    Object.entries(state.routing ?? {}).map(([uuid, shards]): [string, ShardRouting[]] => [
      uuid,
      shards.map(({ primary, replicas }) => ({ primary: again(primary), replicas: replicas.map(again) })),
    ]),
  );
  return { state: { ...state, nodes: { ...state.nodes, [node.id]: node }, routing }, events: [] };
}
