/** Queries as values: what the index keeps of one, so that a document finds the queries that may match it. */
import type { Json } from "../core/json.ts";
import type { MappingView } from "./mapping-view.ts";

/** What a document must have for a stored query to match it, as far as the query tells. */
export interface StoredQuery {
  /**
   * `complete`: a document with `minimum` of the terms matches; `partial`: it may match, the query is to be asked;
   * `failed`: any document may match.
   */
  readonly extraction: "complete" | "partial" | "failed";
  readonly terms: readonly QueryTerm[];
  readonly ranges: readonly QueryRange[];
  /** How many of terms and ranges a document has at least; undefined where nothing is known of them. */
  readonly minimum: number | undefined;
}

/** A term that is looked for. */
export interface QueryTerm {
  readonly field: string;
  readonly term: Uint8Array;
}

/** A range that is looked for: two bounds of the same number of bytes, in unsigned byte order, both inclusive. */
export interface QueryRange {
  readonly field: string;
  readonly from: Uint8Array;
  readonly to: Uint8Array;
}

/**
 * Reads a query against a mapping. Throws RequestError in Elasticsearch's words for what is no query, or none that can
 * be stored.
 */
export type QueryReader = (query: Json, mapping: MappingView) => StoredQuery;
