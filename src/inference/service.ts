/** The interface of a service: one documented name, one file of `services/`, one line in `services.ts`. */
import type { JsonObject } from "../core/json.ts";
import type { Asked, InferenceResult, TaskType } from "./endpoint.ts";
import type { HttpCaller } from "./http-caller.ts";
import type { SettingsReader } from "./settings-reader.ts";

/** A documented service. */
export interface InferenceService {
  readonly name: string;
  readonly tasks: readonly TaskType[];
  /** Texts that one request takes for embeddings. */
  readonly mostInputs: number;
  /** Reads `service_settings`; what is wrong with them is told by the reader. */
  read(task: TaskType, settings: SettingsReader): ServiceSettings;
  /** Reads `task_settings`, also those of a request. */
  readTask(task: TaskType, settings: SettingsReader): JsonObject;
  /** Asks it. Throws RequestError. */
  infer(endpoint: OpenEndpoint, asked: Asked, http: HttpCaller): Promise<InferenceResult>;
}

/** What was read. */
export interface ServiceSettings {
  readonly shown: JsonObject;
  /** Encrypted, and never shown. */
  readonly secrets: JsonObject;
}

/** An endpoint that is to answer, with its secrets. */
export interface OpenEndpoint {
  readonly id: string;
  readonly taskType: TaskType;
  readonly settings: JsonObject;
  readonly secrets: JsonObject;
}
