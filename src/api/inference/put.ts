/** `inference.put`: makes an endpoint. Its service is asked once, so that what is kept answers. */
import { shownEndpoint } from "../../inference/endpoint.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { taskOfPath, timeoutOf } from "../requests/inference-request.ts";
import { objectOf, requiredJson } from "../requests/request-body.ts";

export const put: Operation = {
  name: "inference.put",
  actions: ["cluster:admin/xpack/inference/put"],
  audit: "told",

  async handle(request, services) {
    const { inference_id: id = "" } = request.parameters;
    const asked = {
      taskType: taskOfPath(request),
      body: objectOf(await requiredJson(request)),
      timeoutMs: timeoutOf(request),
    };
    const inference = await services.inference();
    return { status: 200, body: shownEndpoint(await inference.put(id, asked, changeSource(put.name, request))) };
  },
};
