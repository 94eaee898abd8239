/** What a transform is asked to do: read from its body, and refused where it cannot be (`TransformConfig`). */
import { illegalArgument, RequestError } from "../../../compat/errors.ts";
import { validationFailed } from "../../../compat/validation-failed.ts";
import { parseTimeMs } from "../../../compat/time-value.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../core/json.ts";
import { ownOf } from "../../../core/names.ts";

/** Documents of a page, where nothing else is said. */
export const DEFAULT_PAGE = 500;
const MOST_PAGE = 65_536;
const DEFAULT_FREQUENCY = "1m";
const LEAST_FREQUENCY_MS = 1_000;
const MOST_FREQUENCY_MS = 3_600_000;
const DEFAULT_RETRIES = 10;

/** Keys of a body. */
const KEYS = [
  "id",
  "source",
  "dest",
  "frequency",
  "sync",
  "pivot",
  "latest",
  "description",
  "settings",
  "_meta",
  "retention_policy",
];
const SETTINGS = [
  "max_page_search_size",
  "docs_per_second",
  "dates_as_epoch_millis",
  "align_checkpoints",
  "use_point_in_time",
  "deduce_mappings",
  "num_failure_retries",
  "unattended",
];

/** A transform, ready to run. `definition`: as it is shown. */
export interface TransformConfig {
  readonly definition: JsonObject;
  readonly source: { readonly index: readonly string[]; readonly query: JsonObject; readonly runtime: JsonObject };
  readonly dest: { readonly index: string; readonly pipeline: string | undefined };
  readonly frequencyMs: number;
  /** Undefined: it runs once. */
  readonly sync: { readonly field: string; readonly delayMs: number } | undefined;
  readonly retention: { readonly field: string; readonly maxAgeMs: number } | undefined;
  readonly pivot: { readonly groupBy: JsonObject; readonly aggregations: JsonObject } | undefined;
  readonly latest: { readonly keys: readonly string[]; readonly sort: string } | undefined;
  readonly pageSize: number;
  readonly docsPerSecond: number;
  readonly epochMillis: boolean;
  readonly deducesMappings: boolean;
  readonly retries: number;
  /** Whether all pages of a checkpoint see the sources as they were at its beginning. */
  readonly usesPointInTime: boolean;
  /** Goes on whatever happens, and finds out what is missing when it runs. */
  readonly isUnattended: boolean;
}

/** Throws 400 for an id that cannot be. */
export function checkTransformId(id: string): void {
  if (!/^[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?$/.test(id))
    throw validationFailed([
      `Invalid id; '${id}' can contain lowercase alphanumeric (a-z and 0-9), hyphens, and underscores; must start and end with alphanumeric`,
    ]);
  if (id.length > 64) throw validationFailed([`The id cannot contain more than 64 characters.`]);
}

/** Reads a body. Throws 400. */
export function readTransform(body: JsonObject): TransformConfig {
  for (const key of Object.keys(body)) if (!KEYS.includes(key)) throw unknown("data_frame_transform_config", key);
  const source = object(body, "source") ?? missing("source");
  const dest = object(body, "dest");
  const settings = object(body, "settings") ?? {};
  for (const key of Object.keys(settings)) if (!SETTINGS.includes(key)) throw unknown("transform_config_settings", key);
  const pivot = readPivot(object(body, "pivot"));
  const latest = readLatest(object(body, "latest"));
  if (!pivot && !latest) throw illegalArgument("Transform configuration must specify exactly 1 function");
  if (pivot && latest) throw illegalArgument("Transform configuration must specify exactly 1 function");
  const indices = source["index"];
  const index = (Array.isArray(indices) ? indices : [indices]).filter((one) => typeof one === "string" && one !== "");
  if (index.length === 0) missing("index");
  return {
    definition: definitionOf(body, source, index as string[]),
    source: {
      index: index as string[],
      query: object(source, "query") ?? { match_all: {} },
      runtime: object(source, "runtime_mappings") ?? {},
    },
    dest: { index: text(dest ?? {}, "index") ?? "", pipeline: text(dest ?? {}, "pipeline") },
    frequencyMs: frequencyOf(text(body, "frequency") ?? DEFAULT_FREQUENCY),
    sync: readSync(object(body, "sync")),
    retention: readRetention(object(body, "retention_policy")),
    pivot,
    latest,
    ...readSettings(settings),
  };
}

function definitionOf(body: JsonObject, source: JsonObject, index: readonly string[]): JsonObject {
  const { id: _id, source: _source, ...rest } = body;
  return {
    source: { ...source, index: [...index], query: object(source, "query") ?? { match_all: {} } },
    ...rest,
    settings: object(body, "settings") ?? {},
  };
}

function readSettings(
  settings: JsonObject,
): Pick<
  TransformConfig,
  "pageSize" | "docsPerSecond" | "epochMillis" | "deducesMappings" | "retries" | "usesPointInTime" | "isUnattended"
> {
  const pageSize = number(settings, "max_page_search_size") ?? DEFAULT_PAGE;
  if (pageSize < 10 || pageSize > MOST_PAGE)
    throw validationFailed([
      `settings.max_page_search_size [${pageSize}] must be greater than 10 and less than ${MOST_PAGE}`,
    ]);
  const docsPerSecond = number(settings, "docs_per_second") ?? -1;
  const isUnattended = flag(settings, "unattended", false);
  const retries = number(settings, "num_failure_retries") ?? (isUnattended ? -1 : DEFAULT_RETRIES);
  if (retries < -1 || retries > 100)
    throw validationFailed([
      `settings.num_failure_retries [${retries}] must be greater than or equal to -1 and less than or equal to 100`,
    ]);
  if (isUnattended && retries !== -1)
    throw validationFailed([
      `settings.num_failure_retries [${retries}] can not be set in unattended mode, unattended retries indefinitely`,
    ]);
  return {
    pageSize,
    docsPerSecond: docsPerSecond > 0 ? docsPerSecond : Number.POSITIVE_INFINITY,
    epochMillis: flag(settings, "dates_as_epoch_millis", false),
    deducesMappings: flag(settings, "deduce_mappings", true),
    usesPointInTime: flag(settings, "use_point_in_time", true),
    isUnattended,
    retries: retries === -1 ? Number.POSITIVE_INFINITY : retries,
  };
}

function readPivot(pivot: JsonObject | undefined): TransformConfig["pivot"] {
  if (!pivot) return undefined;
  const { group_by: groupBy = null, aggregations = null, aggs = null, ...rest } = pivot;
  const [left] = Object.keys(rest);
  if (left !== undefined) throw unknown("data_frame_transform_pivot", left);
  if (aggregations !== null && aggs !== null)
    throw illegalArgument("Found two aggregation definitions: [aggs] and [aggregations]");
  const given = aggregations ?? aggs;
  if (!isJsonObject(groupBy) || Object.keys(groupBy).length === 0)
    throw illegalArgument("pivot.groups must not be null");
  if (!isJsonObject(given)) throw illegalArgument("Required [aggregations]");
  return { groupBy, aggregations: given };
}

function readLatest(latest: JsonObject | undefined): TransformConfig["latest"] {
  if (!latest) return undefined;
  const { unique_key: keys = null, sort = null } = latest;
  if (!Array.isArray(keys) || keys.length === 0 || !keys.every((key) => typeof key === "string" && key !== ""))
    throw validationFailed(["latest.unique_key must be non-empty"]);
  if (typeof sort !== "string" || sort === "") throw validationFailed(["latest.sort must be non-empty"]);
  return { keys: keys as string[], sort };
}

function readSync(sync: JsonObject | undefined): TransformConfig["sync"] {
  if (!sync) return undefined;
  const time = object(sync, "time") ?? missing("time");
  return {
    field: text(time, "field") ?? missing("field"),
    delayMs: parseTimeMs(text(time, "delay") ?? "60s", "delay"),
  };
}

function readRetention(policy: JsonObject | undefined): TransformConfig["retention"] {
  if (!policy) return undefined;
  const time = object(policy, "time") ?? missing("time");
  const maxAgeMs = parseTimeMs(text(time, "max_age") ?? missing("max_age"), "max_age");
  if (maxAgeMs < 60_000) throw validationFailed([`retention_policy.time.max_age must be greater than 60s`]);
  return { field: text(time, "field") ?? missing("field"), maxAgeMs };
}

function frequencyOf(given: string): number {
  const ms = parseTimeMs(given, "frequency");
  if (ms < LEAST_FREQUENCY_MS) throw validationFailed([`minimum permitted [frequency] is [1s]`]);
  if (ms > MOST_FREQUENCY_MS) throw validationFailed([`highest permitted [frequency] is [1h]`]);
  return ms;
}

function object(body: JsonObject, key: string): JsonObject | undefined {
  const value = ownOf(body, key) ?? null;
  if (value === null) return undefined;
  if (isJsonObject(value)) return value;
  throw wrong(key, value);
}

function text(body: JsonObject, key: string): string | undefined {
  const value = ownOf(body, key) ?? null;
  if (value === null) return undefined;
  if (typeof value === "string") return value;
  throw wrong(key, value);
}

function number(body: JsonObject, key: string): number | undefined {
  const value = ownOf(body, key) ?? null;
  if (value === null) return undefined;
  if (typeof value === "number") return value;
  throw wrong(key, value);
}

function flag(body: JsonObject, key: string, otherwise: boolean): boolean {
  const value = ownOf(body, key) ?? null;
  if (value === null) return otherwise;
  if (typeof value === "boolean") return value;
  throw wrong(key, value);
}

function missing(key: string): never {
  throw illegalArgument(`Required [${key}]`);
}

function wrong(key: string, value: Json): RequestError {
  const type = Array.isArray(value) ? "START_ARRAY" : isJsonObject(value) ? "START_OBJECT" : "VALUE";
  return new RequestError(
    400,
    "x_content_parse_exception",
    `[data_frame_transform_config] ${key} doesn't support values of type: ${type}`,
  );
}

function unknown(what: string, key: string): RequestError {
  return new RequestError(400, "x_content_parse_exception", `[1:1] [${what}] unknown field [${key}]`);
}
