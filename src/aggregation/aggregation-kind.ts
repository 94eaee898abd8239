/**
 * The interface of an aggregation: one documented aggregation, one file in `metric/` or `bucket/`, one line in
 * `kinds.ts`; a pipeline aggregation: one file in `pipeline/`, one line in `pipelines.ts`.
 */
import type { Json, JsonObject } from "../core/json.ts";
import type { FetchShard } from "../hits/fetch/fetch-phase.ts";
import type { MappingView } from "../mapping/mapping-view.ts";
import type { SegmentReader } from "../segment/segment-reader.ts";
import type { OperatorContext } from "../query/operator.ts";
import type { Query, SearcherView } from "../query/query.ts";
import type { CalendarUnit } from "./time/calendar-unit.ts";

/** What an aggregation kind can use while parsing. */
export interface AggregationParseContext {
  readonly mapping: MappingView;
  readonly nowMs: number;
  parseQuery(body: Json): Query;
  /** All documents that a request without a query would search: those that the filters of aliases leave. */
  readonly filter: Query;
  /** search.max_buckets */
  readonly maxBuckets: number;
  warn(message: string): void;
  /** The aggregation that is parsed needs scores, whatever its kind says. */
  needScores(): void;
  /** The kinds of the aggregations around it, from the top. */
  readonly around: readonly string[];
}

/** A documented aggregation. */
export interface AggregationKind {
  readonly name: string;
  readonly summary: string;
  /** Whether it makes buckets; others refuse sub-aggregations. */
  readonly bucket: boolean;
  /** Types of values that it supports, for the nodes info API; absent: none (`other`). */
  readonly valueTypes?: readonly string[];
  /** Parses the body; `children` are the parsed sub-aggregations. */
  parse(name: string, body: JsonObject, children: SubAggregations, context: AggregationParseContext): Aggregation;
}

/** A documented pipeline aggregation: computed from results after they are merged. */
export interface PipelineKind {
  readonly name: string;
  readonly summary: string;
  parse(name: string, body: JsonObject, context: AggregationParseContext): Pipeline;
}

/** The content of one `aggs` object of a request. */
export interface SubAggregations {
  readonly aggregations: readonly Aggregation[];
  /** In execution order: each after those that it reads. */
  readonly pipelines: readonly Pipeline[];
}

/**
 * The result of some aggregation; only the aggregation itself knows its type. Plain data: it travels between threads
 * and nodes.
 */
export type PartialResult = unknown;

/**
 * Results of the sub-aggregations of one bucket, or of the whole request, by position. After pipelines have run, their
 * results follow, undefined where there is none.
 */
export type ChildPartials = readonly PartialResult[];

/** The common part of all buckets. */
export interface ResultBucket {
  readonly docCount: number;
  readonly children: ChildPartials;
}

/** A rendered object: JSON, with bigints, and with `JsonText` for doubles that keep their decimal point. */
export type Rendered = Record<string, unknown>;

/**
 * What an order can read of an aggregation: its single value, one of several named values, or the document count of its
 * single bucket.
 */
export type SortableValue =
  | {
      readonly of: "single-value";
      /** Further values that only `buckets_path` can name. */
      readonly also?: readonly string[];
    }
  | {
      readonly of: "multi-value";
      readonly properties: readonly string[];
      /** The enumeration of Elasticsearch that names the properties; undefined: any number names one. */
      readonly javaEnum: string | undefined;
    }
  | { readonly of: "single-bucket" }
  /** Values that only `buckets_path` can name. */
  | { readonly of: "unsortable"; readonly properties: readonly string[] };

/** Renders a result `P` and reads its value. */
export interface ResultShape<P = PartialResult> {
  readonly name: string;
  readonly kind: string;
  readonly meta?: JsonObject;
  /** The response object of a merged partial result, without `meta`. */
  render(partial: P, render: RenderContext): Rendered;
  /** Prefix for typed_keys (`sterms`, `lterms`, `avg` …); may depend on the result. */
  typeName(partial: P): string;
  /** What a parent can order its buckets by and `buckets_path` can name; absent: nothing. */
  readonly sortable?: SortableValue;
  /**
   * The value of a merged result that `sortable` describes, NaN when there is none; `property` only for several values.
   */
  metric?(partial: P, property: string | undefined): number;
}

/**
 * How documents of a shard may be collected in parts: `merge` with `ofParts` makes of the results of several
 * collectors, whose shard `isPart`, what one would have told of all documents. `anywhere`: to the last bit, wherever
 * they are divided. `in-blocks`: sums of fractions depend on the order in which they are added up, so that the parts
 * must always be the same ones.
 */
export type Division = "anywhere" | "in-blocks";

/**
 * A parsed aggregation whose partial result is a `P`. Immutable. `parse` refuses what cannot be read; what does not fit
 * the index (a field's type, a format) is thrown by `collector`, so that it fails the shards of that index only.
 *
 * The tree holds aggregations of all kinds as `Aggregation<unknown>`: results keep the places of the aggregations that
 * made them and so come back to no other.
 */
export interface Aggregation<P = PartialResult> extends ResultShape<P> {
  /** Whether its collector needs scores; absent: it does not. */
  readonly needsScores?: boolean;
  /**
   * Whether it also shows what the query does not match, so that no shard may be left out (`mustVisitAllDocs`); absent:
   * it does not. Asked of the top level only, as in Elasticsearch.
   */
  readonly countsOthers?: boolean;
  /**
   * How the documents of this shard may be collected in parts, see Division; undefined, or absent: not at all. Answers
   * for its children too.
   */
  divides?(searcher: SearcherView): Division | undefined;
  /** Whether `LeafCollector.whole` of all segments is true, so that none is looked at; absent: not known. */
  knowsWhole?(searcher: SearcherView): boolean;
  /** Throws 400 for a parent of a kind that it cannot be inside of; absent: any. */
  checkParent?(kind: string): void;
  /** Starts collecting on one shard. */
  collector(shard: ShardCollection): Collector<P>;
  /** The result of a bucket without documents, or of a shard with nothing to collect. */
  empty(): P;
  /**
   * Merges results for the same position in the tree from several shards; at least one. Must not change its input.
   * Throws 400 for an order with an unknown path, for types that cannot be merged, and for too many buckets.
   */
  merge(partials: readonly P[], reduce: ReduceContext): P;
  /**
   * The merged result of a sample with its own counts and sums as those of all documents, `factor` times as many; the
   * counts of buckets are scaled anyway. Absent: there are none.
   */
  scale?(partial: P, factor: number): P;
  /** Of one whose value is per unit of time; the nearest interval around it decides how many units that are. */
  readonly rated?: RatedResult<P>;
}

/** How a rate is told the interval around it. */
export interface RatedResult<P> {
  /** The unit; undefined: values are those of the whole interval. */
  readonly unit: CalendarUnit | undefined;
  /** The merged result over an interval of so many units. */
  over(partial: P, units: number): P;
}

/** An aggregation with buckets `B`, which can be read and replaced. */
export interface BucketAggregation<P = PartialResult, B extends ResultBucket = ResultBucket> extends Aggregation<P> {
  readonly children: SubAggregations;
  /** As many buckets as it keeps of a shard at most, for a guess at its cost; absent: that depends on the documents. */
  readonly mostBuckets?: number;
  collector(shard: ShardCollection): BucketCollector<P>;
  /** The buckets, in the order of the response. */
  buckets(partial: P): readonly B[];
  /** The result with these buckets: some of its own, in any order, possibly with changed children. */
  withBuckets(partial: P, buckets: readonly B[]): P;
  /** The key of a bucket; absent: there is a single bucket without a key. */
  keyOf?(partial: P, bucket: B): BucketKey;
  /** Whether buckets follow each other, all of them or those alone that have documents; absent: they do not. */
  readonly sequential?: "all" | "some";
  /** Whether its buckets are intervals of time, by which rates below are measured. */
  readonly hasIntervals?: boolean;
}

/** The key of a bucket, for comparison and as text. */
export interface BucketKey {
  readonly value: number | bigint | string;
  readonly text: string;
}

/** Whether the aggregation has buckets. */
export function hasBuckets(aggregation: Aggregation): aggregation is BucketAggregation {
  return "withBuckets" in aggregation;
}

/** A parsed pipeline with results `P`. Immutable. */
export type Pipeline<P = PartialResult> = SiblingPipeline<P> | ParentPipeline<P>;

interface AnyPipeline<P> extends ResultShape<P> {
  readonly bucketsPaths: readonly string[];
  /** Errors about its position in the tree, with Elasticsearch's messages. */
  validate(place: PipelinePlace): readonly string[];
}

/** Makes one result from its siblings' results. */
export interface SiblingPipeline<P = PartialResult> extends AnyPipeline<P> {
  readonly reads: "siblings";
  /** `results` are the siblings' results in one bucket, or of the whole request. */
  apply(siblings: SubAggregations, results: ChildPartials): P;
}

/** Works on the buckets of its parent aggregation. */
export interface ParentPipeline<P = PartialResult> extends AnyPipeline<P> {
  readonly reads: "parent";
  /** The remaining buckets in their new order, each with the pipeline's result or undefined. */
  apply(parent: BucketAggregation, partial: PartialResult): readonly BucketResult<P>[];
}

/** A bucket, and the pipeline's result for it. */
export interface BucketResult<P> {
  readonly bucket: ResultBucket;
  readonly result: P | undefined;
}

/** The position of a pipeline: its parent aggregation, undefined at the top, and its siblings. */
export interface PipelinePlace {
  readonly parent: BucketAggregation | undefined;
  readonly siblings: SubAggregations;
}

/** What hits within an aggregation have of their own. */
export type FetchParts = Pick<FetchShard, "keys" | "highlightQueries">;

/** The shard for collectors. */
export interface ShardCollection {
  readonly searcher: SearcherView;
  /** Reserves memory of collectors with the request breaker; throws 429. */
  reserve(bytes: number): void;
  /**
   * Scores of the current batch, that of `doc` at `doc % WINDOW_DOCS`: all documents of a batch are in one window.
   * Undefined unless an aggregation of the request needs scores.
   */
  readonly scores: Float32Array | undefined;
  /** What hits within the aggregations are fetched with; absent: the request has none. */
  readonly fetching?: ((own: FetchParts) => FetchShard) | undefined;
  /** Only a part of the shard's documents is collected: nothing may be cut off yet. Absent: false. */
  readonly isPart?: boolean;
  /** Measures the collectors at this level; absent: nobody does. */
  readonly profiler?: AggregationProfiler | undefined;
}

/** Makes collectors that are measured. */
export interface AggregationProfiler {
  watch(child: Aggregation, shard: ShardCollection): Collector;
}

/** What a profile says of a collector beside its times. */
export interface CollectorProfile {
  /** The class that collects as it does in Elasticsearch; absent: that of its kind. */
  readonly type?: string;
  readonly debug?: Readonly<Record<string, unknown>>;
}

/** The reduce phase. */
export interface ReduceContext {
  /**
   * The results are those of parts of one shard, in the order of documents, and become the shard's: what only the whole
   * request decides (gaps, order, `min_doc_count`) waits. Absent: false.
   */
  readonly ofParts?: boolean;
  /**
   * Counts the response's buckets against search.max_buckets; throws 400 `too_many_buckets_exception`. Buckets of
   * shards do not count: shards send more than is kept.
   */
  countBuckets(count: number): void;
  /**
   * Called by reductions that work long, each time for about as much as a bucket costs: throws when the request was
   * cancelled. Absent: nobody wants to know.
   */
  step?(): void;
}

/** How results are rendered. */
export interface RenderContext {
  /** Prefix names with their type (`sterms#name`). */
  readonly typedKeys: boolean;
  /** Called for each bucket with something below: throws when the request was cancelled. Absent: nobody asks. */
  readonly step?: () => void;
}

/**
 * Collects over all segments of one shard. Buckets are numbered by the parent, densely from 0; the top level has bucket
 * 0.
 */
export interface Collector<P = PartialResult> {
  /** Starts a segment; returns the leaf that collects its documents, or undefined when there is nothing to collect. */
  segment(reader: SegmentReader, context: OperatorContext): LeafCollector | undefined;
  /** Called after the last segment, before `results`; see `BucketCollector`. */
  finish?(replay: SegmentReplay): void;
  /** The results of these buckets, in order; called after all segments. */
  results(buckets: Uint32Array): P[];
  /** The result of a bucket without documents, where the index knows more of it than `Aggregation.empty`. */
  emptyResult?(): P;
  /**
   * The value by which the parent can order its bucket on the shard, before results are built; NaN when there is none.
   * `path` leads to descendants of a single-bucket aggregation (empty: its own value, the document count).
   */
  metric?(bucket: number, property: string | undefined, path: readonly number[]): number;
  /** Asked after `results`; absent: there is nothing to say. */
  profile?(): CollectorProfile;
}

/** A collector with child collectors. */
export interface BucketCollector<P = PartialResult> extends Collector<P> {
  /**
   * Collects documents again for children that were deferred to the end, and then finishes the children, which may have
   * deferred too.
   */
  finish(replay: SegmentReplay): void;
}

/** Allows collecting segments of the shard again. */
export interface SegmentReplay {
  /** Opens a segment, or the nested documents of one, as `Collector.segment` received it. */
  open(reader: SegmentReader, collect: (context: OperatorContext) => void): void;
}

/**
 * Collects documents of one segment in batches of at most BATCH_DOCS. `docs[0..count)` ascend within a batch and over
 * the batches of a segment; `buckets[i]` is the parent's bucket of `docs[i]`; undefined means bucket 0 for all. A
 * document may be repeated with different buckets. The arrays are valid only during the call. Returns true when no
 * further document of the segment can change the result; later ones are then ignored.
 */
export interface LeafCollector {
  collect(docs: Uint32Array, count: number, buckets: Uint32Array | undefined): boolean | void;
  /**
   * Collects all documents of the segment as those of bucket 0, by what the segment knows of them. False: nothing was
   * done, and the documents must come. Called before any document, if at all.
   */
  whole?(): boolean;
}

/** Maximum number of documents in one call of `collect`. */
export const BATCH_DOCS = 4096;
