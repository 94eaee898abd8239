/** Inference endpoints as the cluster state keeps them: which service answers, with what, and what is asked of them. */
import { valueText } from "../compat/value-text.ts";
import { RequestError } from "../compat/errors.ts";
import type { Json, JsonObject } from "../core/json.ts";

/** Where the cluster state keeps endpoints. */
export const INFERENCE_ENDPOINTS = "inference_endpoints";

export const TASK_TYPES = ["sparse_embedding", "text_embedding", "rerank", "completion"] as const;
export type TaskType = (typeof TASK_TYPES)[number];

/** One endpoint. Plain data; what is secret is encrypted. */
export interface Endpoint {
  readonly id: string;
  readonly taskType: TaskType;
  readonly service: string;
  readonly serviceSettings: JsonObject;
  readonly taskSettings: JsonObject;
  /** Undefined: texts of the task are not divided. */
  readonly chunkingSettings: JsonObject | undefined;
  /** Encrypted, bound to the id. */
  readonly secrets: string;
}

/** What is asked of an endpoint. */
export interface Asked {
  readonly input: readonly string[];
  /** Of a rerank: what the texts are compared with. */
  readonly query?: string | undefined;
  readonly returnDocuments?: boolean | undefined;
  readonly topN?: number | undefined;
  readonly inputType?: string | undefined;
  readonly taskSettings: JsonObject;
}

/** What an endpoint answers: one member, named as its task, with a list. */
export type InferenceResult = Readonly<Record<string, readonly JsonObject[]>>;

/** As the cluster state keeps it. */
export function storedEndpoint(endpoint: Endpoint): JsonObject {
  const { taskType, service, serviceSettings, taskSettings, chunkingSettings, secrets } = endpoint;
  return {
    task_type: taskType,
    service,
    service_settings: serviceSettings,
    task_settings: taskSettings,
    chunking_settings: chunkingSettings ?? null,
    secrets,
  };
}

export function endpointOf(id: string, stored: JsonObject): Endpoint {
  return {
    id,
    taskType: stored["task_type"] as TaskType,
    service: valueText(stored["service"] ?? ""),
    serviceSettings: stored["service_settings"] as JsonObject,
    taskSettings: stored["task_settings"] as JsonObject,
    chunkingSettings: (stored["chunking_settings"] ?? undefined) as JsonObject | undefined,
    secrets: valueText(stored["secrets"] ?? ""),
  };
}

/** As responses show it, without what is secret. */
export function shownEndpoint(endpoint: Endpoint): JsonObject {
  const { id, taskType, service, serviceSettings, taskSettings, chunkingSettings } = endpoint;
  const shown: Record<string, Json> = {
    inference_id: id,
    task_type: taskType,
    service,
    service_settings: withoutMarks(serviceSettings),
  };
  if (Object.keys(taskSettings).length > 0) shown.task_settings = taskSettings;
  if (chunkingSettings) shown.chunking_settings = chunkingSettings;
  return shown;
}

/** What only says where a setting came from is not shown. */
function withoutMarks(settings: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => name !== "dimensions_set_by_user"));
}

/** `ElasticsearchStatusException`. */
export function statusError(status: number, reason: string, cause?: RequestError): RequestError {
  return new RequestError(status, "status_exception", reason, cause ? { cause } : {});
}

export function endpointNotFound(id: string): RequestError {
  return new RequestError(404, "resource_not_found_exception", `Inference endpoint not found [${id}]`);
}
