/** Reads the body of a search (`SearchSourceBuilder.parseXContent`). */
import { tokenName } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { valueText } from "../../compat/value-text.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { parseTimeMs } from "../../compat/time-value.ts";
import { parseHighlight } from "../../hits/highlight/highlight-options.ts";
import { parseRescore } from "../../hits/rescore/parse-rescore.ts";
import { parseSort } from "../../hits/sort/parse-sort.ts";
import { checkStoredFields, parseFieldList } from "../../hits/fetch/fields-option.ts";
import { RequestText } from "../../compat/request-text.ts";
import { emptyRequest, type IndexBoost, type SearchRequest } from "./search-request.ts";
import { parseScriptFields } from "../../hits/fetch/script-fields-option.ts";
import { parseSourceOption } from "../../hits/fetch/source-option.ts";
import { parseSuggest } from "../../hits/suggest/parse-suggest.ts";
import { parseSlice } from "../slice/slice-spec.ts";
import { type CollapseSpec, parseCollapse } from "./collapse.ts";
import { applyRank, parseRank } from "./retrieve/rank.ts";
import { applyRetriever } from "./retrieve/retriever-request.ts";
import { parseRetriever } from "./retrieve/retrievers.ts";
import { validationFailed } from "../../compat/validation-failed.ts";
import { checkTerminateAfter, parseSearchAfter } from "./search-limits.ts";
import { parsePointInTime } from "./point-in-time.ts";

/** Reads one key of the body into the request. */
type KeyReader = (target: SearchRequest, request: RequestText, key: string) => void;

/** Keys with a text, number or boolean. */
const VALUE_KEYS: Readonly<Record<string, KeyReader>> = {
  from: (target, request, key) => void (target.from = checkFrom(request.number(request.body, key, true))),
  size: (target, request, key) => void (target.size = checkSize(request.number(request.body, key, true))),
  timeout: (target, request, key) => void (target.timeoutMs = parseTimeout(valueText(ownOf(request.body, key)))),
  terminate_after: (target, request, key) =>
    void (target.terminateAfter = checkTerminateAfter(request.number(request.body, key, true))),
  min_score: (target, request, key) => void (target.minScore = Math.fround(request.number(request.body, key, false))),
  version: (target, request, key) => void (target.version = request.boolean(request.body, key)),
  seq_no_primary_term: (target, request, key) => void (target.seqNoPrimaryTerm = request.boolean(request.body, key)),
  explain: (target, request, key) => void (target.explain = request.boolean(request.body, key)),
  track_scores: (target, request, key) => void (target.trackScores = request.boolean(request.body, key)),
  include_named_queries_score: (target, request, key) =>
    void (target.includeNamedQueriesScore = request.boolean(request.body, key)),
  profile: (target, request, key) => void (target.profile = request.boolean(request.body, key)),
  track_total_hits: (target, request, key) => void (target.trackTotalHits = readTrackTotalHits(request, key)),
  _source: (target, request, key) => void (target.source = parseSourceOption(request, request.body, key)),
  stored_fields: (target, request, key) => void (target.storedFields = [valueText(ownOf(request.body, key))]),
  sort: (target, request) => void (target.sort = parseSort(request, request.body)),
};

/** Keys with an object. */
const OBJECT_KEYS: Readonly<Record<string, KeyReader>> = {
  query: (target, request) => void (target.query = request.body.query),
  post_filter: (target, request) => void (target.postFilter = request.body.post_filter),
  _source: (target, request, key) => void (target.source = parseSourceOption(request, request.body, key)),
  aggs: readAggregations,
  aggregations: readAggregations,
  highlight: (target, request) =>
    void (target.highlight = parseHighlight(request, request.body.highlight as JsonObject)),
  sort: (target, request) => void (target.sort = parseSort(request, request.body)),
  ext: readExtensions,
  slice: (target, request) => void (target.slice = parseSlice(request, request.body.slice as JsonObject)),
  script_fields: (target, request) =>
    void (target.scriptFields = parseScriptFields(request, request.body.script_fields as JsonObject)),
  runtime_mappings: (target, request) => void (target.runtimeMappings = request.body.runtime_mappings as JsonObject),
  suggest: (target, request) => void (target.suggest = parseSuggest(request, request.body.suggest as JsonObject)),
  collapse: readCollapse,
  rescore: readRescore,
  knn: (target, request) => void (target.knn = [request.body.knn ?? null]),
  pit: (target, request) => void (target.pit = parsePointInTime(request, request.body.pit as JsonObject)),
  rank: (target, request) => void (target.rank = parseRank(request, request.body.rank as JsonObject)),
  retriever: (target, request) =>
    void (target.retriever = parseRetriever(request, request.body.retriever as JsonObject, collapseOf)),
};

/** Keys with an array. */
const ARRAY_KEYS: Readonly<Record<string, KeyReader>> = {
  _source: (target, request, key) => void (target.source = parseSourceOption(request, request.body, key)),
  sort: (target, request) => void (target.sort = parseSort(request, request.body)),
  fields: (target, request, key) => void (target.fields = parseFieldList(request, arrayOf(request, key))),
  docvalue_fields: (target, request, key) =>
    void (target.docvalueFields = parseFieldList(request, arrayOf(request, key))),
  stored_fields: (target, request, key) =>
    void (target.storedFields = checkStoredFields(arrayOf(request, key).map(String))),
  search_after: (target, request, key) => void (target.searchAfter = parseSearchAfter(request, arrayOf(request, key))),
  indices_boost: (target, request, key) =>
    void (target.indicesBoost = parseIndicesBoost(request, arrayOf(request, key))),
  stats: (target, request) => void (target.groups = readGroups(request)),
  rescore: readRescore,
  knn: (target, request, key) => void (target.knn = arrayOf(request, key)),
};

/** Every key of the body that is known. */
export const knownKeys: readonly string[] = [
  ...new Set([VALUE_KEYS, ARRAY_KEYS, OBJECT_KEYS].flatMap((readers) => Object.keys(readers))),
];

/** The request of a body as text; the defaults when it is empty. */
export function parseSearchBody(text: string): SearchRequest {
  return text === "" ? emptyRequest() : readBody(RequestText.parse(text));
}

/** The request of a body that was never a text: a search from within. */
export function searchRequest(body: JsonObject): SearchRequest {
  return readBody(RequestText.of(body));
}

function readBody(request: RequestText): SearchRequest {
  const target = readOptions(request, NO_KEYS);
  if (target.retriever) {
    refuseBesideRetriever(target);
    applyRetriever(target, target.retriever);
  }
  if (target.rank) applyRank(target, target.rank);
  target.text = request.text;
  target.body = request.body;
  return target;
}

const NO_KEYS: ReadonlySet<string> = new Set();

/** The options of a search; `own` are keys that others read. */
export function readOptions(request: RequestText, own: ReadonlySet<string>): SearchRequest {
  const target = emptyRequest();
  for (const [key, value] of Object.entries(request.body)) {
    if (own.has(key)) continue;
    const readers = Array.isArray(value) ? ARRAY_KEYS : isJsonObject(value) ? OBJECT_KEYS : VALUE_KEYS;
    const reader = value !== null ? ownOf(readers, key) : undefined;
    if (!reader) throw request.unknownKey(request.body, key);
    reader(target, request, key);
  }
  return target;
}

/** The body of operations that take only a query (count, explain, validate); undefined when there is none. */
export function parseQueryBody(text: string): Json | undefined {
  if (text === "") return undefined;
  const request = RequestText.parse(text);
  for (const key of Object.keys(request.body)) {
    if (key !== "query") throw request.at(request.places.key(request.body, key), `request does not support [${key}]`);
  }
  return request.body.query;
}

export function checkFrom(from: number): number {
  if (from < 0) throw illegalArgument(`[from] parameter cannot be negative but was [${from}]`);
  return from;
}

export function checkSize(size: number): number {
  if (size < 0) throw illegalArgument(`[size] parameter cannot be negative, found [${size}]`);
  return size;
}

/** Milliseconds; Infinity for -1 and 0, which set no limit. */
export function parseTimeout(text: string): number {
  const ms = parseTimeMs(text, "timeout");
  return ms > 0 ? ms : Number.POSITIVE_INFINITY;
}

export function checkTrackTotalHits(count: number): number {
  if (count < -1) throw illegalArgument(`[track_total_hits] parameter must be positive or equals to -1, got ${count}`);
  return count === -1 ? 0 : count;
}

function readTrackTotalHits(request: RequestText, key: string): number {
  const value = ownOf(request.body, key);
  if (value === true || value === "true") return Number.POSITIVE_INFINITY;
  if (value === false || value === "false") return 0;
  return checkTrackTotalHits(request.number(request.body, key, true));
}

function arrayOf(request: RequestText, key: string): Json[] {
  const value = ownOf(request.body, key);
  return Array.isArray(value) ? value : [];
}

function readAggregations(target: SearchRequest, request: RequestText, key: string): void {
  target.aggregations = ownOf(request.body, key) as JsonObject;
}

function readRescore(target: SearchRequest, request: RequestText, key: string): void {
  target.rescore = parseRescore(request, ownOf(request.body, key) ?? null);
}

const collapseOf = (request: RequestText, body: JsonObject): CollapseSpec => parseCollapse(request, body, readOptions);

function refuseBesideRetriever({ query, knn, searchAfter, terminateAfter, sort, rescore }: SearchRequest): void {
  const besides = { query, knn: knn[0], search_after: searchAfter, sort: sort[0], rescore: rescore[0] };
  const order = ["query", "knn", "search_after", "terminate_after", "sort", "rescore"] as const;
  const said = order.filter((key) => (key === "terminate_after" ? terminateAfter > 0 : besides[key] !== undefined));
  if (said.length > 0) throw validationFailed([`cannot specify [retriever] and [${said.join(", ")}]`]);
}

function readCollapse(target: SearchRequest, request: RequestText): void {
  target.collapse = collapseOf(request, request.body.collapse as JsonObject);
}

function parseIndicesBoost(request: RequestText, values: Json[]): IndexBoost[] {
  return values.map((value, position) => {
    if (!isJsonObject(value)) {
      throw request.at(
        request.places.value(values, position),
        `Expected [START_OBJECT] in [indices_boost] but found [${tokenName(value)}]`,
      );
    }
    const [index, second] = Object.keys(value);
    if (index === undefined)
      throw request.at(request.places.end(value), "Expected [FIELD_NAME] in [indices_boost] but found [END_OBJECT]");
    const boost = ownOf(value, index) ?? null;
    if (typeof boost !== "number") {
      throw request.at(
        request.places.value(value, index),
        `Expected [VALUE_NUMBER] in [indices_boost] but found [${tokenName(boost)}]`,
      );
    }
    if (second !== undefined)
      throw request.at(
        request.places.key(value, second),
        "Expected [END_OBJECT] in [indices_boost] but found [FIELD_NAME]",
      );
    return { index, boost: Math.fround(boost), mayBeMissing: false };
  });
}

/** Names of groups for statistics; they only label the request. */
function readGroups(request: RequestText): string[] {
  const values = arrayOf(request, "stats");
  return values.map((value, at) => {
    if (typeof value === "string") return value;
    throw request.at(
      request.places.value(values, at),
      `Expected [VALUE_STRING] in [stats] but found [${tokenName(value)}]`,
    );
  });
}

function readExtensions(_target: SearchRequest, request: RequestText): void {
  const [name] = Object.keys(request.body.ext as JsonObject);
  if (name === undefined) return;
  throw request.contentError(request.places.key(request.body.ext as JsonObject, name), `unknown field [${name}]`);
}
