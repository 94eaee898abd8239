/** What requests of inference endpoints have in common. */
import { valueText } from "../../compat/value-text.ts";
import { contentParseException, tokenName } from "../../compat/body-reader.ts";
import { RequestError } from "../../compat/errors.ts";
import { parseTimeMs } from "../../compat/time-value.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import {
  type Asked,
  type Endpoint,
  type InferenceResult,
  statusError,
  TASK_TYPES,
  type TaskType,
} from "../../inference/endpoint.ts";
import type { OperationRequest, OperationResponse, Services } from "../operation.ts";
import { objectOf, requiredJson } from "./request-body.ts";

const MEMBERS: readonly string[] = [
  "input",
  "input_type",
  "task_settings",
  "query",
  "return_documents",
  "top_n",
  "timeout",
];
const INPUT_TYPES: readonly string[] = ["ingest", "search", "classification", "clustering"];

/** The task type that a path names; undefined: none, or any. Throws 400. */
export function taskOfPath({ parameters }: Pick<OperationRequest, "parameters">): TaskType | undefined {
  const { task_type: name } = parameters;
  if (name === undefined || name === "any" || name === "_all") return undefined;
  const found = TASK_TYPES.find((task) => task === name.toLowerCase());
  if (!found) throw statusError(400, `Unknown task_type [${name}]`);
  return found;
}

/** Milliseconds that a request may take. */
export function timeoutOf({ parameters }: Pick<OperationRequest, "parameters">): number {
  return parseTimeMs(parameters["timeout"] ?? "30s", "timeout");
}

/** Throws 400 where an endpoint is of another task. */
export function checkTask(asked: TaskType | undefined, { taskType }: Endpoint): void {
  if (asked === undefined || asked === taskType) return;
  throw statusError(
    400,
    `Requested task type [${asked}] does not match the inference endpoint's task type [${taskType}]`,
  );
}

/** Asks the endpoint that a path names; `task`: that of the operation, or of the path. */
export async function inferenceAnswer(
  request: OperationRequest,
  services: Services,
  task: TaskType | undefined = taskOfPath(request),
): Promise<OperationResponse> {
  const { inference_id: id = "" } = request.parameters;
  const { asked, timeout } = readAsked(objectOf(await requiredJson(request)), task);
  const inference = await services.inference();
  const endpoint = inference.get(id);
  if (task !== undefined && task !== endpoint.taskType)
    throw statusError(
      400,
      `Incompatible task_type, the requested type [${task}] does not match the model type [${endpoint.taskType}]`,
    );
  const timeoutMs = timeout === undefined ? timeoutOf(request) : parseTimeMs(timeout, "timeout");
  return { status: 200, body: bodyOf(await inference.infer(endpoint, asked, timeoutMs)) };
}

function bodyOf(result: InferenceResult): JsonObject {
  return Object.fromEntries(Object.entries(result).map(([name, list]) => [name, [...list]]));
}

/** Throws RequestError 400. */
function readAsked(
  body: JsonObject,
  task: TaskType | undefined,
): { readonly asked: Asked; readonly timeout: string | undefined } {
  for (const key of Object.keys(body))
    if (!MEMBERS.includes(key))
      throw contentParseException(`[cluster:internal/xpack/inference] unknown field [${key}]`);
  const { input, query, task_settings: settings = {}, input_type: inputType, timeout } = body;
  const { return_documents: returnDocuments, top_n: topN } = body;
  if (!isJsonObject(settings)) throw wrongType("task_settings", settings);
  if (query !== undefined && typeof query !== "string") throw wrongType("query", query);
  if (returnDocuments !== undefined && typeof returnDocuments !== "boolean")
    throw wrongType("return_documents", returnDocuments);
  if (topN !== undefined && typeof topN !== "number") throw wrongType("top_n", topN);
  if (timeout !== undefined && typeof timeout !== "string") throw wrongType("timeout", timeout);
  const texts = textsOf(input);
  const type = inputType === undefined ? undefined : inputTypeOf(inputType);
  const asked: Asked = { input: texts, query, returnDocuments, topN, inputType: type, taskSettings: settings };
  checkAsked(asked, task);
  return { asked, timeout };
}

function checkAsked({ query, returnDocuments, topN, inputType }: Asked, task: TaskType | undefined): void {
  if (task === "rerank") {
    if (query === undefined) throw invalid("Field [query] cannot be null for task type [rerank]");
    if (query === "") throw invalid("Field [query] cannot be empty for task type [rerank]");
  } else if (task !== undefined) {
    if (returnDocuments !== undefined)
      throw invalid(`Field [return_documents] cannot be specified for task type [${task}]`);
    if (topN !== undefined) throw invalid(`Field [top_n] cannot be specified for task type [${task}]`);
  }
  const isEmbedding = task === "text_embedding" || task === "sparse_embedding";
  if (isEmbedding && query !== undefined) throw invalid(`Field [query] cannot be specified for task type [${task}]`);
  if (inputType !== undefined && task !== undefined && task !== "text_embedding")
    throw invalid(`Field [input_type] cannot be specified for task type [${task}]`);
}

function textsOf(input: Json | undefined): string[] {
  if (input === undefined || input === null) throw invalid("Field [input] cannot be null");
  const texts = Array.isArray(input) ? input : [input];
  if (texts.length === 0) throw invalid("Field [input] cannot be an empty array");
  return texts.map((text) => {
    if (typeof text === "object" && text !== null) throw wrongType("input", text);
    return valueText(text);
  });
}

function inputTypeOf(value: Json): string {
  const name = valueText(value).toLowerCase();
  if (INPUT_TYPES.includes(name)) return name;
  throw new RequestError(400, "status_exception", `Unrecognized input_type [${valueText(value)}]`);
}

function wrongType(name: string, value: Json): RequestError {
  return contentParseException(
    `[cluster:internal/xpack/inference] ${name} doesn't support values of type: ${tokenName(value)}`,
  );
}

function invalid(problem: string): RequestError {
  return new RequestError(400, "action_request_validation_exception", `Validation Failed: 1: ${problem};`);
}
