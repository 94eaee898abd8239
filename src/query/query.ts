/**
 * Queries: what a query kind's `parse` answers. A query knows nothing of segments; planned against a searcher it
 * becomes a plan with statistics, and per segment an operator.
 */
import type { Operator, OperatorContext } from "./operator.ts";
import type { SegmentReader } from "../segment/segment-reader.ts";
import type { MappingView } from "../mapping/mapping-view.ts";
import type { PlanningWork } from "./automata/request-automata.ts";
import type { RequestQueryCache } from "./query-cache/query-cache.ts";

/** Term statistics of the whole shard: deleted but unmerged documents included, as in Elasticsearch. */
export interface TermStatistics {
  readonly docFreq: number;
  readonly totalTermFreq: number;
}

/** Field statistics of the whole shard. */
export interface FieldStatistics {
  /** Documents with the field. */
  readonly docCount: number;
  readonly sumDocFreq: number;
  readonly sumTotalTermFreq: number;
}

/** One shard's segments, read by one thread for one request. Statistics are per shard. */
export interface SearcherView {
  readonly index: string;
  readonly shard: number;
  readonly segments: readonly SegmentReader[];
  /** Live documents of each segment (bit set, u32 words); undefined: all live. */
  readonly liveDocs: readonly (Uint32Array | undefined)[];
  /**
   * The live documents leave out what the caller may not see: nothing may be told of the others, not even which terms
   * they have. Absent: false.
   */
  readonly hidesDocuments?: boolean | undefined;
  readonly mapping: MappingView;
  /** Path of the nested documents that the segments hold (NestedReader); absent: they hold the documents. */
  readonly nestedPath?: string | undefined;
  /** Documents of the shard, nested ones and deleted but unmerged ones included. */
  readonly maxDoc: number;
  termStatistics(field: string, term: Uint8Array): TermStatistics;
  fieldStatistics(field: string): FieldStatistics;
  /** Now, in milliseconds, the same for the whole request. */
  readonly nowMs: number;
  /** No shard stands behind it: that it has no documents says nothing of the matches. */
  readonly withoutShard?: true | undefined;
  /** search.allow_expensive_queries; absent: true. */
  readonly allowsExpensive?: boolean | undefined;
  /** What planning costs the request; undefined: nobody counts. */
  readonly planning?: PlanningWork | undefined;
  /** Sets of documents that filters matched before; undefined: none are used or kept. */
  readonly queryCache?: RequestQueryCache | undefined;
}

/** A score explanation, as `_explanation` and `_explain` show it. */
export interface Explanation {
  readonly value: number;
  readonly description: string;
  readonly details: readonly Explanation[];
  /** False for "no matching clause" and the like. */
  readonly match: boolean;
}

/** A term or phrase that a query looks for in a field, for highlighting. */
export interface HighlightTerm {
  readonly field: string;
  /**
   * Words of a phrase in order, or a single one; UTF-8 text. `matches` decides for prefixes, wildcards and the like.
   */
  readonly words: readonly string[];
  readonly slop: number;
  readonly matches?: (term: string) => boolean;
  readonly boost: number;
}

/** A query planned for one shard. */
export interface Plan {
  /**
   * The operator on a segment, or undefined when nothing in it can match. About `leadCost` documents will be asked for;
   * absent: all.
   */
  operator(context: OperatorContext, leadCost?: number): Operator | undefined;
  /** Number of matching documents in the segment, deleted ones included, when known without looking (df, all, none). */
  count?(segment: SegmentReader): number | undefined;
  /** Why a document has its score. */
  explain(segment: SegmentReader, doc: number): Explanation;
  /** Name and operands as the profile shows them. */
  readonly description: string;
  readonly kind: string;
  readonly children: readonly Plan[];
  /** Set by `_name`: reported in matched_queries. */
  readonly name?: string | undefined;
}

/** What the parent wants: scores or matches only, and the product of boosts from the root. */
export interface PlanOptions {
  readonly scored: boolean;
  readonly boost: number;
}

/** A parsed query. Immutable; may be planned on any number of shards. */
export interface Query {
  readonly kind: string;
  readonly boost: number;
  readonly name?: string | undefined;
  plan(searcher: SearcherView, options: PlanOptions): Plan;
  /**
   * Whether mapping and smallest and largest dates tell that nothing on the shard can match; undefined: they never do.
   */
  readonly cannotMatch?: ((searcher: SearcherView) => boolean) | undefined;
  /** Adds what the query looks for, for highlighting; queries under must_not add nothing. */
  highlightTerms(searcher: SearcherView, add: (term: HighlightTerm) => void): void;
}
