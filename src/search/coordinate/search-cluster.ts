/**
 * The part of one cluster in a search over several: its query phase, and what its best hits show. Whoever asks puts the
 * parts together (`merge-clusters`) as shards of one cluster are.
 */
import { NO_AGGREGATIONS } from "../../aggregation/tree/child-results.ts";
import { writeJson } from "../../compat/json/write-json.ts";
import { mergedSuggestions, suggestedHits } from "../../hits/suggest/merged-suggestions.ts";
import type { ClusterAnswer, ClusterSearch, ShardPage, ShownDocument } from "../cluster-answer.ts";
import { readCount, readSearch } from "../request/read-search.ts";
import type { SearchRequest } from "../request/search-request.ts";
import type { CallRuntime } from "../search-action.ts";
import { fetchHits } from "../shard/fetch-hits.ts";
import type { PreparedShard } from "../shard/prepare-shards.ts";
import { type PhaseRun, queryPhase, type SearchedShard } from "../shard/query-phase.ts";
import { docBase } from "../shard/shard-pass.ts";
import type { HitReference, ShardResult } from "../shard-result.ts";
import { aggregatedFields } from "./aggregated-fields.ts";
import { expandGroups } from "./expand-groups.ts";
import { reduce } from "./reduce.ts";
import { reducePhases } from "./reduce-phases.ts";
import { onFound, profilesOn, runSearch, shardsOfStep } from "./search.ts";

/** See the file comment. Throws RequestError where no shard can answer. */
export function runOnCluster(search: ClusterSearch, runtime: CallRuntime): Generator<void, ClusterAnswer> {
  const asked = search.counts ? readCount(search) : readSearch(search);
  // Which of the hits are shown is seen when the others are known.
  const request: SearchRequest = { ...asked, from: 0, size: asked.from + asked.size };
  const { targets, step } = search;
  // Later pages show no aggregations.
  if (step?.cursor) request.aggregations = undefined;
  return onFound(
    { request, targets, step },
    runtime,
    (shards, run, nearest) => searchOn({ search, request, nearest }, shards, run, runtime),
    true,
  );
}

interface FoundSearch {
  readonly search: ClusterSearch;
  readonly request: SearchRequest;
  readonly nearest: readonly ShardResult[];
}

function* searchOn(
  { search, request, nearest }: FoundSearch,
  shards: readonly PreparedShard[],
  phase: PhaseRun,
  runtime: CallRuntime,
): Generator<void, ClusterAnswer> {
  const { cluster, targets, step } = search;
  const { taking, skipped, asked } = shardsOfStep(request, shards, step?.cursor);
  const searched = yield* queryPhase(request, asked, phase);
  const all = searched.map(({ result }) => result);
  const hits = firstHits(search, request, all, runtime.nodeId);
  const documents = [
    ...(yield* shownHits({ request, hits, searched, targets }, phase, runtime)),
    ...(yield* suggestedDocuments(request, searched, phase)),
  ];
  const first = searched.find(({ planned }) => planned)?.planned?.prepared.index;
  return {
    tookMs: runtime.tookMs(),
    nodeId: runtime.nodeId,
    shards: taking.length,
    skipped: skipped.size,
    results: all.map((result) => partOf(result, hits, cluster, runtime.nodeId)),
    documents,
    pages: step?.kind === "scroll" ? searched.map((shard) => pageOf(shard, hits)) : undefined,
    measured: searched.map(({ planned, result }) =>
      request.profile
        ? { nearest: profilesOn(result.shard, nearest), fetch: planned?.fetchProfiler?.result() }
        : undefined,
    ),
    reducePhases: reducePhases(request, all.filter((result) => "matches" in result).length),
    mapping: first && request.aggregations && aggregatedFields(first, request.aggregations, runtime.registry),
  };
}

/** The hits that may be among the first of all clusters. */
function firstHits(
  { byShard = false }: ClusterSearch,
  request: SearchRequest,
  results: readonly ShardResult[],
  nodeId: string,
): readonly HitReference[] {
  // Whether too many shards failed is seen when the others are known.
  if (byShard && !results.some((result) => "matches" in result)) return [];
  const reduced = byShard ? { ...request, allowPartialResults: true } : request;
  // Nothing is added up here: what shards collected goes on as it is.
  return reduce(reduced, results, nodeId, {
    aggregations: NO_AGGREGATIONS,
    maxBuckets: 0,
    countBuckets: () => undefined,
  }).hits;
}

function pageOf({ planned, result }: SearchedShard, hits: readonly HitReference[]): ShardPage {
  if (!planned || !("matches" in result)) return { found: 0, docs: [] };
  const own = hits.filter((found) => found.shard === result.shard);
  const docs = own.map(({ hit }) => docBase(planned.prepared.view, hit.segment) + hit.doc);
  return { found: result.matches.hits.length, docs };
}

interface ShownHits {
  readonly request: SearchRequest;
  readonly hits: readonly HitReference[];
  readonly searched: readonly SearchedShard[];
  readonly targets: ClusterSearch["targets"];
}

function* shownHits(
  { request, hits, searched, targets }: ShownHits,
  { control, runtime: working }: PhaseRun,
  runtime: CallRuntime,
): Generator<void, ShownDocument[]> {
  const places = new Map(searched.map(({ result }, place) => [result.shard, place]));
  const placeOf = ({ shard }: HitReference): number => places.get(shard) ?? 0;
  const page = hits.map((found) => ({ shard: searched[placeOf(found)]!.planned!, hit: found.hit }));
  const shown = yield* fetchHits(request, page, control, working);
  yield* expandGroups(request, hits, shown, (inner) => runSearch({ request: inner, targets }, runtime));
  return hits.map((found, at) => shownAt(placeOf(found), found.hit, shown[at]));
}

/** The documents in which suggestions were found. */
function* suggestedDocuments(
  request: SearchRequest,
  searched: readonly SearchedShard[],
  { control, runtime }: PhaseRun,
): Generator<void, ShownDocument[]> {
  const documents: ShownDocument[] = [];
  const { suggest = [] } = request;
  for (const [place, { planned, result }] of searched.entries()) {
    if (suggest.length === 0 || !planned || !("matches" in result)) continue;
    const options = suggestedHits(mergedSuggestions(suggest, [result.suggestions]));
    // The documents of suggestions have no place in the order of hits.
    const shard = { ...planned, keys: [], fetchProfiler: undefined };
    const page = options.map(({ score, found }) => ({
      shard,
      hit: { segment: found!.segment, doc: found!.doc, score, sort: [] },
    }));
    const shown = yield* fetchHits({ ...request, explain: false }, page, control, runtime);
    documents.push(...page.map(({ hit }, at) => shownAt(place, hit, shown[at])));
  }
  return documents;
}

function shownAt(place: number, { segment, doc }: HitReference["hit"], shown: unknown): ShownDocument {
  return { place, segment, doc, shown: writeJson(shown) };
}

/** What a shard found, with those of its hits that are among the first here. */
function partOf(
  result: ShardResult,
  hits: readonly HitReference[],
  cluster: string | undefined,
  node: string,
): ShardResult {
  const shard = cluster === undefined ? result.shard : { ...result.shard, elsewhere: { node, cluster } };
  if (!("matches" in result)) return { shard, error: withoutStack(result.error) };
  const own = hits.filter((found) => found.shard === result.shard).map(({ hit }) => hit);
  return { ...result, shard, matches: { ...result.matches, hits: own } };
}

function withoutStack<Failed extends { stack?: string }>({ stack: _log, ...rest }: Failed): Omit<Failed, "stack"> {
  return rest;
}
