/** Stored queries: what is indexed of a query, so that a document finds the queries that may match it. */
import type { Json } from "../core/json.ts";
import type { MappingView } from "./mapping-view.ts";

/** What a document must have for a stored query to match, as far as the query can tell. */
export interface StoredQuery {
  /**
   * `complete`: a document with `minimum` of the terms matches; `partial`: it may match, and the query must be run;
   * `failed`: any document may match.
   */
  readonly extraction: "complete" | "partial" | "failed";
  readonly terms: readonly QueryTerm[];
  readonly ranges: readonly QueryRange[];
  /** The minimum number of these terms and ranges that a matching document has; undefined when unknown. */
  readonly minimum: number | undefined;
}

/** A required term. */
export interface QueryTerm {
  readonly field: string;
  readonly term: Uint8Array;
}

/** A required range: inclusive bounds of equal length, in unsigned byte order. */
export interface QueryRange {
  readonly field: string;
  readonly from: Uint8Array;
  readonly to: Uint8Array;
}

/**
 * Parses a query for a mapping. Throws RequestError with Elasticsearch's message for an invalid query, or one that
 * cannot be stored.
 */
export type QueryReader = (query: Json, mapping: MappingView) => StoredQuery;
