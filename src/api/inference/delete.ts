/** `inference.delete`: removes an endpoint, unless something uses it. */
import { statusError } from "../../inference/endpoint.ts";
import { booleanParameter } from "../../http/parameters.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { endpointUses } from "../requests/endpoint-uses.ts";
import { checkTask, taskOfPath } from "../requests/inference-request.ts";

export const deleteInference: Operation = {
  name: "inference.delete",
  actions: ["cluster:admin/xpack/inference/delete"],
  audit: "told",

  async handle(request, services) {
    const { parameters } = request;
    const { inference_id: id = "" } = parameters;
    const isDry = booleanParameter(parameters, "dry_run", false);
    const force = booleanParameter(parameters, "force", false);
    const inference = await services.inference();
    checkTask(taskOfPath(request), inference.get(id));
    const indexes = endpointUses(services.cluster.state, id);
    const message =
      indexes.length === 0
        ? ""
        : ` Inference endpoint ${id} is being used in the mapping for indexes: [${indexes.join(", ")}]. Ensure that no index mappings are using this inference endpoint, or use force to ignore this warning and delete the inference endpoint.`;
    if (isDry) return { status: 200, body: { acknowledged: false, pipelines: [], indexes, error_message: message } };
    if (indexes.length > 0 && !force) throw statusError(409, message);
    await inference.delete(id, changeSource(deleteInference.name, request));
    return { status: 200, body: { acknowledged: true, pipelines: [], indexes: [] } };
  },
};
