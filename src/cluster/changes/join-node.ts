/** A node comes to the cluster, or to another life in it: its copies begin anew. */
import { ClusterRefused } from "../../store/cluster-refused.ts";
import { ownOf, put } from "../../core/names.ts";
import { updatedIndices } from "../changed-indices.ts";
import { type Changed, type ClusterChange, unchanged } from "../cluster-change.ts";
import type { ClusterNode, ClusterState, IndexMetadata, NodeLogs, ShardCopy, ShardRouting } from "../cluster-state.ts";

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
      const left: ClusterNode[] = [];
      for (const { id, ephemeralId } of gone) {
        const node = ownOf(nodes, id);
        if (node?.ephemeralId !== ephemeralId) continue;
        left.push(node);
        delete nodes[id];
      }
      return left.length === 0 ? unchanged(state) : withoutPrimaries({ ...state, nodes }, left);
    },
  };
}

/**
 * Primaries of nodes that are gone may be taken over where their logs are held elsewhere: whoever does so replays them,
 * in a term of its own.
 */
function withoutPrimaries(state: ClusterState, left: readonly ClusterNode[]): Changed {
  const raised: IndexMetadata[] = [];
  const routing: Record<string, readonly ShardRouting[]> = { ...state.routing };
  for (const index of Object.values(state.indices)) {
    const shards = ownOf(routing, index.uuid);
    const logs = shards?.map(({ primary }) => left.find(({ id }) => id === primary.node)?.logs);
    if (!shards || !logs?.some(Boolean)) continue;
    put(
      routing,
      index.uuid,
      shards.map((shard, at) => withReplay(shard, logs[at])),
    );
    raised.push({ ...index, primaryTerms: index.primaryTerms.map((term, at) => (logs[at] ? term + 1 : term)) });
  }
  return raised.length === 0 ? { state, events: [] } : updatedIndices({ ...state, routing }, raised, "allocation");
}

function withReplay(shard: ShardRouting, logs: NodeLogs | undefined): ShardRouting {
  if (!logs) return shard;
  return { ...shard, replay: [...(shard.replay ?? []).filter(({ node }) => node !== logs.node), logs] };
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
      shards.map((shard) => ({
        ...shard,
        primary: again(shard.primary),
        replicas: shard.replicas.map(again),
      })),
    ]),
  );
  return { state: { ...state, nodes: { ...state.nodes, [node.id]: node }, routing }, events: [] };
}
