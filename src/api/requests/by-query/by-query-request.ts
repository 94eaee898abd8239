/** What delete_by_query is asked: the body and the parameters (`AbstractBulkByQueryRestHandler`). */
import { illegalArgument, RequestError } from "../../../compat/errors.ts";
import { parseTimeMs } from "../../../compat/time-value.ts";
import { valueText } from "../../../compat/value-text.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../core/json.ts";
import { ownOf } from "../../../core/names.ts";
import { validationError } from "../../../documents/write/write-validation.ts";
import { booleanParameter, integerParameter } from "../../../http/parameters.ts";
import type { OperationRequest } from "../../operation.ts";
import { optionalObject } from "../request-body.ts";
import { activeShardCount } from "../../targets/write-parameters.ts";

/** One of several parts that hits are cut into. */
export interface Slice {
  readonly id: number;
  readonly max: number;
}

/** What is asked, checked. */
export interface ByQueryRequest {
  /** The body of the search that finds the documents, without what is not its business. */
  readonly search: JsonObject;
  /** The parameters of that search. */
  readonly searchParameters: Readonly<Record<string, string>>;
  /** Whether to go on behind version conflicts. */
  readonly proceeds: boolean;
  /** Infinity: all. */
  readonly maxDocs: number;
  readonly batchSize: number;
  /** Per shard; Infinity: never. */
  readonly terminateAfter: number;
  readonly slices: number | "auto";
  /** The part of the hits that this request alone is about. */
  readonly slice: Slice | undefined;
  /** Infinity: as fast as it goes. */
  readonly requestsPerSecond: number;
  readonly refresh: boolean;
  /** Undefined: what the index says. */
  readonly waitForActiveShards: number | "all" | undefined;
  readonly timeout: string;
  /** So long the searched states of the shards are held for the next page. */
  readonly keepAliveMs: number;
  readonly waitForCompletion: boolean;
}

const DEFAULT_BATCH_SIZE = 1000;
const DEFAULT_KEEP_ALIVE = "5m";
/** Elasticsearch looks once a minute for what nobody asked for in time (`search.keep_alive_interval`). */
const LEAST_KEEP_ALIVE_MS = 60_000;
/** Keys of the body that the search does not get. */
const OWN_KEYS = new Set(["conflicts", "max_docs", "slice", "size", "from"]);
const SEARCH_PARAMETERS = ["q", "df", "analyzer", "analyze_wildcard", "default_operator", "lenient", "search_type"];

/** Reads all of it. Throws 400 in Elasticsearch's words. */
export async function readByQueryRequest(request: OperationRequest): Promise<ByQueryRequest> {
  const { parameters } = request;
  if (parameters["_slice"] !== undefined) throw illegalArgument("[_slice] is not supported by this server yet");
  const body = (await optionalObject(request)) ?? {};
  for (const name of ["version", "request_cache"]) booleanParameter(parameters, name, false);
  const keepAliveMs = Math.max(parseTimeMs(parameters["scroll"] ?? DEFAULT_KEEP_ALIVE, "scroll"), LEAST_KEEP_ALIVE_MS);
  const timeout = parameters["timeout"] ?? "1m";
  parseTimeMs(timeout, "timeout");
  const waitForActiveShards = parameters["wait_for_active_shards"];
  const slices = slicesOf(parameters["slices"]);
  const asked: ByQueryRequest = {
    search: Object.fromEntries(Object.entries(body).filter(([key]) => !OWN_KEYS.has(key))),
    searchParameters: searchParameters(parameters),
    proceeds: proceeds(parameters["conflicts"] ?? body["conflicts"]),
    maxDocs: maxDocsOf(body["max_docs"] ?? undefined, integerParameter(parameters, "max_docs"), slices),
    batchSize: integerParameter(parameters, "scroll_size") ?? numberOf(body["size"]) ?? DEFAULT_BATCH_SIZE,
    terminateAfter: integerParameter(parameters, "terminate_after") || Number.POSITIVE_INFINITY,
    slices,
    slice: sliceOf(body["slice"] ?? undefined),
    requestsPerSecond: requestsPerSecondOf(parameters) ?? Number.POSITIVE_INFINITY,
    refresh: booleanParameter(parameters, "refresh", false),
    waitForActiveShards: waitForActiveShards === undefined ? undefined : activeShardCount(waitForActiveShards),
    timeout,
    keepAliveMs,
    waitForCompletion: booleanParameter(parameters, "wait_for_completion", true),
  };
  const failures = failuresOf(asked, body, parameters);
  if (failures.length > 0) throw validationError(failures);
  return asked;
}

/** `requests_per_second`; undefined when absent. Throws 400 for what is no rate. */
export function requestsPerSecondOf(parameters: Readonly<Record<string, string>>): number | undefined {
  const text = parameters["requests_per_second"];
  if (text === undefined) return undefined;
  const rate = Math.fround(text.trim() === "" ? Number.NaN : Number(text));
  if (rate === -1) return Number.POSITIVE_INFINITY;
  if (rate > 0) return rate;
  throw illegalArgument("[requests_per_second] must be a float greater than 0. Use -1 to disable throttling.");
}

function searchParameters(parameters: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const given = SEARCH_PARAMETERS.map((name) => [name, ownOf(parameters, name)] as const);
  const search = Object.fromEntries(given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
  const timeout = parameters["search_timeout"];
  return timeout === undefined ? search : { ...search, timeout };
}

function failuresOf(asked: ByQueryRequest, body: JsonObject, parameters: Readonly<Record<string, string>>): string[] {
  const failures: string[] = [];
  if (asked.batchSize === 0) failures.push("[size] cannot be [0] in a scroll context");
  if (body["from"] !== undefined || parameters["from"] !== undefined)
    failures.push("from is not supported in this context");
  if (body["stored_fields"] !== undefined) failures.push("stored_fields is not supported in this context");
  if (asked.slice && asked.slices !== 1)
    failures.push("can't specify both manual and automatic slicing at the same time");
  if (asked.search["query"] === undefined && asked.searchParameters["q"] === undefined)
    failures.push("query is missing");
  return failures;
}

function proceeds(conflicts: Json | undefined): boolean {
  if (conflicts === undefined || conflicts === null || conflicts === "abort") return false;
  if (conflicts === "proceed") return true;
  throw illegalArgument(`conflicts may only be "proceed" or "abort" but was [${valueText(conflicts)}]`);
}

function maxDocsOf(inBody: Json | undefined, parameter: number | undefined, slices: number | "auto"): number {
  const ofBody = numberOf(inBody);
  if (ofBody !== undefined && parameter !== undefined && ofBody !== parameter)
    throw illegalArgument(`[max_docs] set to two different values [${ofBody}] and [${parameter}]`);
  const maxDocs = parameter ?? ofBody;
  if (maxDocs === undefined) return Number.POSITIVE_INFINITY;
  if (maxDocs < 0) throw illegalArgument(`[max_docs] parameter cannot be negative, found [${maxDocs}]`);
  if (maxDocs < (slices === "auto" ? 1 : slices)) throw illegalArgument("[max_docs] should be >= [slices]");
  return maxDocs;
}

function numberOf(value: Json | undefined): number | undefined {
  if (value === undefined || value === null) return undefined;
  const number = typeof value === "object" ? Number.NaN : Math.trunc(Number(value));
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

function sliceOf(value: Json | undefined): Slice | undefined {
  if (value === undefined || value === null) return undefined;
  const id = isJsonObject(value) ? numberOf(value["id"]) : undefined;
  const max = isJsonObject(value) ? numberOf(value["max"]) : undefined;
  if (id === undefined || max === undefined) throw illegalArgument("[slice] needs an [id] and a [max]");
  if (id < 0) throw illegalArgument("id must be greater than or equal to 0");
  if (max <= 1) throw illegalArgument("max must be greater than 1");
  if (max <= id) throw illegalArgument("max must be greater than id");
  return { id, max };
}
