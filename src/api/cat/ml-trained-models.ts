/** `cat.ml_trained_models`: trained models; there are none. */
import { tableWithoutRows } from "../requests/table-without-rows.ts";

export const catMlTrainedModels = tableWithoutRows({
  name: "cat.ml_trained_models",
  actions: ["cluster:monitor/xpack/ml/inference/get", "cluster:monitor/xpack/ml/inference/stats/get"],
  id: "model_id",
  unknown: (ids) => `No known trained model with model_id [${ids}]`,
});
