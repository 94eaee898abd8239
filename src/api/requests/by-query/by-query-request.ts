/** What work by query is asked: the parameters, and what of them bodies may say (`AbstractBulkByQueryRestHandler`). */
import { illegalArgument, RequestError } from "../../../compat/errors.ts";
import { validationFailed } from "../../../compat/validation-failed.ts";
import { parseTimeMs } from "../../../compat/time-value.ts";
import { valueText } from "../../../compat/value-text.ts";
import type { Json, JsonObject } from "../../../core/json.ts";
import { ownOf } from "../../../core/names.ts";
import { booleanParameter, integerParameter } from "../../../http/parameters.ts";
import type { OperationRequest } from "../../operation.ts";
import { indexOptions, SEARCHED_INDICES } from "../../targets/index-options.ts";
import type { TargetChoice } from "../../targets/search-targets.ts";
import { activeShardCount } from "../../targets/write-parameters.ts";

type Parameters = Readonly<Record<string, string>>;

/** How the work goes. */
export interface ByQueryOptions {
  /** Whether to go on behind version conflicts. */
  readonly proceeds: boolean;
  /** Infinity: all. */
  readonly maxDocs: number;
  readonly batchSize: number;
  readonly slices: number | "auto";
  /** Infinity: as fast as it goes. */
  readonly requestsPerSecond: number;
  readonly refresh: boolean;
  /** Undefined: what the index says. */
  readonly waitForActiveShards: number | "all" | undefined;
  readonly timeout: string;
  /** So long the searched states of the shards are held at least. */
  readonly keepAliveMs: number;
  readonly waitForCompletion: boolean;
}

/** What is asked, checked. */
export interface ByQueryRequest extends ByQueryOptions {
  /** Where documents are looked for. */
  readonly choice: TargetChoice;
  /** The body of the search that finds the documents, without what is not its business. */
  readonly search: JsonObject;
  /** The parameters of that search. */
  readonly searchParameters: Parameters;
}

/** What a body may say beside the search. */
export interface BodyOptions {
  readonly conflicts?: Json | undefined;
  readonly maxDocs?: number | undefined;
  readonly size?: Json | undefined;
}

const DEFAULT_BATCH_SIZE = 1000;
const DEFAULT_KEEP_ALIVE = "5m";
/** Elasticsearch looks once a minute for what nobody asked for in time (`search.keep_alive_interval`). */
const LEAST_KEEP_ALIVE_MS = 60_000;
/** Keys of the body that the search does not get. */
const OWN_KEYS = new Set(["conflicts", "max_docs", "size", "from"]);
const SEARCH_PARAMETERS = [
  "q",
  "df",
  "analyzer",
  "analyze_wildcard",
  "default_operator",
  "lenient",
  "search_type",
  "sort",
  "stats",
  "terminate_after",
];

/**
 * Reads what changes the documents of an index where they are. `ownKeys`: keys of the body that are not the search's
 * either; `failures`: what else is wrong. Throws 400 in Elasticsearch's words.
 */
export function readByQueryRequest(
  { parameters }: OperationRequest,
  body: JsonObject,
  {
    ownKeys = [],
    failures = () => [],
  }: { ownKeys?: readonly string[]; failures?: (search: JsonObject) => string[] } = {},
): ByQueryRequest {
  if (parameters["_slice"] !== undefined) throw illegalArgument("[_slice] is not supported by this server yet");
  booleanParameter(parameters, "version", false);
  const maxDocs = maxDocsOf(body["max_docs"]);
  const options = readOptions(parameters, { conflicts: body["conflicts"], maxDocs, size: body["size"] });
  const search = Object.fromEntries(
    Object.entries(body).filter(([key]) => !OWN_KEYS.has(key) && !ownKeys.includes(key)),
  );
  checkRequest([
    ...searchFailures(body, parameters, options),
    ...failures(parameters["q"] === undefined ? search : { query: null, ...search }),
  ]);
  const choice = {
    expression: parameters["index"],
    options: indexOptions(parameters, SEARCHED_INDICES),
    routing: parameters["routing"] || undefined,
    preference: parameters["preference"],
  };
  return { ...options, choice, search, searchParameters: searchParameters(parameters) };
}

/** Reads the options that all work by query shares. Throws 400. */
export function readOptions(parameters: Parameters, body: BodyOptions): ByQueryOptions {
  const keepAliveMs = Math.max(parseTimeMs(parameters["scroll"] ?? DEFAULT_KEEP_ALIVE, "scroll"), LEAST_KEEP_ALIVE_MS);
  const timeout = parameters["timeout"] ?? "1m";
  parseTimeMs(timeout, "timeout");
  const waitForActiveShards = parameters["wait_for_active_shards"];
  const slices = slicesOf(parameters["slices"]);
  return {
    proceeds: proceeds(parameters["conflicts"] ?? body.conflicts),
    maxDocs: wantedDocs(body.maxDocs, maxDocsOf(parameters["max_docs"]), slices),
    batchSize: integerParameter(parameters, "scroll_size") ?? numberOf(body.size) ?? DEFAULT_BATCH_SIZE,
    slices,
    requestsPerSecond: requestsPerSecondOf(parameters) ?? Number.POSITIVE_INFINITY,
    refresh: booleanParameter(parameters, "refresh", false),
    waitForActiveShards: waitForActiveShards === undefined ? undefined : activeShardCount(waitForActiveShards),
    timeout,
    keepAliveMs,
    waitForCompletion: booleanParameter(parameters, "wait_for_completion", true),
  };
}

/** What is wrong with the search of any work by query. */
export function searchFailures(search: JsonObject, parameters: Parameters, options: ByQueryOptions): string[] {
  const failures: string[] = [];
  const from = numberOf(parameters["from"] ?? search["from"]);
  if (search["track_total_hits"] === false)
    failures.push("disabling [track_total_hits] is not allowed in a scroll context");
  if (from !== undefined && from > 0) failures.push("using [from] is not allowed in a scroll context");
  if (options.batchSize === 0) failures.push("[size] cannot be [0] in a scroll context");
  if (booleanParameter(parameters, "request_cache", false))
    failures.push("[request_cache] cannot be used in a scroll context");
  if (from !== undefined) failures.push("from is not supported in this context");
  if (search["stored_fields"] !== undefined) failures.push("stored_fields is not supported in this context");
  if ((search["slice"] ?? null) !== null && options.slices !== 1)
    failures.push("can't specify both manual and automatic slicing at the same time");
  return failures;
}

/** Throws 400 where something is wrong. */
export function checkRequest(failures: readonly string[]): void {
  if (failures.length > 0) throw validationFailed([...failures]);
}

/** `requests_per_second`; undefined when absent. Throws 400 for what is no rate. */
export function requestsPerSecondOf(parameters: Parameters): number | undefined {
  const text = parameters["requests_per_second"];
  if (text === undefined) return undefined;
  const rate = Math.fround(text.trim() === "" ? Number.NaN : Number(text));
  if (rate === -1) return Number.POSITIVE_INFINITY;
  if (rate > 0) return rate;
  throw illegalArgument("[requests_per_second] must be a float greater than 0. Use -1 to disable throttling.");
}

/** `conflicts`. Throws 400. */
export function proceeds(conflicts: Json | undefined): boolean {
  if (conflicts === undefined || conflicts === null || conflicts === "abort") return false;
  if (conflicts === "proceed") return true;
  throw illegalArgument(`conflicts may only be "proceed" or "abort" but was [${valueText(conflicts)}]`);
}

/** `max_docs`, of a body or of the parameters. Throws 400 for a negative one. */
export function maxDocsOf(value: Json | undefined): number | undefined {
  const maxDocs = numberOf(value);
  if (maxDocs === undefined || maxDocs >= 0) return maxDocs;
  throw illegalArgument(`[max_docs] parameter cannot be negative, found [${maxDocs}]`);
}

function wantedDocs(inBody: number | undefined, parameter: number | undefined, slices: number | "auto"): number {
  if (inBody !== undefined && parameter !== undefined && inBody !== parameter)
    throw illegalArgument(`[max_docs] set to two different values [${inBody}] and [${parameter}]`);
  const maxDocs = parameter ?? inBody ?? Number.POSITIVE_INFINITY;
  if (maxDocs < (slices === "auto" ? 1 : slices)) throw illegalArgument("[max_docs] should be >= [slices]");
  return maxDocs;
}

function searchParameters(parameters: Parameters): Parameters {
  const given = SEARCH_PARAMETERS.map((name) => [name, ownOf(parameters, name)] as const);
  const search = Object.fromEntries(given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
  const timeout = parameters["search_timeout"];
  return timeout === undefined ? search : { ...search, timeout };
}

function numberOf(value: Json | undefined): number | undefined {
  if (value === undefined || value === null) return undefined;
  const number = typeof value === "object" || value === "" ? Number.NaN : Math.trunc(Number(value));
  if (!Number.isFinite(number)) throw illegalArgument(`Failed to parse value [${valueText(value)}] as a number`);
  return number;
}

function slicesOf(text: string | undefined): number | "auto" {
  if (text === undefined) return 1;
  if (text === "auto") return "auto";
  const slices = /^[+-]?\d{1,10}$/.test(text) ? Number(text) : undefined;
  if (slices !== undefined && slices >= 1 && slices <= 0x7fffffff) return slices;
  const cause =
    slices === undefined ? new RequestError(400, "number_format_exception", `For input string: "${text}"`) : undefined;
  const reason = `[slices] must be a positive integer or the string "auto", but was [${text}]`;
  throw new RequestError(400, "illegal_argument_exception", reason, { cause });
}
