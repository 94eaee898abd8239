/** Settings of a model: its task and, for vectors, their dimensions and similarity. */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf, put } from "../../core/names.ts";
import { javaText, notOfClass } from "../mapping-error.ts";

const TASKS: readonly string[] = [
  "text_embedding",
  "sparse_embedding",
  "rerank",
  "completion",
  "chat_completion",
  "any",
];
const SIMILARITIES: readonly string[] = ["cosine", "dot_product", "l2_norm"];
const ELEMENT_TYPES: readonly string[] = ["byte", "float", "bit"];

/** `model_settings` in the form of get_mapping. */
export function readModelSettings(given: Json): JsonObject {
  if (!isJsonObject(given)) throw notOfClass(given, "Map");
  const { service, task_type: task, dimensions, similarity, element_type: element } = given;
  if (task === undefined || task === null) throw illegalArgument("Required [task_type]");
  const name = javaText(task).toLowerCase();
  if (!TASKS.includes(name)) throw new RequestError(400, "status_exception", `Unknown task_type [${javaText(task)}]`);
  if (name !== "text_embedding" && name !== "sparse_embedding") {
    throw illegalArgument(`Wrong [task_type], expected text_embedding or sparse_embedding, got ${name.toUpperCase()}`);
  }
  const shown: JsonObject = { ...(isGiven(service) ? { service: javaText(service) } : {}), task_type: name };
  const vector = {
    dimensions: count(dimensions),
    similarity: choice(similarity, SIMILARITIES),
    element_type: choice(element, ELEMENT_TYPES),
  };
  for (const [key, value] of Object.entries(vector)) {
    if (name === "text_embedding" && value === undefined)
      throw illegalArgument(`required [${key}] field is missing for task_type [TEXT_EMBEDDING]`);
    if (name === "sparse_embedding" && value !== undefined)
      throw illegalArgument(`[${key}] is not allowed for task_type [SPARSE_EMBEDDING]`);
    if (value !== undefined) put(shown, key, value);
  }
  return shown;
}

function isGiven(value: Json | undefined): value is Exclude<Json, null> {
  return value !== undefined && value !== null;
}

function count(value: Json | undefined): number | undefined {
  if (!isGiven(value)) return undefined;
  const number = Number(value);
  if (Number.isInteger(number) && number > 0) return number;
  throw illegalArgument(`[dimensions] must be a positive number, got [${javaText(value)}]`);
}

function choice(value: Json | undefined, choices: readonly string[]): string | undefined {
  if (!isGiven(value)) return undefined;
  const name = javaText(value).toLowerCase();
  if (choices.includes(name)) return name;
  throw illegalArgument(`No enum constant for [${javaText(value)}], expected one of [${choices.join(", ")}]`);
}

/** Whether two models produce compatible embeddings. */
export function sameEmbeddings(one: JsonObject, other: JsonObject): boolean {
  return ["task_type", "dimensions", "similarity", "element_type"].every(
    (key) => ownOf(one, key) === ownOf(other, key),
  );
}
