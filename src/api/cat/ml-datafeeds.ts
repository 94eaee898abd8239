/** `cat.ml_datafeeds`: what feeds jobs of anomaly detection; there is nothing. */
import { tableWithoutRows } from "../requests/table-without-rows.ts";

export const catMlDatafeeds = tableWithoutRows({
  name: "cat.ml_datafeeds",
  actions: ["cluster:monitor/xpack/ml/datafeeds/stats/get"],
  id: "datafeed_id",
  unknown: (ids) => `No datafeed with id [${ids}] exists`,
});
