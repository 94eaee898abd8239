/** What services answer, as results. Whatever does not have the expected form is an error of the service. */
import { isJsonObject, type Json } from "../core/json.ts";
import { ownOf } from "../core/names.ts";
import type { RequestError } from "../compat/errors.ts";
import { type Asked, type InferenceResult, statusError } from "./endpoint.ts";

export function unexpected(id: string, what: string): RequestError {
  return statusError(400, `Failed to find required field [${what}] in the answer for inference entity id [${id}]`);
}

/** Vectors, one for each text. */
export function embeddingsOf(id: string, vectors: readonly Json[], count: number): InferenceResult {
  if (vectors.length !== count) throw unexpected(id, `embeddings of ${count} texts`);
  return {
    text_embedding: vectors.map((vector) => {
      if (!Array.isArray(vector) || !vector.every((value) => typeof value === "number"))
        throw unexpected(id, "embedding");
      return { embedding: vector };
    }),
  };
}

/** Texts by relevance, best first, as many as are wanted. */
export function rankingOf(id: string, ranked: Json, score: string, asked: Asked): InferenceResult {
  if (!Array.isArray(ranked)) throw unexpected(id, "a list of scores");
  const { input, taskSettings } = asked;
  const shows = asked.returnDocuments ?? taskSettings["return_documents"] === true;
  const most = asked.topN ?? Number(taskSettings["top_n"] ?? input.length);
  const scored = ranked.map((one) => {
    const index = isJsonObject(one) ? one["index"] : undefined;
    const relevance = isJsonObject(one) ? ownOf(one, score) : undefined;
    if (typeof index !== "number" || typeof relevance !== "number" || input[index] === undefined)
      throw unexpected(id, `index and ${score}`);
    return { index, relevance_score: relevance, ...(shows ? { text: input[index] } : {}) };
  });
  scored.sort((left, right) => right.relevance_score - left.relevance_score || left.index - right.index);
  return { rerank: scored.slice(0, most) };
}
