/** What an endpoint answered, as pipelines write it: a vector, weights of tokens, or a text for each input. */
import { RequestError } from "../compat/errors.ts";
import type { Json } from "../core/json.ts";
import type { Endpoint, InferenceResult } from "./endpoint.ts";

/** Throws RequestError 400 for a task that answers something else. */
export function predictedValues({ id, taskType }: Endpoint, result: InferenceResult): Json[] {
  if (taskType === "rerank")
    throw new RequestError(
      400,
      "status_exception",
      `the inference endpoint [${id}] of task type [${taskType}] cannot be used by a processor`,
    );
  return Object.values(result).flatMap((list) => list.map((one) => one["embedding"] ?? one["result"] ?? null));
}
