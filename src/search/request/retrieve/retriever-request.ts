/** What retrievers make of a search. */
import { illegalArgument } from "../../../compat/errors.ts";
import type { Json, JsonObject } from "../../../core/json.ts";
import type { SearchRequest } from "../search-request.ts";
import { isCompound, type LeafRetriever, type Retriever } from "./retriever.ts";

/** A search says what a retriever says that is a search itself; `filters`: of those that it is within. */
export function applyLeaf(request: SearchRequest, leaf: LeafRetriever, filters: readonly Json[] = []): void {
  const all = [...filters, ...leaf.filters];
  if (leaf.section) {
    request.knn = [withFilters(leaf.section, all)];
    return;
  }
  request.minScore = leaf.minScore ?? request.minScore;
  request.query = filtered(leaf.query, all);
  request.sort = leaf.sort;
  request.searchAfter = leaf.searchAfter;
  request.terminateAfter = leaf.terminateAfter;
  request.collapse = leaf.collapse ?? request.collapse;
}

function withFilters(section: JsonObject, filters: readonly Json[]): JsonObject {
  return filters.length === 0 ? section : { ...section, filter: [...filters] };
}

function filtered(query: Json | undefined, filters: readonly Json[]): Json | undefined {
  if (filters.length === 0) return query;
  return { bool: query === undefined ? { filter: [...filters] } : { must: [query], filter: [...filters] } };
}

/**
 * Makes a search do what its retriever says. What a compound one finds is known when it has run: the query is whatever
 * its searches match, which counts in totals and aggregations.
 */
export function applyRetriever(request: SearchRequest, retriever: Retriever): void {
  if (!isCompound(retriever)) {
    request.retriever = undefined;
    applyLeaf(request, retriever);
    return;
  }
  const queries = sourceQueries(retriever, []);
  request.retriever = retriever;
  request.query = queries.length === 0 ? undefined : { bool: { filter: [{ bool: { should: queries } }] } };
  // With a least score anywhere nothing counts but what is ranked.
  if (hasMinScore(retriever)) request.minScore = retriever.minScore ?? LEAST_SCORE;
}

/** The least float above 0. */
const LEAST_SCORE = 2 ** -149;

function hasMinScore(retriever: Retriever): boolean {
  return retriever.minScore !== undefined || (isCompound(retriever) && retriever.children.some(hasMinScore));
}

/** What the searches within a retriever match. */
function sourceQueries(retriever: Retriever, above: readonly Json[]): Json[] {
  const filters = [...above, ...retriever.filters];
  if (isCompound(retriever)) {
    const own = retriever.children.flatMap((child) => sourceQueries(child, filters));
    const { around } = retriever;
    return around ? [around(own.length === 0 ? { match_none: {} } : { bool: { should: own } })] : own;
  }
  const [wrong] = retriever.onlyAlone;
  if (wrong !== undefined) throw illegalArgument(`[${wrong}] cannot be used in children of compound retrievers`);
  return retriever.section ? [] : [filtered(retriever.query, filters) ?? { match_all: {} }];
}
