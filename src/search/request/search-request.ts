/**
 * A search as it was asked for, before any index is looked at: queries stay JSON, because they are parsed once for each
 * index.
 */
import type { Json, JsonObject } from "../../core/json.ts";
import type { HitOptions } from "../../hits/fetch/hit-options.ts";
import type { RescoreSpec } from "../../hits/rescore/rescorer.ts";
import type { SearchSettings } from "../search-settings.ts";
import type { SortSpec } from "../../hits/sort/sort-spec.ts";
import type { RankSpec } from "./retrieve/rank.ts";
import type { Retriever } from "./retrieve/retriever.ts";
import type { CollapseSpec } from "./collapse.ts";
import type { Suggestion } from "../../hits/suggest/suggester.ts";
import type { SliceSpec } from "../slice/slice-spec.ts";

/** `indices_boost`: index name or pattern, and its factor. */
export interface IndexBoost {
  readonly index: string;
  readonly boost: number;
  /** Set by `ignore_unavailable`. */
  readonly mayBeMissing: boolean;
}

/** `pit`: a point in time. */
export interface PointInTime {
  readonly id: string;
  readonly keepAliveMs: number | undefined;
}

/** The search body together with the parameters of the query string. */
export interface SearchRequest extends HitOptions {
  /** The body as it came, for the places in errors; empty where there was none, or it was never a text. */
  text: string;
  /** The body as it was parsed. */
  body: JsonObject | undefined;
  query: Json | undefined;
  /** Sections that look for the nearest vectors. */
  knn: readonly Json[];
  /** Combines what searches of its own find; others than such are read as what a search says. */
  retriever: Retriever | undefined;
  /** `rank` */
  rank: RankSpec | undefined;
  /** One of these, which is searched by itself; undefined: the query is. */
  nearest: Json | undefined;
  postFilter: Json | undefined;
  aggregations: JsonObject | undefined;
  /** Fields of this request alone, by name. */
  runtimeMappings: JsonObject | undefined;
  /** Sources are shown as `mode: synthetic` would. */
  forceSyntheticSource: boolean;
  from: number;
  sort: readonly SortSpec[];
  searchAfter: readonly Json[] | undefined;
  /** Hits are counted up to here: Infinity for all, 0 for none at all. */
  trackTotalHits: number;
  trackScores: boolean;
  /** In the order in which they run. */
  rescore: readonly RescoreSpec[];
  minScore: number | undefined;
  profile: boolean;
  /** Infinity: none; undefined: not said. */
  timeoutMs: number | undefined;
  /** Per shard; 0: never. */
  terminateAfter: number;
  indicesBoost: readonly IndexBoost[];
  typedKeys: boolean;
  totalHitsAsInt: boolean;
  /** Term statistics over all shards (`dfs_query_then_fetch`). */
  globalStatistics: boolean;
  /** undefined: not said. */
  allowPartialResults: boolean | undefined;
  /** With more shards than this, those on which nothing can match are left out; undefined: not said. */
  preFilterShardSize: number | undefined;
  /** Results of shards that are reduced at once: how often Elasticsearch would reduce is told. */
  batchedReduceSize: number;
  collapse: CollapseSpec | undefined;
  /** By name; empty: nothing is asked for but that. */
  suggest: readonly Suggestion[] | undefined;
  slice: SliceSpec | undefined;
  pit: PointInTime | undefined;
  /** Groups of statistics that the body names. */
  groups: readonly string[];
  /** Names of the queries that it is made of, added while they are read; undefined: nobody wants to know. */
  usedQueries: Set<string> | undefined;
  /** Its aggregations by name and type of values, and on how many shards they are read; the same. */
  usedAggregations: Map<string, number> | undefined;
}

/** See `batchedReduceSize`. */
const DEFAULT_BATCHED_REDUCE_SIZE = 512;
/** Hits are counted exactly up to here unless told otherwise. */
export const DEFAULT_TRACK_TOTAL_HITS = 10_000;

/** A request with everything left out. */
export function emptyRequest(): SearchRequest {
  return {
    text: "",
    body: undefined,
    query: undefined,
    knn: [],
    nearest: undefined,
    retriever: undefined,
    rank: undefined,
    postFilter: undefined,
    aggregations: undefined,
    runtimeMappings: undefined,
    forceSyntheticSource: false,
    from: 0,
    size: 10,
    sort: [],
    searchAfter: undefined,
    source: undefined,
    storedFields: undefined,
    fields: [],
    docvalueFields: [],
    scriptFields: [],
    trackTotalHits: DEFAULT_TRACK_TOTAL_HITS,
    trackScores: false,
    rescore: [],
    minScore: undefined,
    highlight: undefined,
    explain: false,
    profile: false,
    version: false,
    seqNoPrimaryTerm: false,
    timeoutMs: undefined,
    terminateAfter: 0,
    indicesBoost: [],
    includeNamedQueriesScore: false,
    typedKeys: false,
    totalHitsAsInt: false,
    globalStatistics: false,
    allowPartialResults: undefined,
    preFilterShardSize: undefined,
    batchedReduceSize: DEFAULT_BATCHED_REDUCE_SIZE,
    collapse: undefined,
    suggest: undefined,
    slice: undefined,
    pit: undefined,
    groups: [],
    usedQueries: undefined,
    usedAggregations: undefined,
  };
}

/** Whether suggestions are all that is asked for: no document is a hit, whatever else is said. */
export function onlySuggests({ suggest, query, knn, aggregations }: SearchRequest): boolean {
  return suggest !== undefined && query === undefined && knn.length === 0 && aggregations === undefined;
}

/** What the request leaves open is as the cluster's settings say. */
export function applySearchSettings(request: SearchRequest, settings: SearchSettings): void {
  request.timeoutMs ??= settings.timeoutMs;
  request.allowPartialResults ??= settings.allowPartialResults;
}
