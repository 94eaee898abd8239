/** `inference.rerank`: texts by their relevance for another one. */
import type { Operation } from "../operation.ts";
import { inferenceAnswer } from "../requests/inference-request.ts";

export const rerank: Operation = {
  name: "inference.rerank",
  actions: ["cluster:monitor/xpack/inference/post"],
  audit: "nothing",
  handle: (request, services) => inferenceAnswer(request, services, "rerank"),
};
