/** `transform.get_node_stats`: the transforms that run on each node. */
import type { Operation } from "../operation.ts";

export const getNodeStats: Operation = {
  name: "transform.get_node_stats",
  actions: ["cluster:admin/transform/node_stats"],

  handle(_request, { transforms, info }) {
    const count = transforms.ids.filter((id) => transforms.isStarted(id)).length;
    const scheduler = { registered_transform_count: count };
    return { status: 200, body: { total: { scheduler }, [info.id]: { scheduler } } };
  },
};
