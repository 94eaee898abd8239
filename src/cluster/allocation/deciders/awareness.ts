/** `awareness`: copies of a shard are spread over the values of attributes of nodes (racks, zones). */
import { commaList } from "../../../core/comma-list.ts";
import { ownOf } from "../../../core/names.ts";
import type { ClusterNode, ClusterState } from "../../cluster-state.ts";
import { clusterSetting } from "../../cluster-settings.ts";
import { type Decider, no, yes } from "../decider.ts";

const ATTRIBUTES = "cluster.routing.allocation.awareness.attributes";
const FORCE = "cluster.routing.allocation.awareness.force.";

export const awareness: Decider = {
  name: "awareness",
  decide({ index, shard }, node, { state, placed }) {
    const attributes = listed(clusterSetting(state, ATTRIBUTES));
    if (attributes.length === 0)
      return yes(`allocation awareness is not enabled, set cluster setting [${ATTRIBUTES}] to enable it`);
    for (const attribute of attributes) {
      const own = ownOf(node.attributes, attribute);
      if (own === undefined)
        return no(
          `node does not contain the awareness attribute [${attribute}]; required attributes cluster setting [${ATTRIBUTES}=${attributes.join(",")}]`,
        );
      const there = present(state, attribute);
      const forced = forcedValues(state, attribute);
      const values = new Set([...there, ...forced]);
      const copies = 1 + index.numberOfReplicas;
      const most = Math.ceil(copies / values.size);
      const nodes = state.nodes ?? {};
      const beside = placed.copies(index.uuid, shard).filter(({ node: id = "" }) => {
        const other = ownOf(nodes, id);
        return other && other.id !== node.id && ownOf(other.attributes, attribute) === own;
      }).length;
      if (beside + 1 <= most) continue;
      return no(
        `there are [${copies}] copies of this shard and [${values.size}] values for attribute [${attribute}] ([${[...there].join(", ")}] from nodes in the cluster and ${forced.length === 0 ? "no forced awareness" : `[${forced.join(", ")}] from forced awareness`}) so there may be at most [${most}] copies of this shard allocated to nodes with each value, but (including this copy) there would be [${beside + 1}] copies allocated to nodes with [node.attr.${attribute}: ${own}]`,
      );
    }
    return yes("node meets all awareness attribute requirements");
  },
};

function present(state: ClusterState, attribute: string): Set<string> {
  const nodes: readonly ClusterNode[] = Object.values(state.nodes ?? {});
  return new Set(nodes.flatMap(({ attributes }) => ownOf(attributes, attribute) ?? []).sort());
}

/** Values that count whether there is a node of them or not. */
function forcedValues({ persistentSettings, transientSettings }: ClusterState, attribute: string): string[] {
  const name = `${FORCE}${attribute}.values`;
  const value = ownOf(transientSettings, name) ?? ownOf(persistentSettings, name) ?? "";
  return [value].flat().flatMap(listed).sort();
}

function listed(text: string): string[] {
  return commaList(text);
}
