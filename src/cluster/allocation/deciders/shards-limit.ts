/** `shards_limit`: how many shards a node may have, of one index or in all (`total_shards_per_node`). */
import { clusterSetting } from "../../cluster-settings.ts";
import { indexSetting } from "../../index-settings.ts";
import { type Decider, no, yes } from "../decider.ts";

const CLUSTER = "cluster.routing.allocation.total_shards_per_node";
const INDEX = "index.routing.allocation.total_shards_per_node";

export const shardsLimit: Decider = {
  name: "shards_limit",
  decide({ index }, node, { state, placed }) {
    const ofIndex = Number(indexSetting(index.settings, INDEX) ?? -1);
    const ofCluster = Number(clusterSetting(state, CLUSTER));
    if (ofIndex <= 0 && ofCluster <= 0)
      return yes(`total shard limits are disabled: [index: ${ofIndex}, cluster: ${ofCluster}] <= 0`);
    const all = placed.count(node.id);
    const own = placed.count(node.id, index.uuid);
    if (ofCluster > 0 && all >= ofCluster)
      return no(`too many shards [${all}] allocated to this node, cluster setting [${CLUSTER}=${ofCluster}]`);
    if (ofIndex > 0 && own >= ofIndex)
      return no(
        `too many shards [${own}] allocated to this node for index [${index.name}], index setting [${INDEX}=${ofIndex}]`,
      );
    return yes(
      `the shard count [${all}] for this node is under the index limit [${ofIndex}] and cluster level node limit [${ofCluster}]`,
    );
  },
};
