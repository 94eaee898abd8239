/** `inference.sparse_embedding`: tokens with weights of texts. */
import type { Operation } from "../operation.ts";
import { inferenceAnswer } from "../requests/inference-request.ts";

export const sparseEmbedding: Operation = {
  name: "inference.sparse_embedding",
  actions: ["cluster:monitor/xpack/inference/post"],
  audit: "nothing",
  handle: (request, services) => inferenceAnswer(request, services, "sparse_embedding"),
};
