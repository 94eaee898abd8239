/** `inference.get`: endpoints, without what is secret. */
import { shownEndpoint } from "../../inference/endpoint.ts";
import type { Operation } from "../operation.ts";
import { checkTask, taskOfPath } from "../requests/inference-request.ts";

export const get: Operation = {
  name: "inference.get",
  actions: ["cluster:monitor/xpack/inference/get"],

  async handle(request, services) {
    const { inference_id: id = "_all" } = request.parameters;
    const task = taskOfPath(request);
    const inference = await services.inference();
    if (id === "_all" || id === "*") {
      const all = inference.all().filter(({ taskType }) => task === undefined || taskType === task);
      return { status: 200, body: { endpoints: all.map(shownEndpoint) } };
    }
    const endpoint = inference.get(id);
    checkTask(task, endpoint);
    return { status: 200, body: { endpoints: [shownEndpoint(endpoint)] } };
  },
};
