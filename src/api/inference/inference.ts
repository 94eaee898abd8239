/** `inference.inference`: what an endpoint of any task answers. */
import type { Operation } from "../operation.ts";
import { inferenceAnswer } from "../requests/inference-request.ts";

export const inference: Operation = {
  name: "inference.inference",
  actions: ["cluster:monitor/xpack/inference/post"],
  audit: "nothing",
  handle: (request, services) => inferenceAnswer(request, services),
};
