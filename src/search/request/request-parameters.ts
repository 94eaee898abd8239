/** The query string parameters of searches (`RestSearchAction`, `RestActions`). They win over the body. */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { sortParameter } from "../../hits/sort/parse-sort.ts";
import { termSuggestion } from "../../hits/suggest/parse-suggest.ts";
import { checkStoredFields } from "../../hits/fetch/fields-option.ts";
import { parseTimeMs } from "../../compat/time-value.ts";
import { withTiebreaker } from "./point-in-time.ts";
import { checkFrom, checkSize, checkTrackTotalHits, parseTimeout } from "./parse-request.ts";
import { type CompoundRetriever, isCompound } from "./retrieve/retriever.ts";
import { checkTerminateAfter } from "./search-limits.ts";
import { validationFailed } from "../../compat/validation-failed.ts";
import { parseNumberText } from "../../compat/request-text.ts";
import { DEFAULT_TRACK_TOTAL_HITS, type SearchRequest } from "./search-request.ts";
import { flag, list } from "../../compat/query-string.ts";
import { sourceParameters } from "../../hits/fetch/source-option.ts";

/** Query string parameters, unparsed. */
export type Parameters = Readonly<Record<string, string>>;

/** Applies all parameters of a search to the request. Throws 400 for a wrong value. */
export function applyParameters(target: SearchRequest, parameters: Parameters): void {
  const query = queryOfParameters(parameters);
  if (query !== undefined) target.query = query;
  applyPaging(target, parameters);
  applyShown(target, parameters);
  if (parameters.sort !== undefined && parameters.sort !== "") {
    const sort = sortParameter(parameters.sort);
    if (sort.length > 0) target.sort = sort;
  }
  if (parameters.search_type !== undefined) target.globalStatistics = parseSearchType(parameters.search_type);
  target.forceSyntheticSource = flag(parameters, "force_synthetic_source") ?? false;
  target.typedKeys = parameters.typed_keys !== undefined && parameters.typed_keys !== "false";
  target.allowPartialResults = flag(parameters, "allow_partial_search_results") ?? target.allowPartialResults;
  const mayBeMissing = flag(parameters, "ignore_unavailable") ?? false;
  target.indicesBoost = target.indicesBoost.map((boost) => ({ ...boost, mayBeMissing }));
  target.preFilterShardSize = atLeast(parameters, "pre_filter_shard_size", 1, "preFilterShardSize must be >= 1");
  const batched = atLeast(parameters, "batched_reduce_size", 2, "batchedReduceSize must be >= 2");
  target.batchedReduceSize = batched ?? target.batchedReduceSize;
  applySuggest(target, parameters);
  refuseUnavailable(parameters);
  checkWithoutEffect(parameters);
  applyTotals(target, parameters);
  if (target.pit) target.sort = withTiebreaker(target);
  checkTogether(target, parameters);
}

/** `{query_string: …}` of `q` and its companions; undefined without `q`. */
export function queryOfParameters(parameters: Parameters): Json | undefined {
  const analyzeWildcard = flag(parameters, "analyze_wildcard");
  const lenient = flag(parameters, "lenient");
  const operator = parameters.default_operator;
  const q = parameters.q;
  if (q === undefined) return undefined;
  if (operator !== undefined && !/^(and|or)$/i.test(operator)) {
    throw illegalArgument(`No enum constant org.elasticsearch.index.query.Operator.${operator.toUpperCase()}`);
  }
  const body: Record<string, Json> = { query: q };
  if (parameters.df !== undefined) body.default_field = parameters.df;
  if (parameters.analyzer !== undefined) body.analyzer = parameters.analyzer;
  if (analyzeWildcard !== undefined) body.analyze_wildcard = analyzeWildcard;
  if (lenient !== undefined) body.lenient = lenient;
  if (operator !== undefined) body.default_operator = operator.toLowerCase();
  return { query_string: body };
}

function applyPaging(target: SearchRequest, parameters: Parameters): void {
  const from = integer(parameters, "from");
  const size = integer(parameters, "size");
  const terminateAfter = integer(parameters, "terminate_after");
  if (from !== undefined) target.from = checkFrom(from);
  if (size !== undefined) target.size = checkSize(size);
  if (terminateAfter !== undefined) target.terminateAfter = checkTerminateAfter(terminateAfter);
  if (parameters.timeout !== undefined) target.timeoutMs = parseTimeout(parameters.timeout);
}

function applyShown(target: SearchRequest, parameters: Parameters): void {
  target.explain = flag(parameters, "explain") ?? target.explain;
  target.version = flag(parameters, "version") ?? target.version;
  target.seqNoPrimaryTerm = flag(parameters, "seq_no_primary_term") ?? target.seqNoPrimaryTerm;
  target.trackScores = flag(parameters, "track_scores") ?? target.trackScores;
  target.includeNamedQueriesScore = flag(parameters, "include_named_queries_score") ?? target.includeNamedQueriesScore;
  target.source = sourceParameters(parameters) ?? target.source;
  if (parameters.stored_fields !== undefined) target.storedFields = checkStoredFields(list(parameters.stored_fields));
  const docvalueFields = list(parameters.docvalue_fields);
  if (docvalueFields.length > 0)
    target.docvalueFields = docvalueFields.map((field) => ({ field, format: undefined, includeUnmapped: false }));
}

function applyTotals(target: SearchRequest, parameters: Parameters): void {
  const tracked = parameters.track_total_hits;
  if (tracked === "true" || tracked === "") target.trackTotalHits = Number.POSITIVE_INFINITY;
  else if (tracked === "false") target.trackTotalHits = 0;
  else if (tracked !== undefined)
    target.trackTotalHits = checkTrackTotalHits(integer(parameters, "track_total_hits") ?? DEFAULT_TRACK_TOTAL_HITS);
  target.totalHitsAsInt = flag(parameters, "rest_total_hits_as_int") ?? false;
  if (!target.totalHitsAsInt) return;
  if (target.trackTotalHits === DEFAULT_TRACK_TOTAL_HITS && tracked === undefined)
    target.trackTotalHits = Number.POSITIVE_INFINITY;
  if (Number.isFinite(target.trackTotalHits) && target.trackTotalHits !== 0) {
    throw illegalArgument(
      `[rest_total_hits_as_int] cannot be used if the tracking of total hits is not accurate, got ${target.trackTotalHits}`,
    );
  }
}

/** Whether `search_type` asks for statistics over all shards. */
export function parseSearchType(text: string): boolean {
  if (text === "dfs_query_then_fetch") return true;
  if (text === "query_then_fetch") return false;
  throw illegalArgument(`No search type for [${text}]`);
}

/** `suggest_field` asks for terms near a text, in the place of what the body asks for. */
function applySuggest(target: SearchRequest, parameters: Parameters): void {
  const { suggest_field: field, suggest_mode: mode, suggest_text: text = parameters.q } = parameters;
  if (field === undefined) {
    const given = ["suggest_text", "suggest_size", "suggest_mode"].filter(
      (name) => ownOf(parameters, name) !== undefined,
    );
    if (given.length === 0) return;
    const path = parameters.index === undefined ? "/_search" : `/${parameters.index}/_search`;
    throw illegalArgument(
      `request [${path}] contains parameters [${given.join(", ")}] but missing 'suggest_field' parameter.`,
    );
  }
  const size = integer(parameters, "suggest_size");
  const options = { ...(size === undefined ? {} : { size }), ...(mode === undefined ? {} : { suggest_mode: mode }) };
  target.suggest = [termSuggestion(field, text, options)];
}

/** What other issues bring. */
function refuseUnavailable(parameters: Parameters): void {
  if (parameters._slice !== undefined) throw illegalArgument("[_slice] is not supported by this server yet");
}

/**
 * Parameters that only steer how Elasticsearch spreads its work; here they have nothing to steer, but wrong values are
 * refused.
 */
function checkWithoutEffect(parameters: Parameters): void {
  atLeast(parameters, "max_concurrent_shard_requests", 1, "maxConcurrentShardRequests must be >= 1");
  for (const name of ["request_cache", "ccs_minimize_roundtrips", "ignore_throttled", "_source_exclude_vectors"])
    flag(parameters, name);
  checkPreference(parameters.preference);
}

/**
 * Names of `_` preferences; there is one copy of each shard, so all but `_shards` (resolved before) come to the same.
 */
export function checkPreference(preference: string | undefined): void {
  if (preference === undefined || !preference.startsWith("_")) return;
  const kind = preference.split(/[:|]/)[0] ?? "";
  if (!["_shards", "_prefer_nodes", "_local", "_only_local", "_only_nodes"].includes(kind))
    throw illegalArgument(`no Preference for [${preference}]`);
}

function atLeast(parameters: Parameters, name: string, least: number, reason: string): number | undefined {
  const value = integer(parameters, name);
  if (value !== undefined && value < least) throw illegalArgument(reason);
  return value;
}

/** A whole number; throws "Failed to parse int parameter [size] with value [abc]". */
export function integer(parameters: Parameters, name: string): number | undefined {
  return number(parameters, name, "int");
}

/** A decimal number. */
export function decimal(parameters: Parameters, name: string): number | undefined {
  return number(parameters, name, "float");
}

function number(parameters: Parameters, name: string, type: "int" | "float"): number | undefined {
  const text = ownOf(parameters, name);
  if (text === undefined) return undefined;
  try {
    const value = parseNumberText(text, type === "int");
    if (type === "float" || (/^[+-]?\d+$/.test(text) && Math.abs(value) <= 0x7fffffff)) return value;
    throw new RequestError(400, "number_format_exception", `For input string: "${text}"`);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw new RequestError(
      400,
      "illegal_argument_exception",
      `Failed to parse ${type} parameter [${name}] with value [${text}]`,
      { cause: error },
    );
  }
}

/** What only shows when all is known (`SearchRequest.validate`). */
function checkTogether(target: SearchRequest, parameters: Parameters): void {
  const failures: string[] = [];
  if (target.pit) failures.push(...besidePointInTime(parameters));
  // What the path and the parameters say wrongly is told alone.
  if (failures.length > 0) throw validationFailed(failures);
  const scrolls = parameters.scroll !== undefined;
  if (scrolls) failures.push(...besideScroll(target, parameters));
  if (target.retriever && isCompound(target.retriever)) {
    const isSized = target.body?.size !== undefined || parameters.size !== undefined;
    failures.push(...besideCompound(target.retriever, isSized ? target.size : 0, scrolls));
  }
  if (target.searchAfter !== undefined && target.from > 0)
    failures.push("[from] parameter must be set to 0 when [search_after] is used");
  if (target.storedFields?.[0] === "_none_" && target.source?.fetch)
    failures.push("[stored_fields] cannot be disabled if [_source] is requested");
  if (target.slice && !scrolls && !target.pit)
    failures.push("[slice] can only be used with [scroll] or [point-in-time] requests");
  if (failures.length > 0) throw validationFailed(failures);
}

/** What cannot go with a retriever of several. */
function besideCompound({ kind, window, windowName }: CompoundRetriever, size: number, scrolls: boolean): string[] {
  const failures: string[] = [];
  if (scrolls) failures.push(`cannot specify [${kind}] and [scroll]`);
  if (size > window)
    failures.push(`[${kind}] requires [${windowName}: ${window}] be greater than or equal to [size: ${size}]`);
  return failures;
}

/** What cannot go with a scroll. Throws for what is no time. */
function besideScroll(target: SearchRequest, parameters: Parameters): string[] {
  const failures: string[] = [];
  const tracked = target.body?.track_total_hits !== undefined || parameters.track_total_hits !== undefined;
  parseTimeMs(parameters.scroll ?? "", "scroll");
  if (tracked && target.trackTotalHits !== Number.POSITIVE_INFINITY)
    failures.push("disabling [track_total_hits] is not allowed in a scroll context");
  if (target.from > 0) failures.push("using [from] is not allowed in a scroll context");
  if (target.size === 0) failures.push("[size] cannot be [0] in a scroll context");
  if (target.rescore.length > 0) failures.push("using [rescore] is not allowed in a scroll context");
  if (target.searchAfter !== undefined) failures.push("[search_after] cannot be used in a scroll context");
  if (target.collapse) failures.push("cannot use `collapse` in a scroll context");
  if (parameters.request_cache === "true" || parameters.request_cache === "")
    failures.push("[request_cache] cannot be used in a scroll context");
  if (target.pit) failures.push("using [point in time] is not allowed in a scroll context");
  target.trackTotalHits = Number.POSITIVE_INFINITY;
  return failures;
}

/** What a point in time says already. */
function besidePointInTime(parameters: Parameters): string[] {
  if (flag(parameters, "ccs_minimize_roundtrips") === true)
    return ["[ccs_minimize_roundtrips] cannot be used with point in time"];
  const failures: string[] = [];
  if (parameters.index !== undefined)
    failures.push("[indices] cannot be used with point in time. Do not specify any index with point in time.");
  if (otherIndices(parameters)) failures.push("[indicesOptions] cannot be used with point in time");
  if (parameters.routing !== undefined) failures.push("[routing] cannot be used with point in time");
  if (parameters.preference !== undefined) failures.push("[preference] cannot be used with point in time");
  return failures;
}

/** Whether parameters choose indices otherwise than searches do without them. */
function otherIndices(parameters: Parameters): boolean {
  const { expand_wildcards: expanded } = parameters;
  return (
    flag(parameters, "ignore_unavailable") === true ||
    flag(parameters, "allow_no_indices") === false ||
    (expanded !== undefined && expanded !== "open")
  );
}
