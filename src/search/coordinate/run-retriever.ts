/**
 * Runs retrievers: each search within them on the same states of the shards, and what they find together becomes a list
 * of documents with scores that the search itself refers to (`RankDocsRetrieverBuilder`).
 */
import { errorBody, RequestError } from "../../compat/errors.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import type { InferenceQuestion } from "../../query/inference-question.ts";
import type { RankedDocs } from "../../query/ranked/ranked-docs.ts";
import { applyLeaf } from "../request/retrieve/retriever-request.ts";
import {
  isCompound,
  type CompoundRetriever,
  type RankedHit,
  type Rerank,
  type Retriever,
} from "../request/retrieve/retriever.ts";
import { emptyRequest, type SearchRequest } from "../request/search-request.ts";
import type { HitReference } from "../shard-result.ts";

/** Lists of what retrievers find: their hits, and what sections for nearest vectors add to totals. */
export const RETRIEVER_LISTS = 2;

/** Finds the hits of a search on the shards of the request; `found`: what its query refers to. */
export type FindHits = (
  request: SearchRequest,
  found: readonly RankedHit[] | undefined,
) => Generator<void, readonly HitReference[]>;

/** What retrievers run with. */
export interface RetrieverRun {
  readonly request: SearchRequest;
  readonly find: FindHits;
  /** The text of a field of each hit; empty where it has none. */
  readonly read: (hits: readonly HitReference[], field: string) => Generator<void, readonly string[]>;
  /** What an inference endpoint answers. Throws NeedsReferences, and what the endpoint fails with. */
  readonly infer: (question: InferenceQuestion) => readonly JsonObject[];
  /** The place of a hit among all documents of the request: of equal scores the first counts. */
  readonly compare: (left: HitReference, right: HitReference) => number;
}

/** Adds what the retriever of a request finds, as list 0, and what shows beside it in totals and aggregations. */
export function* runRetriever(
  retriever: CompoundRetriever,
  ranked: RankedDocs,
  run: RetrieverRun,
): Generator<void, void> {
  const { request } = run;
  const sections: RankedHit[] = [];
  const found = yield* retrieve(retriever, [], { ...run, sections });
  addTo(ranked, 0, found);
  addTo(
    ranked,
    1,
    sections.map((each) => ({ ...each, score: 0 })),
  );
  request.size = Math.min(request.size, Math.max(0, found.length - request.from));
}

/** Adds hits to a list. */
export function addTo(ranked: RankedDocs, list: number, found: readonly RankedHit[]): void {
  const seen = new Set<string>();
  for (const { key, hit, score } of found) {
    if (seen.has(key)) continue;
    seen.add(key);
    const { shard } = hit;
    ranked.add(list, { index: shard.index, shard: shard.shard, segment: hit.hit.segment, doc: hit.hit.doc, score });
  }
}

interface Retrieving extends RetrieverRun {
  /** What sections for nearest vectors found. */
  readonly sections: RankedHit[];
}

function* retrieve(
  retriever: CompoundRetriever,
  above: readonly Json[],
  run: Retrieving,
): Generator<void, readonly RankedHit[]> {
  const filters = [...above, ...retriever.filters];
  const lists: (readonly RankedHit[])[] = [];
  const failures: { readonly kind: string; readonly error: RequestError }[] = [];
  for (const child of retriever.children) {
    try {
      lists.push(yield* childHits(retriever, child, filters, run));
    } catch (error) {
      if (!(error instanceof RequestError) || error.type !== "search_phase_execution_exception") throw error;
      failures.push({ kind: child.kind, error });
    }
  }
  if (failures.length > 0) throw childrenFailed(retriever, failures);
  const best = retriever.merge(lists);
  const merged = retriever.rerank ? [...(yield* reranked(retriever.rerank, best, run))] : [...best];
  merged.sort((left, right) => right.score - left.score || run.compare(left.hit, right.hit));
  const enough = retriever.minScore === undefined ? merged : merged.filter(({ score }) => score >= retriever.minScore!);
  return enough.slice(0, retriever.window);
}

/** The hits with the scores that a model gives their texts. */
function* reranked(
  { endpoint, text, field, allowsFailures }: Rerank,
  hits: readonly RankedHit[],
  { read, infer }: RetrieverRun,
): Generator<void, readonly RankedHit[]> {
  if (hits.length === 0) return hits;
  const texts = yield* read(
    hits.map(({ hit }) => hit),
    field,
  );
  const question = { asker: "text_similarity_reranker", endpoint, task: "rerank", input: texts, query: text } as const;
  try {
    return infer(question).flatMap(({ index, relevance_score: score }) => {
      const hit = hits[Number(index)];
      return hit ? [{ ...hit, score: Math.fround(Number(score)) }] : [];
    });
  } catch (error) {
    if (!(error instanceof RequestError) || !allowsFailures) throw error;
    return hits;
  }
}

function childrenFailed(
  { kind }: CompoundRetriever,
  failures: readonly { readonly kind: string; readonly error: RequestError }[],
): RequestError {
  const status = Math.max(...failures.map(({ error }) => error.status));
  const names = failures.map((failure) => `[${failure.kind}]`).join(", ");
  const reason = `[${kind}] search failed - retrievers '${names}' returned errors. All failures are attached as suppressed exceptions.`;
  return new RequestError(status, "status_exception", reason, {
    details: { suppressed: failures.map(({ error }) => errorBody(error)) },
  });
}

function* childHits(
  parent: CompoundRetriever,
  child: Retriever,
  filters: readonly Json[],
  run: Retrieving,
): Generator<void, readonly RankedHit[]> {
  const request = childRequest(run.request, parent.window);
  if (!isCompound(child)) {
    applyLeaf(request, child, filters);
    parent.change?.(request);
    const found = yield* hitsOf(request, undefined, run);
    if (child.section) run.sections.push(...found);
    return found;
  }
  const found = yield* retrieve(child, filters, run);
  if (parent.again) {
    parent.again(request);
    return yield* hitsOf(request, found, run);
  }
  if (!parent.around) return found;
  const first = yield* hitsOf({ ...request, query: parent.around({ match_none: {} }) }, undefined, run);
  const kept = yield* hitsOf({ ...request, postFilter: parent.around({ match_all: {} }) }, found, run);
  const named = new Set(first.map(({ key }) => key));
  return [...first, ...kept.filter(({ key }) => !named.has(key))].slice(0, parent.window);
}

function* hitsOf(
  request: SearchRequest,
  found: readonly RankedHit[] | undefined,
  { find }: RetrieverRun,
): Generator<void, readonly RankedHit[]> {
  const hits = yield* find(request, found);
  return hits.map((hit) => ({ key: keyOf(hit), hit, score: hit.hit.score }));
}

function keyOf({ shard: { uuid, shard }, hit: { segment, doc } }: HitReference): string {
  return `${uuid}/${shard}/${segment}/${doc}`;
}

/** A search within retrievers: what all searches of a request share. */
function childRequest(request: SearchRequest, size: number): SearchRequest {
  return {
    ...emptyRequest(),
    text: request.text,
    body: request.body,
    size,
    trackTotalHits: 0,
    runtimeMappings: request.runtimeMappings,
    forceSyntheticSource: request.forceSyntheticSource,
    timeoutMs: request.timeoutMs,
    allowPartialResults: request.allowPartialResults,
    indicesBoost: request.indicesBoost,
    usedQueries: request.usedQueries,
  };
}
