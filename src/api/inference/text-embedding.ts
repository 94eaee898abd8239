/** `inference.text_embedding`: vectors of texts. */
import type { Operation } from "../operation.ts";
import { inferenceAnswer } from "../requests/inference-request.ts";

export const textEmbedding: Operation = {
  name: "inference.text_embedding",
  actions: ["cluster:monitor/xpack/inference/post"],
  audit: "nothing",
  handle: (request, services) => inferenceAnswer(request, services, "text_embedding"),
};
