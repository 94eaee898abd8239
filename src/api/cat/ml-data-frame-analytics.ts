/** `cat.ml_data_frame_analytics`: jobs that analyse data frames; there are none. */
import { tableWithoutRows } from "../requests/table-without-rows.ts";

export const catMlDataFrameAnalytics = tableWithoutRows({
  name: "cat.ml_data_frame_analytics",
  actions: [
    "cluster:monitor/xpack/ml/data_frame/analytics/get",
    "cluster:monitor/xpack/ml/data_frame/analytics/stats/get",
  ],
  id: "id",
  unknown: (ids) => `No known data frame analytics with id [${ids}]`,
});
