/**
 * Queries: the result of a query kind's `parse`. A query knows nothing of segments; planned against a searcher it
 * becomes a plan with statistics, which makes an operator for each segment.
 */
import type { JsonObject } from "../core/json.ts";
import type { Operator, OperatorContext } from "./operator.ts";
import type { SegmentReader } from "../segment/segment-reader.ts";
import type { MappingView } from "../mapping/mapping-view.ts";
import type { PlanningWork } from "./automata/request-automata.ts";
import type { RequestQueryCache } from "./query-cache/query-cache.ts";

/** Term statistics of the whole shard, including deleted but unmerged documents, as in Elasticsearch. */
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
   * `liveDocs` excludes documents that the caller may not see: nothing about those may be revealed, not even their
   * terms. Absent: false.
   */
  readonly hidesDocuments?: boolean | undefined;
  readonly mapping: MappingView;
  /** Path of the nested documents that the segments hold (NestedReader); absent: they hold root documents. */
  readonly nestedPath?: string | undefined;
  /** Documents of the shard, including nested ones and deleted but unmerged ones. */
  readonly maxDoc: number;
  termStatistics(field: string, term: Uint8Array): TermStatistics;
  fieldStatistics(field: string): FieldStatistics;
  /** The current time in milliseconds, the same for the whole request. */
  readonly nowMs: number;
  /** There is no shard: the absence of documents does not mean that nothing matches. */
  readonly withoutShard?: true | undefined;
  /** search.allow_expensive_queries; absent: true. */
  readonly allowsExpensive?: boolean | undefined;
  /** Accounts for the cost of planning; undefined: not accounted. */
  readonly planning?: PlanningWork | undefined;
  /** Cached matches of filters; undefined: no cache. */
  readonly queryCache?: RequestQueryCache | undefined;
}

/** A score explanation, as in `_explanation` and `_explain`. */
export interface Explanation {
  readonly value: number;
  readonly description: string;
  readonly details: readonly Explanation[];
  /** False for explanations such as "no matching clause". */
  readonly match: boolean;
}

/** A term or phrase that a query looks for in a field, for highlighting. */
export interface HighlightTerm {
  readonly field: string;
  /**
   * The words of a phrase in order, or a single word; UTF-8 text. For prefixes, wildcards and the like, `matches`
   * decides instead.
   */
  readonly words: readonly string[];
  readonly slop: number;
  readonly matches?: (term: string) => boolean;
  readonly boost: number;
  /** Instead of words: what scores the chunks of a text that a model embeds; `all`: each of them matches. */
  readonly chunks?: Plan | "all";
}

/** A query planned for one shard. */
export interface Plan {
  /**
   * The operator on a segment; undefined when nothing in it can match. About `leadCost` documents will be tested;
   * absent: all.
   */
  operator(context: OperatorContext, leadCost?: number): Operator | undefined;
  /**
   * Number of matching documents in the segment, deleted ones included, when known without a search (df, all, none).
   */
  count?(segment: SegmentReader): number | undefined;
  /**
   * About how many documents of the segment are looked at to find the matches, see `plan-cost.ts`. Absent: as many as
   * `count` says, or as `children` look at, or all of them, one by one.
   */
  cost?(segment: SegmentReader): number;
  /** Explains the score of a document. */
  explain(segment: SegmentReader, doc: number): Explanation;
  /** Name and operands, as in the profile. */
  readonly description: string;
  readonly kind: string;
  readonly children: readonly Plan[];
  /** Parts that only change scores: nothing is looked for in them, but their names are told. */
  readonly scoring?: readonly Plan[] | undefined;
  /** What the profile shows in place of `children`, where Elasticsearch does not measure all parts. */
  readonly profiled?: readonly Plan[] | undefined;
  /** Vectors that were compared so far; absent: it compares none. */
  readonly vectorOperations?: number;
  /** Set where the documents are stored queries. */
  readonly percolation?: Percolation | undefined;
  /** Set by `_name`: reported in matched_queries. */
  readonly name?: string | undefined;
}

/** Stored queries that documents of a request match, on one shard. */
export interface Percolation {
  /** Distinguishes several percolations of one request. */
  readonly name: string;
  readonly documentCount: number;
  /** Numbers of the documents that a stored query matches, ascending; empty when there is no query. */
  slots(segment: SegmentReader, doc: number): number[];
  /** Shows a stored query together with the documents that it matches, which are read only during the call. */
  show<Shown>(segment: SegmentReader, doc: number, show: (match: PercolatedMatch) => Shown): Shown | undefined;
}

/** A stored query on the documents that it is matched against. */
export interface PercolatedMatch {
  readonly query: Query;
  readonly plan: Plan;
  readonly view: SearcherView;
  /** Sources of all documents, by number. */
  readonly sources: readonly JsonObject[];
  readonly slots: readonly number[];
}

/** What the parent needs: scores or only matches; and the product of boosts from the root. */
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
  /** Whether the mapping and the range of dates show that nothing on the shard can match; undefined: they never do. */
  readonly cannotMatch?: ((searcher: SearcherView) => boolean) | undefined;
  /** Adds what the query looks for, for highlighting; queries under must_not add nothing. */
  highlightTerms(searcher: SearcherView, add: (term: HighlightTerm) => void): void;
}
