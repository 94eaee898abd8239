/**
 * `dangling_indices.list_dangling_indices`: indices in the data folder that the cluster does not know; they go at
 * start.
 */
import type { Operation } from "../operation.ts";

export const listDanglingIndices: Operation = {
  name: "dangling_indices.list_dangling_indices",
  actions: ["cluster:admin/indices/dangling/list"],

  handle(_request, { cluster }) {
    const nodes = { total: 1, successful: 1, failed: 0 };
    return { status: 200, body: { _nodes: nodes, cluster_name: cluster.state.clusterName, dangling_indices: [] } };
  },
};
