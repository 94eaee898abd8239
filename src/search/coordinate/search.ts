/** One search over any number of shards: rewrite, query phase, reduce, fetch phase. */
import type { SubAggregations } from "../../aggregation/aggregation-kind.ts";
import { NO_AGGREGATIONS } from "../../aggregation/tree/child-results.ts";
import { assert } from "../../core/assert.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { PageJson } from "../../compat/json/json-writer.ts";
import { valueText } from "../../compat/value-text.ts";
import { RequestError } from "../../compat/errors.ts";
import type { LookUp } from "../../hits/fetch/lookup-fields.ts";
import { renderSuggestions, suggestedHits } from "../../hits/suggest/merged-suggestions.ts";
import { planningWork } from "../../query/automata/request-automata.ts";
import { hiddenDocuments, hidesDocuments } from "../hidden-documents.ts";
import { searchRequest } from "../request/parse-request.ts";
import { answerTo, lookupTargets } from "../request/request-references.ts";
import { applySearchSettings, emptyRequest, onlySuggests, type SearchRequest } from "../request/search-request.ts";
import type { CallRuntime } from "../search-action.ts";
import type { Search, SearchResult } from "../search-service.ts";
import { fetchHits, writeHits } from "../shard/fetch-hits.ts";
import {
  acquireShards,
  type PreparedShard,
  prepareIndices,
  releaseShards,
  type RequestScope,
} from "../shard/prepare-shards.ts";
import {
  helpWith,
  type PhaseRun,
  type PlannedShard,
  planShard,
  queryPhase,
  referenceOf,
  targetsOf,
  type SearchedShard,
} from "../shard/query-phase.ts";
import { MemoryAccount } from "../shard/request-accounts.ts";
import type { Help, SharedSearch } from "../shard/shared-search.ts";
import { RequestControl } from "../shard/request-control.ts";
import { docBase } from "../shard/shard-pass.ts";
import type { HitReference, ShardProfile, ShardReference, ShardResult } from "../shard-result.ts";
import { RankedDocs } from "../../query/ranked/ranked-docs.ts";
import { expandGroups, type RunInner } from "./expand-groups.ts";
import { reducePhases } from "./reduce-phases.ts";
import { addTo, RETRIEVER_LISTS, runRetriever } from "./run-retriever.ts";
import { isCompound, type RankedHit } from "../request/retrieve/retriever.ts";
import { findNearest } from "./find-nearest.ts";
import { type ReducedSearch, reduce } from "./reduce.ts";
import { BUCKET_WORK } from "../work.ts";
import { cursorBehind, type ScrollCursor, type ScrolledPage, shardKey, type ShardPlace } from "../scroll-cursor.ts";
import { PhaseTimes } from "../slow-phases.ts";
import { skippedShards } from "./skipped-shards.ts";

/** Hits as the fetch phase renders them, which may hold JSON that is written already. */
export type RenderedResult = FoundResult<readonly unknown[]>;

/** The same with hits that may be written already. */
export type WrittenResult = FoundResult<readonly unknown[] | PageJson>;

type FoundResult<Hits> = Omit<SearchResult, "hits" | "aggregations"> & {
  readonly hits: Hits;
  readonly suggest: Readonly<Record<string, unknown>> | undefined;
  readonly aggregations: Readonly<Record<string, unknown>> | undefined;
  readonly reducePhases: number;
};

/** A whole search. Throws RequestError. */
export function runSearch(search: Search, runtime: CallRuntime, looksUp = true): Generator<void, RenderedResult> {
  return searchWith(search, runtime, looksUp, fetchHits);
}

/** The same for an answer that is JSON as it is: many hits are written at once, where they can be. */
export function runWrittenSearch(search: Search, runtime: CallRuntime): Generator<void, WrittenResult> {
  const { pages } = runtime;
  // Groups of hits are added to the hits.
  if (search.request.collapse) return runSearch(search, runtime);
  return searchWith<readonly unknown[] | PageJson>(search, runtime, true, function* (request, hits, control, working) {
    const written = yield* writeHits(request, hits, pages, { control, runtime: working });
    return written ?? (yield* fetchHits(request, hits, control, working));
  });
}

type Fetch<Hits> = (...parts: Parameters<typeof fetchHits>) => Generator<void, Hits>;

function searchWith<Hits extends readonly unknown[] | PageJson>(
  search: Search,
  runtime: CallRuntime,
  looksUp: boolean,
  fetch: Fetch<Hits>,
): Generator<void, FoundResult<Hits>> {
  const { request, targets } = search;
  const runInner: RunInner = (inner) => runSearch({ request: inner, targets }, runtime, looksUp);
  return onFound(
    search,
    runtime,
    (shards, run, nearest) => searchOn({ request, runInner, nearest, fetch }, shards, run, runtime),
    looksUp,
  );
}

/** The hits of a search alone; `found`: what its query refers to. Throws RequestError. */
function* runHits(
  { request, targets }: Search,
  runtime: CallRuntime,
  found: readonly RankedHit[] | undefined,
): Generator<void, readonly HitReference[]> {
  const search = { request, targets };
  function* work(shards: readonly PreparedShard[], run: PhaseRun): Generator<void, readonly HitReference[]> {
    const searched = yield* queryPhase(request, shards, run);
    return reduce(
      request,
      searched.map(({ result }) => result),
      runtime.nodeId,
      { aggregations: NO_AGGREGATIONS, maxBuckets: 0, countBuckets: () => undefined },
    ).hits;
  }
  if (!found) return yield* onFound(search, runtime, work, false);
  const ranked = new RankedDocs();
  addTo(ranked, 0, found);
  return yield* onShards(search, runtime, work, { looksUp: false, ranked, rankedLists: 1 });
}

/** As `onShards`, for a search whose query refers to what searches before it find on the same states of the shards. */
export function onFound<Result>(
  search: Search,
  runtime: CallRuntime,
  work: (shards: readonly PreparedShard[], run: PhaseRun, nearest: readonly ShardResult[]) => Generator<void, Result>,
  looksUp: boolean,
): Generator<void, Result> {
  const { request } = search;
  const { retriever } = request;
  if (request.knn.length === 0 && !retriever)
    return onShards(search, runtime, (shards, run) => work(shards, run, []), { looksUp });
  const ranked = new RankedDocs();
  const rankedLists = retriever ? RETRIEVER_LISTS : 0;
  return onShards(
    search,
    runtime,
    function* (shards, run) {
      const targets = targetsOf(shards);
      if (retriever && isCompound(retriever))
        yield* runRetriever(retriever, ranked, {
          request,
          compare: hitOrder(shards),
          find: (asked, found) => runHits({ request: asked, targets }, runtime, found),
          read: (hits, field) => textsOf(hits, field, { targets, runtime }),
          infer: (question) => answerTo(question, runtime.references),
        });
      const find = (asked: SearchRequest): ReturnType<typeof runShards> =>
        runShards({ request: asked, targets }, runtime);
      const nearest = yield* findNearest(request, ranked, runtime.nodeId, find);
      return yield* work(shards, run, nearest);
    },
    { looksUp, ranked, rankedLists },
  );
}

/** The first value of a field of each hit, as a text. */
function* textsOf(
  hits: readonly HitReference[],
  field: string,
  { targets, runtime }: { readonly targets: Search["targets"]; readonly runtime: CallRuntime },
): Generator<void, readonly string[]> {
  const request: SearchRequest = {
    ...emptyRequest(),
    fields: [{ field, format: undefined, includeUnmapped: false }],
    source: { fetch: false, includes: [], excludes: [] },
  };
  const shown = yield* runFetch({ request, targets }, hits, runtime);
  return shown.map((hit) => {
    const { fields } = hit as { readonly fields?: Readonly<Record<string, readonly Json[]>> };
    const [value] = ownOf(fields, field) ?? [];
    return value === undefined ? "" : valueText(value);
  });
}

/** The order of hits in the shards of a request. */
function hitOrder(shards: readonly PreparedShard[]): (left: HitReference, right: HitReference) => number {
  const places = new Map(shards.map((shard, place) => [shardKey(referenceOf(shard)), place]));
  const placeOfShard = ({ shard }: HitReference): number => places.get(shardKey(shard)) ?? 0;
  return (left, right) =>
    placeOfShard(left) - placeOfShard(right) || left.hit.segment - right.hit.segment || left.hit.doc - right.hit.doc;
}

/** The query phase alone. Throws RequestError for what concerns no single shard. */
export function runShards(search: Search, runtime: CallRuntime): Generator<void, readonly ShardResult[]> {
  return onShards(search, runtime, function* (shards, run) {
    const searched = yield* queryPhase(search.request, shards, run);
    return searched.map(({ result }) => result);
  });
}

/** The fetch phase alone, on the states of the shards that the targets name. Throws RequestError. */
export function runFetch(
  search: Search,
  hits: readonly HitReference[],
  runtime: CallRuntime,
): Generator<void, readonly unknown[]> {
  return onShards(search, runtime, function* (shards, run) {
    const planned = new Map<string, PlannedShard>();
    for (const shard of shards) {
      const { uuid } = shard.index.target;
      if (hits.some((hit) => hit.shard.uuid === uuid && hit.shard.shard === shard.shard))
        planned.set(`${uuid}/${shard.shard}`, yield* planShard(search.request, shard, run));
    }
    const shown = hits.map(({ shard: { uuid, shard }, hit }) => {
      const found = planned.get(`${uuid}/${shard}`);
      assert(found, "a hit belongs to a shard of the targets");
      return { shard: found, hit };
    });
    return yield* fetchHits(search.request, shown, run.control, run.runtime);
  });
}

/** Takes part in a search that another thread shares; undefined: it is not waited for. */
export function runHelp(search: SharedSearch, runtime: CallRuntime): Generator<void, Help | undefined> {
  const own = { ...runtime, nowMs: search.nowMs, warn: () => undefined };
  return onShards(search, own, (shards, run) => helpWith(search, shards, run), { looksUp: false });
}

/** How a search is run on its shards. */
interface ShardsOptions {
  /** Whether hits show fields of other indices. */
  readonly looksUp: boolean;
  /** What its query refers to. */
  readonly ranked?: RankedDocs;
  readonly rankedLists?: number;
}

/** Reads a request, and runs what is to be done on its shards. */
function* onShards<Result>(
  { request, targets, step }: Search,
  runtime: CallRuntime,
  work: (shards: readonly PreparedShard[], run: PhaseRun) => Generator<void, Result>,
  options: ShardsOptions = { looksUp: true },
): Generator<void, Result> {
  showGroups(request);
  assert(!request.pit || step || targets.length === 0, "a search on a point in time runs on what that holds");
  applySearchSettings(request, runtime.settings);
  const { turn, settings } = runtime;
  const control = new RequestControl(runtime.control, request.timeoutMs, turn, new MemoryAccount(runtime.memory));
  let shards: readonly PreparedShard[] = [];
  let isWhole = false;
  try {
    if (request.suggest && hidesDocuments(targets))
      throw hiddenDocuments("Suggest isn't supported if document level security is enabled");
    if (request.profile && hidesDocuments(targets))
      throw hiddenDocuments("A search request cannot be profiled if document level security is enabled");
    // Written out, as all objects that each request makes: V8 gives what is spread and added to a class of its own.
    const scope: RequestScope = {
      registry: runtime.registry,
      contexts: runtime.contexts,
      nowMs: runtime.nowMs,
      turn,
      settings,
      warn: runtime.warn,
      references: runtime.references,
      planning: planningWork(control.memory.reserve, control.planned, runtime.contexts.slot),
    };
    const indices = prepareIndices(targets, queriesOf(request, options), scope, request.indicesBoost);
    const isGlobal = request.globalStatistics || request.knn.length > 0;
    shards = yield* acquireShards(indices, scope, isGlobal, !request.profile);
    if (shards.length > 0) runtime.reads.begin(shards);
    const result = yield* work(shards, {
      step,
      shards: shards.length,
      control,
      runtime: {
        contexts: runtime.contexts,
        nodeId: runtime.nodeId,
        turn,
        damaged: runtime.damaged,
        lookUp: options.looksUp ? lookUpFor(runtime) : nothingThere,
        largeWork: runtime.largeWork,
        share: runtime.share,
        references: runtime.references,
        nowMs: runtime.nowMs,
        control: runtime.control,
        times: shards.some(({ index }) => index.slow) ? new PhaseTimes() : undefined,
      },
    });
    isWhole = true;
    return result;
  } finally {
    if (shards.length > 0) runtime.reads.end(isWhole);
    releaseShards(shards);
    control.memory.release();
  }
}

/** What hits are collapsed by is shown with them. */
function showGroups(request: SearchRequest): void {
  const { collapse, docvalueFields } = request;
  if (!collapse || docvalueFields.some(({ field }) => field === collapse.field)) return;
  request.docvalueFields = [...docvalueFields, { field: collapse.field, format: undefined, includeUnmapped: false }];
}

function queriesOf(
  request: SearchRequest,
  { looksUp, ranked, rankedLists }: ShardsOptions,
): Parameters<typeof prepareIndices>[1] {
  return {
    text: request.text,
    root: request.body,
    query: onlySuggests(request) ? { match_none: {} } : request.query,
    // The query of a compound retriever is made of those of its searches, which count them.
    usedQueries: request.retriever || onlySuggests(request) ? undefined : request.usedQueries,
    usedAggregations: request.usedAggregations,
    knn: request.knn,
    nearest: request.nearest,
    ranked,
    rankedLists,
    size: request.size,
    postFilter: request.postFilter,
    rescoreQueries: request.rescore.map((rescorer) => rescorer.query),
    aggregations: request.aggregations,
    highlightQueries: request.highlight?.fields.map((field) => field.options.query),
    runtimeMappings: request.runtimeMappings,
    synthetic: request.forceSyntheticSource,
    sortFields: request.sort.flatMap((spec) => (spec.kind === "field" || spec.kind === "geo" ? [spec.field] : [])),
    looksUp: looksUp && request.fields.length > 0,
  };
}

/** A search, and what the searches for nearest vectors before it measured. */
interface FoundSearch<Hits> {
  readonly request: SearchRequest;
  readonly fetch: Fetch<Hits>;
  readonly runInner: RunInner;
  readonly nearest: readonly ShardResult[];
}

function* searchOn<Hits extends readonly unknown[] | PageJson>(
  { request, runInner, nearest, fetch }: FoundSearch<Hits>,
  shards: readonly PreparedShard[],
  phase: PhaseRun,
  runtime: CallRuntime,
): Generator<void, FoundResult<Hits>> {
  const { control, runtime: working, step } = phase;
  const cursor = step?.cursor;
  const { taking, skipped, asked } = shardsOfStep(request, shards, cursor);
  const searched = yield* queryPhase(request, asked, phase);
  const found = reduce(
    request,
    searched.map(({ result }) => result),
    runtime.nodeId,
    {
      aggregations: aggregationsOf(searched),
      maxBuckets: runtime.settings.maxBuckets,
      countBuckets: (count) => runtime.turn.demand(count * BUCKET_WORK),
      checkCancelled: control.checkCancelled,
      step: () => {
        control.checkCancelled();
        runtime.turn.demand(BUCKET_WORK);
      },
    },
  );
  const planned = new Map<ShardReference, PlannedShard | undefined>(
    searched.map((shard) => [shard.result.shard, shard.planned]),
  );
  const total = cursor?.total ?? found.total;
  const maxScore = cursor?.maxScore ?? found.maxScore;
  const page = found.hits.map(({ shard, hit }) => ({ shard: planned.get(shard)!, hit }));
  const hits = yield* fetch(request, page, control, working);
  if (!(hits instanceof PageJson)) yield* expandGroups(request, found.hits, hits, runInner);
  if (working.times) {
    const totals = new Map(searched.map(({ planned: shard, result }) => [shard?.prepared, totalOf(result)]));
    for (const slow of working.times.slow(phase.shards, (shard) => totals.get(shard))) runtime.slow(slow);
  }
  const suggest = found.suggestions && (yield* shownSuggestions(request, found.suggestions, searched, phase));
  return {
    tookMs: runtime.tookMs(),
    timedOut: found.timedOut,
    terminatedEarly: found.terminatedEarly,
    shards: { total: taking.length, skipped: skipped.size, failures: found.failures },
    total,
    more: cursor === undefined && found.more,
    maxScore,
    hits,
    aggregations: found.aggregations,
    suggest,
    reducePhases: reducePhases(request, searched.length - found.failures.length),
    profile: found.profile.map(({ shard, profile }) => ({
      shard,
      profile,
      nearest: profilesOn(shard, nearest),
      fetch: planned.get(shard)?.fetchProfiler?.result(),
    })),
    cursor:
      step?.kind === "scroll"
        ? scrolled(request, found, { searched, planned, cursor, total, maxScore, nowMs: runtime.nowMs })
        : undefined,
  };
}

/** Which shards take part in a step, and which of them are asked. */
interface ShardsOfStep {
  readonly taking: readonly PreparedShard[];
  readonly skipped: ReadonlySet<PreparedShard>;
  readonly asked: readonly PreparedShard[];
}

export function shardsOfStep(
  request: SearchRequest,
  shards: readonly PreparedShard[],
  cursor: ScrollCursor | undefined,
): ShardsOfStep {
  const skipped = cursor ? new Set<PreparedShard>() : skippedShards(request, shards);
  const taking = cursor ? shards.filter((shard) => placeOf(cursor, shard) !== undefined) : shards;
  return { taking, skipped, asked: taking.filter((shard) => !skipped.has(shard) && placeOf(cursor, shard) !== "over") };
}

/** What searches for nearest vectors measured on a shard. */
export function profilesOn({ uuid, shard }: ShardReference, results: readonly ShardResult[]): ShardProfile[] {
  return results.flatMap((result) => {
    if (!("profile" in result) || !result.profile) return [];
    return result.shard.uuid === uuid && result.shard.shard === shard ? [result.profile] : [];
  });
}

function totalOf(result: ShardResult): number | undefined {
  return "matches" in result ? result.matches.total : undefined;
}

/** Suggestions with the documents in which they were found. */
function* shownSuggestions(
  request: SearchRequest,
  suggestions: NonNullable<ReducedSearch["suggestions"]>,
  searched: readonly SearchedShard[],
  { control, runtime }: PhaseRun,
): Generator<void, Record<string, unknown>> {
  const answered = searched.filter(({ result }) => "matches" in result);
  // The documents of suggestions have no place in the order of hits.
  const shards = answered.map(({ planned }) => planned && { ...planned, keys: [], fetchProfiler: undefined });
  const options = suggestedHits(suggestions);
  const page = options.map(({ score, found }) => {
    const { segment, doc, shard } = found!;
    return { shard: shards[shard]!, hit: { segment, doc, score, sort: [] } };
  });
  const hits = options.length === 0 ? [] : yield* fetchHits({ ...request, explain: false }, page, control, runtime);
  const shown = new Map(options.map((option, at) => [option, hits[at] as Record<string, unknown>]));
  return renderSuggestions(request.suggest ?? [], suggestions, { typedKeys: request.typedKeys, hits: shown });
}

/** Where a shard goes on; undefined: it takes no part, or nothing was shown yet. */
function placeOf(
  cursor: ScrollCursor | undefined,
  { index, shard }: PreparedShard,
): ShardPlace | "over" | "start" | undefined {
  return cursor?.places.get(shardKey({ uuid: index.target.uuid, shard }));
}

/** What a page leaves behind. */
interface PageParts extends Pick<ScrolledPage, "total" | "maxScore" | "nowMs"> {
  readonly searched: readonly SearchedShard[];
  readonly planned: ReadonlyMap<ShardReference, PlannedShard | undefined>;
  readonly cursor: ScrollCursor | undefined;
}

function scrolled(
  { size }: SearchRequest,
  { hits: shown }: ReducedSearch,
  { searched, planned, cursor: before, total, maxScore, nowMs }: PageParts,
): ScrollCursor {
  const docOf = ({ shard, hit }: HitReference): number => {
    const found = planned.get(shard);
    assert(found, "a hit belongs to a shard that answered");
    return docBase(found.prepared.view, hit.segment) + hit.doc;
  };
  const results = searched.map(({ result }) => result);
  return cursorBehind({ before, results, shown, size, total, maxScore, docOf, nowMs });
}

/** The aggregations as the first index that answered reads them. */
function aggregationsOf(searched: readonly SearchedShard[]): SubAggregations {
  return searched.find(({ planned }) => planned)?.planned?.prepared.index.aggregations ?? NO_AGGREGATIONS;
}

/** Searches the indices that fields of runtime type `lookup` name, as far as the caller may. */
function lookUpFor(runtime: CallRuntime): LookUp {
  return function* (targetIndex, body) {
    const targets = lookupTargets(runtime.references, targetIndex);
    if (!targets) throw noSuchIndex(targetIndex);
    const inner = { request: searchRequest(body), targets };
    // What is looked up looks up nothing itself.
    const result = yield* runSearch(inner, runtime, false);
    return result.hits as readonly JsonObject[];
  };
}

/** Finds nothing, wherever it is asked to. */
function* nothingThere(): Generator<void, readonly JsonObject[]> {
  yield* [];
  return [];
}

function noSuchIndex(name: string): RequestError {
  const details = { "resource.type": "index_or_alias", "resource.id": name, index_uuid: "_na_", index: name };
  return new RequestError(404, "index_not_found_exception", `no such index [${name}]`, { details });
}
