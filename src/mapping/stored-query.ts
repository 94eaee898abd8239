/** Stored queries: what is indexed of a query, so that a document finds the queries that may match it. */
import type { Json, JsonObject } from "../core/json.ts";
import type { DocumentInput } from "./document-parser.ts";
import { hasStoredQueries, type ObjectNode } from "./mapping-tree.ts";
import type { MappingView } from "./mapping-view.ts";
import { sourceMember } from "./source-member.ts";

/**
 * The member of sources with what stored queries have taken from documents elsewhere. It is looked up once, when the
 * query is stored, and stays with the document: what is replayed, copied or merged asks nobody any more.
 */
export const STORED_LOOKUPS = "_percolator_lookups";

export const lookupsMember = sourceMember(STORED_LOOKUPS);

/** What was looked up for a document; `lookups` of the input stand in place of those of its source. */
export function lookupsOf({ lookups, source }: DocumentInput): readonly Json[] {
  if (lookups) return lookups;
  const kept = Object.hasOwn(source, STORED_LOOKUPS) ? source[STORED_LOOKUPS] : undefined;
  return Array.isArray(kept) ? kept : [];
}

/** Whether a name of a document is that member, which is mapped nowhere. */
export function isLookups(name: string, root: ObjectNode): boolean {
  return name === STORED_LOOKUPS && hasStoredQueries(root);
}

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
  /** What the query has taken from documents elsewhere; without it the query is not what it was. */
  readonly lookups: readonly JsonObject[];
}

/** Reads the queries of a document, with what was looked up for it. */
export type DocumentQueries = (query: Json, lookups: readonly Json[]) => StoredQuery;

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
 * cannot be stored. `lookups`: what is known of documents elsewhere.
 */
export type QueryReader = (query: Json, mapping: MappingView, lookups: readonly Json[]) => StoredQuery;
