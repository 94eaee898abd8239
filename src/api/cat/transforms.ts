/** `cat.transforms`: the transforms of the cluster; there are none. */
import { tableWithoutRows } from "../requests/table-without-rows.ts";

export const catTransforms = tableWithoutRows({
  name: "cat.transforms",
  actions: ["cluster:monitor/transform/get", "cluster:monitor/transform/stats/get"],
  id: "transform_id",
  unknown: (ids) => `Transform with id [${ids}] could not be found`,
});
