/** Reads the body of an endpoint that is made or changed. */
import { valueText } from "../compat/value-text.ts";
import type { RequestError } from "../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { readChunkingSettings } from "../mapping/semantic/chunking-settings.ts";
import { type Endpoint, statusError, TASK_TYPES, type TaskType } from "./endpoint.ts";
import type { InferenceService } from "./service.ts";
import { SettingsReader } from "./settings-reader.ts";

/** What a body says. */
export interface ReadEndpoint {
  readonly task: TaskType;
  readonly service: InferenceService;
  readonly settings: JsonObject;
  readonly secrets: JsonObject;
  readonly taskSettings: JsonObject;
  readonly chunkingSettings: JsonObject | undefined;
}

const DEFAULT_CHUNKING: JsonObject = { strategy: "sentence", max_chunk_size: 250, sentence_overlap: 1 };

/** Throws RequestError 400. */
export function readEndpoint(
  taskOfPath: TaskType | undefined,
  body: JsonObject,
  serviceOf: (name: string) => InferenceService,
): ReadEndpoint {
  const { service: name, task_type: taskOfBody, service_settings: settings, ...rest } = body;
  if (name === undefined || name === null) throw statusError(400, "Model configuration is missing a service");
  const service = serviceOf(valueText(name));
  const task = taskOf(taskOfPath, taskOfBody);
  const { task_settings: taskSettings, chunking_settings: chunking, ...unknown } = rest;
  if (!service.tasks.includes(task)) throw unsupportedTask(service.name, task);
  const given = settingsOf(settings, "service_settings", true);
  const reader = new SettingsReader(given, "service_settings");
  const { shown, secrets } = service.read(task, reader);
  reader.end(service.name);
  const ofTask = new SettingsReader(settingsOf(taskSettings, "task_settings", false), "task_settings");
  const own = service.readTask(task, ofTask);
  ofTask.end(service.name);
  const isDivided = task === "text_embedding" || task === "sparse_embedding";
  if (chunking !== undefined && !isDivided) unknown["chunking_settings"] = chunking;
  new SettingsReader(unknown, "").end(service.name);
  return {
    task,
    service,
    settings: shown,
    secrets,
    taskSettings: own,
    chunkingSettings: isDivided
      ? chunking === undefined
        ? DEFAULT_CHUNKING
        : readChunkingSettings(chunking)
      : undefined,
  };
}

/** What an update changes. */
export interface ReadUpdate {
  readonly settings: JsonObject;
  readonly secrets: JsonObject;
  readonly taskSettings: JsonObject;
}

/** Throws RequestError 400. */
export function readUpdate(
  { serviceSettings, taskSettings, taskType }: Endpoint,
  secrets: JsonObject,
  given: { readonly taskType: TaskType | undefined; readonly body: JsonObject; readonly service: InferenceService },
): ReadUpdate {
  const { service_settings: settings, task_settings: ofTask, task_type: taskOfBody, ...unknown } = given.body;
  const [other] = Object.keys(unknown);
  if (other !== undefined) throw statusError(400, `unknown setting [${other}]`);
  if (settings === undefined && ofTask === undefined)
    throw statusError(400, "Request body is empty or contains no updatable settings");
  const asked = given.taskType ?? (taskOfBody === undefined ? undefined : taskOf(undefined, taskOfBody));
  if (asked !== undefined && asked !== taskType)
    throw statusError(400, `Task type must match the task type of the existing endpoint`);
  const changed = settingsOf(settings, "service_settings", false);
  // What is not said stays: it is read once more together with what is.
  const { dimensions_set_by_user: isByUser, dimensions, ...kept } = serviceSettings;
  const before = isByUser === true && dimensions !== undefined ? { ...kept, dimensions } : kept;
  const reader = new SettingsReader({ ...before, ...secrets, ...changed }, "service_settings");
  const read = given.service.read(taskType, reader);
  reader.end(given.service.name);
  const taskReader = new SettingsReader(settingsOf(ofTask, "task_settings", false), "task_settings");
  const own = given.service.readTask(taskType, taskReader);
  taskReader.end(given.service.name);
  return { settings: read.shown, secrets: read.secrets, taskSettings: { ...taskSettings, ...own } };
}

function unsupportedTask(service: string, task: TaskType): RequestError {
  return statusError(400, `The [${service}] service does not support task type [${task}]`);
}

function settingsOf(value: Json | undefined, name: string, required: boolean): JsonObject {
  if (value === undefined && !required) return {};
  if (isJsonObject(value ?? null)) return value as JsonObject;
  throw statusError(
    400,
    value === undefined
      ? `Missing required settings [${name}]`
      : `field [${name}] is not of the expected type. The value [${JSON.stringify(value)}] cannot be converted to a [Map]`,
  );
}

/** Throws 400 where path and body do not agree, or say nothing. */
export function taskOf(ofPath: TaskType | undefined, ofBody: Json | undefined): TaskType {
  const named = ofBody === undefined ? undefined : taskNamed(valueText(ofBody));
  if (ofPath !== undefined && named !== undefined && ofPath !== named)
    throw statusError(
      400,
      `Cannot resolve conflicting task_type parameter in the request URL [${ofPath}] and the request body [${named}]`,
    );
  const task = ofPath ?? named;
  if (task === undefined) throw statusError(400, "model is missing required setting [task_type]");
  return task;
}

/** A task type by its name. Throws 400. */
export function taskNamed(name: string): TaskType {
  const found = TASK_TYPES.find((task) => task === name.toLowerCase());
  if (!found) throw statusError(400, `Unknown task_type [${name}]`);
  return found;
}
