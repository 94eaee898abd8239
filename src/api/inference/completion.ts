/** `inference.completion`: what a model answers to texts. */
import type { Operation } from "../operation.ts";
import { inferenceAnswer } from "../requests/inference-request.ts";

export const completion: Operation = {
  name: "inference.completion",
  actions: ["cluster:monitor/xpack/inference/post"],
  audit: "nothing",
  handle: (request, services) => inferenceAnswer(request, services, "completion"),
};
