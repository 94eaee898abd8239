/** A whole search: read, query phase, fetch phase, response. */
import { fromPortableError, RequestError } from "../../compat/errors.ts";
import { ownOf } from "../../core/names.ts";
import { stringifyJson } from "../../core/stringify-json.ts";
import { planningWork } from "../../query/automata/request-automata.ts";
import type { CallRuntime } from "../search-action.ts";
import type { CallItem } from "../call-item.ts";
import { hiddenDocuments, hidesDocuments } from "../hidden-documents.ts";
import { acquireShards, type PreparedShard, prepareIndices, releaseShards } from "../shard/prepare-shards.ts";
import { queryPhase, type QueryPhaseResult } from "../shard/query-phase.ts";
import { mayBeLong } from "../executor/long-steps.ts";
import { skippedShards } from "./skipped-shards.ts";
import { MemoryAccount } from "../shard/request-accounts.ts";
import { RequestControl } from "../shard/request-control.ts";
import { fetchHits } from "../shard/fetch-hits.ts";
import type { LookUp } from "../../hits/fetch/lookup-fields.ts";
import { renderSearch } from "../render-search.ts";
import { parseSearchBody } from "../request/parse-request.ts";
import { applyParameters } from "../request/request-parameters.ts";
import { applySearchSettings, type SearchRequest } from "../request/search-request.ts";

/** Reads body and parameters. Throws 400. */
export function readSearch(item: CallItem): SearchRequest {
  const request = parseSearchBody(item.body);
  applyParameters(request, item.parameters);
  return request;
}

/** Runs a request; answers the response object. Throws RequestError. */
export function* runSearch(
  request: SearchRequest,
  item: CallItem,
  runtime: CallRuntime,
): Generator<void, Record<string, unknown>> {
  applySearchSettings(request, runtime.settings);
  const control = new RequestControl(item.control, request.timeoutMs, runtime.turn, new MemoryAccount(runtime.memory));
  if (runtime.turn.isOnly && mayBeLong(request)) yield;
  try {
    return yield* searchWith(control, request, item, runtime);
  } finally {
    control.memory.release();
  }
}

function* searchWith(
  control: RequestControl,
  request: SearchRequest,
  item: CallItem,
  runtime: CallRuntime,
): Generator<void, Record<string, unknown>> {
  const queries = {
    text: item.body,
    root: request.body,
    query: request.query,
    postFilter: request.postFilter,
    rescoreQueries: request.rescore.map((rescorer) => rescorer.query),
    aggregations: request.aggregations,
    highlightQueries: request.highlight?.fields.map((field) => field.options.query),
    runtimeMappings: request.runtimeMappings,
    sortFields: request.sort.flatMap((spec) => (spec.kind === "field" || spec.kind === "geo" ? [spec.field] : [])),
  };
  if (request.profile && hidesDocuments(item))
    throw hiddenDocuments("A search request cannot be profiled if document level security is enabled");
  const scope = { ...runtime, planning: planningWork(control.memory.reserve, control.checkCancelled) };
  const indices = prepareIndices(item.targets, queries, scope, request.indicesBoost);
  const shards = yield* acquireShards(indices, scope, request.globalStatistics, !request.profile);
  const working = { ...runtime, lookUp: lookUpFor(item, runtime) };
  try {
    const skipped = skippedShards(request, shards);
    const asked = shards.filter((shard) => !skipped.has(shard));
    const found = yield* queryPhase(request, asked, control, working);
    const hits = yield* fetchHits(request, found.hits, control, working);
    const outcome = {
      request,
      shardCount: shards.length,
      skippedCount: skipped.size,
      found,
      hits,
      tookMs: runtime.tookMs(),
      human: item.human,
      nodeId: runtime.nodeId,
      maxBuckets: runtime.settings.maxBuckets,
    };
    return renderSearch(outcome);
  } finally {
    releaseShards(shards);
  }
}

/** Searches the indices that fields of runtime type `lookup` name, as far as the caller may. */
function lookUpFor(item: CallItem, runtime: CallRuntime): LookUp {
  const { lookups } = item;
  if (!lookups) return nothingThere;
  return function* (targetIndex, body) {
    const known = ownOf(lookups, targetIndex);
    if (!known || "error" in known) throw known ? fromPortableError(known.error) : noSuchIndex(targetIndex);
    // What is looked up looks up nothing itself.
    const inner: CallItem = {
      ...item,
      body: stringifyJson(body),
      targets: known.targets,
      parameters: {},
      lookups: undefined,
    };
    return yield* runSearch(readSearch(inner), inner, runtime);
  };
}

/** Finds nothing, wherever it is asked to. */
function* nothingThere(): Generator<void, Record<string, unknown>> {
  yield* [];
  return { hits: { hits: [] } };
}

function noSuchIndex(name: string): RequestError {
  const details = { "resource.type": "index_or_alias", "resource.id": name, index_uuid: "_na_", index: name };
  return new RequestError(404, "index_not_found_exception", `no such index [${name}]`, { details });
}

/** Runs the query phase alone. */
export function* runQuery(
  request: SearchRequest,
  item: CallItem,
  runtime: CallRuntime,
): Generator<void, { found: QueryPhaseResult; shards: number }> {
  applySearchSettings(request, runtime.settings);
  const control = new RequestControl(item.control, request.timeoutMs, runtime.turn, new MemoryAccount(runtime.memory));
  if (runtime.turn.isOnly && mayBeLong(request)) yield;
  let shards: readonly PreparedShard[] = [];
  try {
    const scope = { ...runtime, planning: planningWork(control.memory.reserve, control.checkCancelled) };
    const indices = prepareIndices(item.targets, { text: item.body, root: request.body, query: request.query }, scope);
    shards = yield* acquireShards(indices, scope, false);
    return {
      found: yield* queryPhase(request, shards, control, { ...runtime, lookUp: nothingThere }),
      shards: shards.length,
    };
  } finally {
    releaseShards(shards);
    control.memory.release();
  }
}
