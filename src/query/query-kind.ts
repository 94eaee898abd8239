/** The interface of a query kind: one documented query, one file in `kinds/`, one line in `kinds.ts`. */
import type { Json, JsonObject } from "../core/json.ts";
import type { MappingView } from "../mapping/mapping-view.ts";
import type { DocumentReference } from "./document-reference.ts";
import type { InferenceQuestion } from "./inference-question.ts";
import type { InnerHits } from "./inner-hits.ts";
import type { Query } from "./query.ts";

/** What a query kind can use while parsing. */
export interface ParseContext {
  /** Mapping of the index the query will run on; queries are parsed once for each index. */
  readonly mapping: MappingView;
  readonly nowMs: number;
  /** How many hits the request asks for; undefined: it is not a search. */
  readonly size: number | undefined;
  /** Nesting depth so far; `parseQuery` refuses more than indices.query.bool.max_nested_depth (30). */
  readonly depth: number;
  /** Parses an inner query: `{kind: body}`. Its inner hits are added to `innerHits`; absent: to those of this one. */
  parseQuery(body: Json, innerHits?: InnerHits[]): Query;
  /** Inner hits that are shown with the hits of the whole query. */
  readonly innerHits: InnerHits[];
  /** Throws RequestError for `inner_hits` with an option that is unknown or wrong. */
  checkInnerHits(body: JsonObject): void;
  /**
   * Parses a query that stands by itself: it was stored, and belongs to no request. `lookups`: what it took from
   * documents elsewhere then.
   */
  parseStored(body: Json, mapping: MappingView, lookups: readonly Json[]): Query;
  /** Counts clauses of the whole query; a query with too many fails on each shard (`too_many_nested_clauses`). */
  countClause(): void;
  clauseCount(): number;
  /** Throws for a kind that is not allowed in this place. */
  checkKind(name: string): void;
  /**
   * Returns the value at a path of another document; undefined while it is unknown: the query is then parsed again once
   * it is known, and never planned before. Undefined function: queries may not refer to other documents.
   */
  readonly reference: ((place: DocumentReference) => Json | undefined) | undefined;
  /**
   * Returns what an inference endpoint answers, a list with one object for each text; undefined while it is unknown, as
   * of `reference`.
   */
  readonly infer: ((question: InferenceQuestion) => readonly JsonObject[] | undefined) | undefined;
  /** Adds a deprecation warning to the response (header `Warning: 299`). */
  warn(message: string): void;
}

/** A documented query. */
export interface QueryKind {
  readonly name: string;
  /** One sentence for the generated documentation. */
  readonly summary: string;
  /** Parses the body (the value under the kind's name); throws RequestError for anything unknown. */
  parse(body: Json, context: ParseContext): Query;
}
