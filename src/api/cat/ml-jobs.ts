/** `cat.ml_jobs`: jobs of anomaly detection; there are none. */
import { tableWithoutRows } from "../requests/table-without-rows.ts";

export const catMlJobs = tableWithoutRows({
  name: "cat.ml_jobs",
  actions: ["cluster:monitor/xpack/ml/job/stats/get"],
  id: "job_id",
  unknown: (ids) => `No known job with id '${ids}'`,
});
