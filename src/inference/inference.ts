/** Inference endpoints: kept in the cluster state, their secrets encrypted, and asked. */
import { valueText } from "../compat/value-text.ts";
import { RequestError } from "../compat/errors.ts";
import { putCustom } from "../cluster/changes/put-custom.ts";
import type { ChangeSource } from "../cluster/cluster-change.ts";
import type { ClusterService } from "../cluster/cluster-service.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { type EmbeddedTexts, embedTexts } from "./embed-texts.ts";
import { predictedValues } from "./predicted-values.ts";
import { isJsonObject } from "../core/json.ts";
import { ownOf } from "../core/names.ts";
import {
  type Asked,
  type Endpoint,
  endpointNotFound,
  endpointOf,
  INFERENCE_ENDPOINTS,
  type InferenceResult,
  statusError,
  storedEndpoint,
  type TaskType,
} from "./endpoint.ts";
import type { HttpCalls } from "./http-caller.ts";
import { RateLimits } from "./rate-limits.ts";
import { readEndpoint, readUpdate } from "./read-endpoint.ts";
import type { InferenceService, OpenEndpoint } from "./service.ts";
import { SettingsReader } from "./settings-reader.ts";

/** What endpoints are made of. */
export interface InferenceParts {
  readonly cluster: Pick<ClusterService, "state" | "apply">;
  /** Encrypts with the key of the server. */
  readonly secrets: {
    seal(text: string, place: string): string;
    open(sealed: string, place: string): string;
  };
  readonly services: readonly InferenceService[];
  readonly http: HttpCalls;
  /** Milliseconds of the monotonic clock. */
  readonly now: () => number;
}

/** `InferenceAction.Request.DEFAULT_TIMEOUT` */
export const DEFAULT_TIMEOUT_MS = 30_000;

export class Inference {
  readonly #parts: InferenceParts;
  readonly #limits: RateLimits;

  constructor(parts: InferenceParts) {
    this.#parts = parts;
    this.#limits = new RateLimits(parts.now);
  }

  /** Undefined: there is none. */
  find(id: string): Endpoint | undefined {
    const stored = ownOf(ownOf(this.#parts.cluster.state.customs, INFERENCE_ENDPOINTS), id);
    return stored && endpointOf(id, stored);
  }

  /** Throws 404. */
  get(id: string): Endpoint {
    const found = this.find(id);
    if (!found) throw endpointNotFound(id);
    return found;
  }

  /** By id. */
  all(): Endpoint[] {
    return Object.entries(ownOf(this.#parts.cluster.state.customs, INFERENCE_ENDPOINTS) ?? {})
      .map(([id, stored]) => endpointOf(id, stored))
      .sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  /** Makes an endpoint, once its service answers. Throws RequestError. */
  async put(id: string, { taskType, body, timeoutMs }: PutEndpoint, source: ChangeSource): Promise<Endpoint> {
    this.#refuseTaken(id);
    const { task, ...read } = readEndpoint(taskType, body, (name) => this.#service(name));
    const place = { id, taskType: task, service: read.service.name };
    const tried = await this.#tried(
      read.service,
      { ...place, settings: read.settings, secrets: read.secrets },
      timeoutMs,
    );
    // Another request may have made it meanwhile.
    this.#refuseTaken(id);
    const endpoint: Endpoint = {
      ...place,
      serviceSettings: tried,
      taskSettings: read.taskSettings,
      chunkingSettings: read.chunkingSettings,
      secrets: this.#parts.secrets.seal(JSON.stringify(read.secrets), placeOf(id)),
    };
    await this.#store(id, storedEndpoint(endpoint), source);
    return endpoint;
  }

  /** Gives an endpoint other settings, once its service answers with them. Throws RequestError. */
  async update(id: string, { taskType, body, timeoutMs }: PutEndpoint, source: ChangeSource): Promise<Endpoint> {
    const before = this.get(id);
    const service = this.#service(before.service);
    const open = this.#open(before);
    const { settings, secrets, taskSettings } = readUpdate(before, open.secrets, { taskType, body, service });
    const tried = await this.#tried(service, { ...open, settings, secrets }, timeoutMs);
    const endpoint: Endpoint = {
      ...before,
      serviceSettings: tried,
      taskSettings,
      secrets: this.#parts.secrets.seal(JSON.stringify(secrets), placeOf(id)),
    };
    await this.#store(id, storedEndpoint(endpoint), source);
    return endpoint;
  }

  async delete(id: string, source: ChangeSource): Promise<void> {
    await this.#store(id, null, source);
    this.#limits.forget(id);
  }

  /** What an endpoint answers. Throws RequestError, 408 when that takes too long. */
  async infer(endpoint: Endpoint, asked: Asked, timeoutMs = DEFAULT_TIMEOUT_MS): Promise<InferenceResult> {
    const service = this.#service(endpoint.service);
    const reader = new SettingsReader(asked.taskSettings, "task_settings");
    const own = service.readTask(endpoint.taskType, reader);
    reader.end(service.name);
    return this.#ask(
      service,
      this.#open(endpoint),
      { ...asked, taskSettings: { ...endpoint.taskSettings, ...own } },
      timeoutMs,
    );
  }

  /** What processors of pipelines take of an endpoint: a value for each text. Throws RequestError. */
  async predict(id: string, inputs: readonly string[]): Promise<Json[]> {
    const endpoint = this.get(id);
    const inputType = endpoint.taskType === "text_embedding" ? "ingest" : undefined;
    return predictedValues(endpoint, await this.infer(endpoint, { input: inputs, inputType, taskSettings: {} }));
  }

  /** What an endpoint makes of texts of documents, chunk by chunk. Throws RequestError 404 where there is none. */
  async embed(id: string, inputs: readonly string[], chunking: JsonObject | undefined): Promise<EmbeddedTexts> {
    const endpoint = this.get(id);
    return embedTexts(endpoint, inputs, {
      chunking: chunking ?? endpoint.chunkingSettings,
      mostInputs: this.#service(endpoint.service).mostInputs,
      ask: (texts) => this.infer(endpoint, { input: texts, inputType: "ingest", taskSettings: {} }),
    });
  }

  #refuseTaken(id: string): void {
    if (this.find(id))
      throw new RequestError(400, "resource_already_exists_exception", `Inference endpoint [${id}] already exists`);
  }

  #service(name: string): InferenceService {
    const found = this.#parts.services.find((service) => service.name === name);
    if (!found) throw statusError(400, `Unknown service [${name}]`);
    return found;
  }

  #open({ id, taskType, serviceSettings, secrets }: Endpoint): OpenEndpoint {
    const opened: unknown = JSON.parse(this.#parts.secrets.open(secrets, placeOf(id)));
    return { id, taskType, settings: serviceSettings, secrets: opened as JsonObject };
  }

  async #store(id: string, value: JsonObject | null, source: ChangeSource): Promise<void> {
    await this.#parts.cluster.apply(source, putCustom(INFERENCE_ENDPOINTS, id, value));
  }

  /** The settings, with what an answer says of the model. */
  async #tried(service: InferenceService, endpoint: OpenEndpoint, timeoutMs: number): Promise<JsonObject> {
    const isRanking = endpoint.taskType === "rerank";
    const asked: Asked = { input: ["how big"], query: isRanking ? "test query" : undefined, taskSettings: {} };
    let result: InferenceResult;
    try {
      result = await this.#ask(service, endpoint, asked, timeoutMs);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const reason = "Could not complete inference endpoint creation as validation call to service threw an exception.";
      throw statusError(400, reason, error);
    }
    if (endpoint.taskType !== "text_embedding") return endpoint.settings;
    return { ...endpoint.settings, dimensions: dimensionsOf(endpoint, result) };
  }

  async #ask(
    service: InferenceService,
    endpoint: OpenEndpoint,
    asked: Asked,
    timeoutMs: number,
  ): Promise<InferenceResult> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), timeoutMs);
    try {
      await this.#limits.turn(endpoint.id, requestsPerMinute(endpoint), late.signal);
      return await service.infer(endpoint, asked, this.#parts.http.within(late.signal));
    } catch (error) {
      if (!late.signal.aborted) throw error;
      throw statusError(408, `Request timed out after [${timeoutMs / 1000}s]`);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** What a request says of an endpoint. */
export interface PutEndpoint {
  /** That of the path; undefined: the body has one. */
  readonly taskType: TaskType | undefined;
  readonly body: JsonObject;
  readonly timeoutMs: number;
}

function placeOf(id: string): string {
  return `inference endpoint ${id}`;
}

function requestsPerMinute({ settings }: OpenEndpoint): number {
  const { rate_limit: limit } = settings;
  return Number(isJsonObject(limit ?? null) ? (limit as JsonObject)["requests_per_minute"] : Infinity);
}

function dimensionsOf({ id, settings }: OpenEndpoint, result: InferenceResult): number {
  const [first] = result["text_embedding"] ?? [];
  const found = Array.isArray(first?.["embedding"]) ? first["embedding"].length : 0;
  const { dimensions: wanted } = settings;
  if (wanted === undefined || wanted === found) return found;
  throw statusError(
    400,
    `The retrieved embeddings size [${found}] does not match the size specified in the settings [${valueText(wanted)}]. Please recreate the [${id}] configuration with the correct dimensions`,
  );
}
