/** What queries take of the answers of models. */
import { illegalArgument } from "../compat/errors.ts";
import { isJsonObject, type JsonObject } from "../core/json.ts";
import type { InferenceQuestion } from "./inference-question.ts";
import type { ParseContext } from "./query-kind.ts";

/** The vector of a text; undefined while it is not known. Throws 400 where models cannot be asked. */
export function askedVector(context: ParseContext, question: InferenceQuestion): readonly number[] | undefined {
  const embedding = askedModel(context, question)?.["embedding"];
  return Array.isArray(embedding) ? embedding.map((value) => Math.fround(Number(value))) : undefined;
}

/** The tokens of a text with their weights; undefined while they are not known. Throws as `askedVector`. */
export function askedTokens(context: ParseContext, question: InferenceQuestion): JsonObject | undefined {
  const embedding = askedModel(context, question)?.["embedding"];
  return isJsonObject(embedding ?? null) ? (embedding as JsonObject) : undefined;
}

function askedModel({ infer }: ParseContext, question: InferenceQuestion): JsonObject | undefined {
  if (!infer) throw illegalArgument(`the inference endpoint [${question.endpoint}] cannot be asked here`);
  return infer(question)?.[0];
}
