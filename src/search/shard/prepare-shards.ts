/**
 * From targets to shards: mappings, parsed queries and the searchers in the order in which Elasticsearch numbers
 * shards.
 */
import { type SlowSearches, slowSearchesOf } from "../../cluster/slow-logs.ts";
import type { SubAggregations } from "../../aggregation/aggregation-kind.ts";
import { RequestError } from "../../compat/errors.ts";
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { emptyMapping } from "../../mapping/empty-mapping.ts";
import { type MappingView, viewOver } from "../../mapping/mapping-view.ts";
import { overlaidMapping } from "../../mapping/runtime/overlaid-mapping.ts";
import { parseRequestFields } from "../../mapping/runtime/parse-runtime.ts";
import type { PlanningWork } from "../../query/automata/request-automata.ts";
import type { Query, SearcherView } from "../../query/query.ts";
import type { RequestQueryCache } from "../../query/query-cache/query-cache.ts";
import { grantedMapping } from "../granted-mapping.ts";
import type { InnerHitsRequest } from "../../hits/inner/inner-hits-request.ts";
import type { IndexBoost } from "../request/search-request.ts";
import { type SearchSettings, defaultSearchSettings } from "../search-settings.ts";
import type { RankedDocs } from "../../query/ranked/ranked-docs.ts";
import { type ReadEnvironment, readQueries } from "./read-queries.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { type AskedFields, askByBody, askByQuery, askedMapping } from "../runtime/requested-fields.ts";
import { uncountedWork } from "../runtime/make-columns.ts";
import { WidenedShard } from "./runtime-fields-shard.ts";
import { RequestReferences } from "../request/request-references.ts";
import type { ResolvedReference, SearchTarget } from "../search-service.ts";
import type { SearcherRegistry } from "./searcher-registry.ts";
import type { ShardSearcher } from "./shard-searcher.ts";
import { createSearcherView } from "../../query/searcher-view.ts";
import { newMeasured } from "../../core/measured.ts";
import { type StatisticsMeasure, withGlobalStatistics } from "./global-statistics.ts";
import type { Turn } from "./request-control.ts";
import type { ContextSource } from "./search-shard.ts";
import { type VisibilityQuery, visibilityQuery, visibleDocs } from "./visible-docs.ts";

/** What a request asks of every index. */
export interface IndexQueries {
  /** The body that the queries stand in as text, and as it was parsed: for the places in error messages. */
  readonly text: string;
  readonly root: Json | undefined;
  readonly query: Json | undefined;
  /** Sections that look for the nearest vectors, beside the query; what they found is `ranked`. */
  readonly knn?: readonly Json[] | undefined;
  /** Names of the queries that are read are added. */
  readonly usedQueries?: Set<string> | undefined;
  /** Aggregations that are read are counted, on each shard. */
  readonly usedAggregations?: Map<string, number> | undefined;
  /** A section that is searched by itself, in the place of the query. */
  readonly nearest?: Json | undefined;
  /** What a retriever found stands in lists of `ranked`: the first so many. */
  readonly rankedLists?: number | undefined;
  /** What was found before: a list for each section. */
  readonly ranked?: RankedDocs | undefined;
  /** How many hits are asked for. */
  readonly size?: number | undefined;
  readonly postFilter?: Json | undefined;
  readonly aggregations?: JsonObject | undefined;
  /** That of each rescorer. */
  readonly rescoreQueries?: readonly Json[] | undefined;
  /** `highlight_query` of each highlighted field. */
  readonly highlightQueries?: readonly (Json | undefined)[] | undefined;
  /** `runtime_mappings` */
  readonly runtimeMappings?: JsonObject | undefined;
  /** Sources are shown as `mode: synthetic` would. */
  readonly synthetic?: boolean;
  /** Fields that the request sorts by. */
  readonly sortFields?: readonly string[] | undefined;
  /** Whether hits show fields, which may be those of documents in other indices. */
  readonly looksUp?: boolean;
}

/** A request's queries read with the mapping of one index. */
export interface PreparedIndex {
  readonly target: SearchTarget;
  /** As the caller sees it. */
  readonly mapping: MappingView;
  /** Which documents the caller may see; undefined: all. */
  readonly visible: VisibilityQuery | undefined;
  /** What is searched: the request's query and the filters of aliases. */
  readonly query: Query;
  /** The request's query alone. */
  readonly asked: Query;
  readonly highlightQueries: readonly (Query | undefined)[];
  readonly postFilter: Query | undefined;
  readonly rescoreQueries: readonly Query[];
  readonly innerHits: readonly InnerHitsRequest[];
  readonly aggregations: SubAggregations;
  /** The queries within the aggregations. */
  readonly bucketQueries: readonly Query[];
  readonly boost: number;
  readonly numberOfShards: number;
  /** Runtime fields that the request asks for; undefined: there are none. */
  readonly askedFields: AskedFields | undefined;
  /** What is told of slow searches; undefined: nothing. */
  readonly slow: SlowSearches | undefined;
  /** What is wrong with the runtime fields of the request: the failure of each shard. */
  readonly failure: RequestError | undefined;
}

/** One shard to be searched. `searcher` is undefined when the shard is not there. */
export interface PreparedShard {
  readonly index: PreparedIndex;
  readonly shard: number;
  /** Its place among the shards of the request. */
  readonly place: number;
  readonly searcher: ShardSearcher | undefined;
  readonly view: SearcherView;
  /** The segments of `view`, where runtime fields are asked for. */
  readonly widened: WidenedShard | undefined;
  /** What the statistics of a profiled search took; absent: they are those of the shard alone. */
  readonly statistics?: StatisticsMeasure | undefined;
}

/** Everything that belongs to one request. */
export interface RequestScope {
  readonly registry: SearcherRegistry;
  readonly contexts: ContextSource;
  readonly nowMs: number;
  readonly turn?: Turn | undefined;
  readonly settings?: SearchSettings | undefined;
  readonly warn: (message: string) => void;
  /** What the bodies of the call refer to, as far as that is known. */
  readonly references: readonly ResolvedReference[] | undefined;
  /** What planning costs the request; undefined: nobody counts. */
  readonly planning?: PlanningWork | undefined;
}

/**
 * Reads the queries for each target. Throws 400 for what cannot be read at all, and NeedsReferences where more must be
 * known before.
 */
export function prepareIndices(
  targets: readonly SearchTarget[],
  queries: IndexQueries,
  scope: RequestScope,
  boosts: readonly IndexBoost[] = [],
): PreparedIndex[] {
  const references = new RequestReferences(scope.references);
  const { maxBuckets } = scope.settings ?? defaultSearchSettings;
  const environment = (mapping: MappingView, warn: RequestScope["warn"], shards: number): ReadEnvironment => ({
    nowMs: scope.nowMs,
    shards,
    reference: references.document,
    infer: references.infer,
    maxBuckets,
    size: queries.size,
    mapping,
    warn,
  });
  if (targets.length === 0) {
    readQueries(queries, [], environment(emptyMapping, scope.warn, 0));
    references.check();
    return [];
  }
  const boosted = boostedIndices(boosts, scope.registry);
  // A warning is told once, though every index reads the request.
  let warn = scope.warn;
  const indices = targets.map((target): PreparedIndex => {
    const { numberOfShards, runtime, mapping: known, slow } = knownIndex(target, scope.registry);
    // To who asks from another cluster, documents are in an index with the name of this one before its own.
    const mapping = target.cluster === undefined ? known : viewOver(known, { index: target.index });
    const { overlaid, failure } = withRequestFields(
      queries.synthetic ? withSyntheticSource(mapping) : mapping,
      queries.runtimeMappings,
    );
    const asked: AskedFields | undefined = overlaid.runtimeFields && new Map();
    const shown = grantedMapping(overlaid, target.access);
    const granted = asked ? askedMapping(shown, asked) : shown;
    const searched = target.shards?.length ?? numberOfShards;
    const read = readQueries(queries, target.filters, environment(granted, warn, searched));
    const visible = visibilityQuery(target.access, mapping, scope.nowMs);
    warn = () => undefined;
    const boost = boosted.get(ownName(target)) ?? 1;
    if (asked) askByBody([...(queries.sortFields ?? []), queries.aggregations ?? null], granted);
    if (queries.looksUp) references.addLookups(runtime);
    return {
      target,
      mapping: granted,
      visible,
      query: read.query,
      asked: read.asked,
      highlightQueries: read.highlightQueries,
      postFilter: read.postFilter,
      rescoreQueries: read.rescoreQueries,
      innerHits: read.innerHits,
      aggregations: read.aggregations,
      bucketQueries: read.bucketQueries,
      boost,
      numberOfShards,
      askedFields: asked,
      slow,
      failure,
    };
  });
  if (queries.looksUp) references.addLookups(queries.runtimeMappings);
  references.check();
  return indices;
}

function ownName({ index, cluster }: SearchTarget): string {
  return cluster === undefined ? index : index.slice(cluster.length + 1);
}

/** What is known of an index. One that is gone has nothing to ask: states of it that were held are missing. */
function knownIndex(
  { uuid, index, generations }: SearchTarget,
  registry: SearcherRegistry,
): Pick<IndexMetadata, "numberOfShards"> &
  Pick<PreparedIndex, "slow" | "mapping"> & { readonly runtime: Json | undefined } {
  if (generations && !registry.has(uuid))
    return { numberOfShards: generations.length, runtime: undefined, mapping: emptyMapping, slow: undefined };
  const { metadata, mapping } = registry.index(uuid, index);
  const slow = slowSearchesOf(metadata.settings);
  return { numberOfShards: metadata.numberOfShards, runtime: metadata.mapping["runtime"], mapping, slow };
}

/** The mapping with the runtime fields of a request, or what is wrong with them. */
function withRequestFields(
  mapping: MappingView,
  fields: JsonObject | undefined,
): { readonly overlaid: MappingView; readonly failure: RequestError | undefined } {
  if (!fields || Object.keys(fields).length === 0) return { overlaid: mapping, failure: undefined };
  try {
    return {
      overlaid: overlaidMapping(mapping, parseRequestFields(fields, mapping.scripts.atOnce)),
      failure: undefined,
    };
  } catch (error) {
    if (error instanceof RequestError) return { overlaid: mapping, failure: error };
    throw error;
  }
}

/**
 * Factors by index: of several for one index the first counts. Throws 404 for a name that is neither index nor alias.
 */
function boostedIndices(boosts: readonly IndexBoost[], registry: SearcherRegistry): Map<string, number> {
  const factors = new Map<string, number>();
  for (const { index, boost, mayBeMissing } of boosts) {
    for (const name of registry.indicesOf(index, mayBeMissing)) if (!factors.has(name)) factors.set(name, boost);
  }
  return factors;
}

/** The part of the query cache that a request uses; undefined: none (`index.queries.cache.enabled`). */
function queryCacheOf(
  { target, mapping }: PreparedIndex,
  shard: number,
  segments: readonly SegmentReader[],
  { registry, turn }: RequestScope,
): RequestQueryCache | undefined {
  if (mapping.setting("index.queries.cache.enabled") === "false") return undefined;
  return registry.queryCache?.forRequest(target.uuid, shard, segments, turn?.isTrial ?? false);
}

/** A shard with its current searcher; its view shows every live document. */
function acquireShard(index: PreparedIndex, shard: number, scope: RequestScope, cached: boolean): PreparedShard {
  const { uuid, generations } = index.target;
  const searcher = scope.registry.acquire(uuid, shard, generations?.[shard]);
  const segments = searcher?.segments ?? [];
  const parts = {
    index: index.target.index,
    shard,
    segments,
    liveDocs: searcher?.liveDocs ?? [],
    mapping: index.mapping,
    nowMs: scope.nowMs,
    allowsExpensive: scope.settings?.allowExpensiveQueries,
    planning: scope.planning,
    queryCache: cached ? queryCacheOf(index, shard, segments, scope) : undefined,
  };
  const view = createSearcherView(parts);
  if (!searcher || !index.askedFields) return { index, shard, place: 0, searcher, view, widened: undefined };
  const [canPlan, canFilter] = [index.query, index.postFilter].map((query) => askByQuery(query, view));
  for (const query of [...index.highlightQueries, ...index.rescoreQueries, ...index.bucketQueries])
    askByQuery(query, view);
  // A query that cannot be planned needs no values, and what is wrong with it is told before what is wrong with these.
  if (index.askedFields.size === 0 || !canPlan || !canFilter)
    return { index, shard, place: 0, searcher, view, widened: undefined };
  const fields = new Map(index.askedFields);
  const widened = new WidenedShard({
    searcher,
    seeing: { mapping: index.mapping, access: index.target.access },
    fields,
    cache: scope.registry.runtimeColumns,
  });
  return {
    index,
    shard,
    place: 0,
    searcher,
    view: createSearcherView({ ...parts, segments: widened.segments }),
    widened,
  };
}

/** The shard's view with the documents that the caller may see. */
function* visibleView(
  visible: VisibilityQuery,
  { index, shard, view, searcher }: PreparedShard,
  scope: RequestScope,
): Generator<void, SearcherView> {
  const { nowMs, allowsExpensive } = view;
  const segments = searcher?.segments ?? [];
  const queryCache = queryCacheOf(index, shard, segments, scope);
  const parts = {
    index: view.index,
    shard,
    segments,
    mapping: index.mapping,
    nowMs,
    allowsExpensive,
    planning: view.planning,
  };
  const asked: AskedFields = new Map();
  const mapping = visible.mapping.runtimeFields ? askedMapping(visible.mapping, asked) : visible.mapping;
  // Roles may ask with queries that searches must not: they are given by who administrates.
  let whole = createSearcherView({ ...parts, mapping, allowsExpensive: true, liveDocs: view.liveDocs, queryCache });
  if (searcher && visible.mapping.runtimeFields) {
    askByQuery(visible.query, whole);
    const widened = new WidenedShard({
      searcher,
      seeing: { mapping: visible.mapping, access: undefined },
      fields: asked,
      cache: scope.registry.runtimeColumns,
    });
    yield* widened.makeAll(uncountedWork, scope.turn);
    whole = createSearcherView({
      ...parts,
      mapping,
      allowsExpensive: true,
      liveDocs: view.liveDocs,
      segments: widened.segments,
    });
  }
  const liveDocs = yield* visibleDocs(visible, whole, { contexts: scope.contexts, turn: scope.turn });
  return createSearcherView({
    ...parts,
    segments: view.segments,
    liveDocs,
    hidesDocuments: true,
    queryCache: view.queryCache,
  });
}

/**
 * The shards of the indices, by number, then by name of the index; documents that the caller may not see are left out
 * of the live ones. Searchers are acquired: release them all. `cached`: the query cache may be used, which a profiled
 * search does not.
 */
export function* acquireShards(
  indices: readonly PreparedIndex[],
  scope: RequestScope,
  globalStatistics: boolean,
  cached = true,
): Generator<void, PreparedShard[]> {
  const acquired: PreparedShard[] = [];
  let shards: PreparedShard[] | undefined;
  try {
    for (const index of indices) {
      const { shards: numbers } = index.target;
      if (numbers) for (const shard of numbers) acquired.push(acquireShard(index, shard, scope, cached));
      else
        for (let shard = 0; shard < index.numberOfShards; shard++)
          acquired.push(acquireShard(index, shard, scope, cached));
    }
    shards = yield* withVisibleDocuments(acquired, scope);
  } finally {
    if (!shards) releaseShards(acquired);
  }
  shards.sort((left, right) => left.shard - right.shard || (left.view.index < right.view.index ? -1 : 1));
  const measures =
    globalStatistics && !cached ? shards.map(() => ({ terms: newMeasured(), fields: newMeasured() })) : undefined;
  const shown = shards.map((shard) => shard.view);
  const views = globalStatistics ? withGlobalStatistics(shown, measures) : [];
  return shards.map(({ index, shard, searcher, view, widened }, place) => ({
    index,
    shard,
    place,
    searcher,
    view: views[place] ?? view,
    widened,
    statistics: measures?.[place],
  }));
}

function* withVisibleDocuments(acquired: PreparedShard[], scope: RequestScope): Generator<void, PreparedShard[]> {
  if (acquired.every(({ index }) => index.visible === undefined)) return acquired;
  const shards: PreparedShard[] = [];
  for (const shard of acquired) {
    const { visible } = shard.index;
    shards.push(visible ? { ...shard, view: yield* visibleView(visible, shard, scope) } : shard);
  }
  return shards;
}

/** Gives all searchers back. */
export function releaseShards(shards: readonly PreparedShard[]): void {
  for (const shard of shards) shard.searcher?.release();
}

function withSyntheticSource(mapping: MappingView): MappingView {
  return mapping.syntheticLoader ? viewOver(mapping, { sourceLoader: mapping.syntheticLoader() }) : mapping;
}
