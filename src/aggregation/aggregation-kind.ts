/**
 * The interface of an aggregation: one documented aggregation, one file in `metric/` or `bucket/`, one line in
 * `kinds.ts`; a pipeline aggregation: one file in `pipeline/`, one line in `pipelines.ts`.
 */
import type { Json, JsonObject } from "../core/json.ts";
import type { MappingView } from "../mapping/mapping-view.ts";
import type { SegmentReader } from "../segment/segment-reader.ts";
import type { OperatorContext } from "../query/operator.ts";
import type { Query, SearcherView } from "../query/query.ts";

/** What parsing may ask for. */
export interface AggregationParseContext {
  readonly mapping: MappingView;
  readonly nowMs: number;
  parseQuery(body: Json): Query;
  warn(message: string): void;
}

/** A documented aggregation. */
export interface AggregationKind {
  readonly name: string;
  readonly summary: string;
  /** Whether it makes buckets, and so can hold sub-aggregations. */
  readonly bucket: boolean;
  /** Types of values that it takes, as the information about a node tells them; absent: none (`other`). */
  readonly valueTypes?: readonly string[];
  /** Reads the body; `children` are the sub-aggregations, already parsed. */
  parse(name: string, body: JsonObject, children: SubAggregations, context: AggregationParseContext): Aggregation;
}

/** A documented pipeline aggregation: what is made of results, after they were merged. */
export interface PipelineKind {
  readonly name: string;
  readonly summary: string;
  parse(name: string, body: JsonObject): Pipeline;
}

/** What stands under `aggs` in one place of a request. */
export interface SubAggregations {
  readonly aggregations: readonly Aggregation[];
  /** In the order in which they run: each behind those that it reads. */
  readonly pipelines: readonly Pipeline[];
}

/**
 * A result of some aggregation, where only the aggregation itself knows its type. Plain data: it travels between
 * threads and nodes.
 */
export type PartialResult = unknown;

/**
 * Results of the sub-aggregations of one bucket, or of the whole request, by their places; once pipelines ran, theirs
 * stand behind them, undefined where there is none.
 */
export type ChildPartials = readonly PartialResult[];

/** What all buckets have. */
export interface ResultBucket {
  readonly docCount: number;
  readonly children: ChildPartials;
}

/** A rendered object: JSON, with `JsonText` where a double is to keep its decimal point, and bigints. */
export type Rendered = Record<string, unknown>;

/**
 * What an order may read of an aggregation: its only value, one of several named ones, or the number of documents of
 * its one bucket.
 */
export type SortableValue =
  | { readonly of: "single-value" }
  | { readonly of: "multi-value"; readonly properties: readonly string[]; readonly javaEnum: string }
  | { readonly of: "single-bucket" };

/** What has a result `P` that is shown, and whose value can be read. */
export interface ResultShape<P = PartialResult> {
  readonly name: string;
  readonly kind: string;
  readonly meta?: JsonObject;
  /** The response object of a merged partial result, without `meta`. */
  render(partial: P, render: RenderContext): Rendered;
  /** Prefix for typed_keys (`sterms`, `lterms`, `avg` …); may depend on the result. */
  typeName(partial: P): string;
  /** How a parent may order its buckets by it, and what `buckets_path` may name; absent: nothing. */
  readonly sortable?: SortableValue;
  /** The value of a merged result that `sortable` names, NaN when there is none; `property` only for several values. */
  metric?(partial: P, property: string | undefined): number;
}

/**
 * A parsed aggregation whose partial result is a `P`. Immutable. `parse` refuses what cannot be read; what does not fit
 * the index (a field's type, a format) is thrown by `collector`, so that it fails the shards of that index only.
 *
 * The tree holds aggregations of all kinds as `Aggregation<unknown>`: results keep the places of the aggregations that
 * made them and so come back to no other.
 */
export interface Aggregation<P = PartialResult> extends ResultShape<P> {
  /** Whether its collector looks at scores; absent: it does not. */
  readonly needsScores?: boolean;
  /**
   * Whether it also shows what the query does not match, so that no shard may be left out (`mustVisitAllDocs`); absent:
   * it does not. Asked of the top level only, as in Elasticsearch.
   */
  readonly countsOthers?: boolean;
  /** Begins collecting on one shard. */
  collector(shard: ShardCollection): Collector<P>;
  /** The partial result of a bucket that got no document, or of a shard where there is nothing to collect. */
  empty(): P;
  /**
   * Merges partial results of the same place in the tree from several shards; at least one. Must not change its input.
   * Throws 400 for an order that names nothing, for types that cannot be merged, and for too many buckets.
   */
  merge(partials: readonly P[], reduce: ReduceContext): P;
}

/** An aggregation with buckets `B`, which can be walked, and put in the place of the old ones when they are changed. */
export interface BucketAggregation<P = PartialResult, B extends ResultBucket = ResultBucket> extends Aggregation<P> {
  readonly children: SubAggregations;
  collector(shard: ShardCollection): BucketCollector<P>;
  /** The buckets, in the order of the response. */
  buckets(partial: P): readonly B[];
  /** The result with other buckets: some of its own, in any order, whose children may be others. */
  withBuckets(partial: P, buckets: readonly B[]): P;
  /** The key of a bucket; absent: there is but one bucket, which has none. */
  keyOf?(partial: P, bucket: B): BucketKey;
  /** Whether buckets follow each other, all of them or those alone that have documents; absent: they do not. */
  readonly sequential?: "all" | "some";
}

/** The key of a bucket, as it is compared and as text. */
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
  /** What is wrong with its place in the tree, in the words of Elasticsearch's validation. */
  validate(place: PipelinePlace): readonly string[];
}

/** Makes one result of those beside it. */
export interface SiblingPipeline<P = PartialResult> extends AnyPipeline<P> {
  readonly reads: "siblings";
  /** `results` are those of `siblings` in one bucket, or of the whole request. */
  apply(siblings: SubAggregations, results: ChildPartials): P;
}

/** Works on the buckets of the aggregation that it stands in. */
export interface ParentPipeline<P = PartialResult> extends AnyPipeline<P> {
  readonly reads: "parent";
  /** The buckets that are left, in their new order, each with a result of its own, or undefined. */
  apply(parent: BucketAggregation, partial: PartialResult): readonly BucketResult<P>[];
}

/** A bucket, and what a pipeline makes of it. */
export interface BucketResult<P> {
  readonly bucket: ResultBucket;
  readonly result: P | undefined;
}

/** Where a pipeline stands: the aggregation around it, undefined at the top, and what is beside it. */
export interface PipelinePlace {
  readonly parent: BucketAggregation | undefined;
  readonly siblings: SubAggregations;
}

/** One shard as collectors see it. */
export interface ShardCollection {
  readonly searcher: SearcherView;
  /** Accounts for memory of collectors with the request breaker; throws 429. */
  reserve(bytes: number): void;
  /**
   * Scores of the documents of the batch under way, that of `doc` at `doc % WINDOW_DOCS`: the documents of a batch are
   * of one window. Undefined unless an aggregation of the request needs scores.
   */
  readonly scores: Float32Array | undefined;
}

/** The reduce phase. */
export interface ReduceContext {
  /**
   * Counts buckets of the response against search.max_buckets; throws 400 `too_many_buckets_exception`. Shards do not
   * count: they send more than is kept.
   */
  countBuckets(count: number): void;
}

/** How results are shown. */
export interface RenderContext {
  /** Prefix names with their type (`sterms#name`). */
  readonly typedKeys: boolean;
}

/**
 * Collects over all segments of one shard. Buckets are numbers, dense from 0, given by the parent; the top level has
 * bucket 0.
 */
export interface Collector<P = PartialResult> {
  /** Begins a segment; answers the leaf that takes its documents, or undefined when it has nothing to collect there. */
  segment(reader: SegmentReader, context: OperatorContext): LeafCollector | undefined;
  /** Called after the last segment, before results are asked for; see `BucketCollector`. */
  finish?(replay: SegmentReplay): void;
  /** Partial results of these buckets, in their order, after all segments. */
  results(buckets: Uint32Array): P[];
  /**
   * Value by which the parent may order its bucket on the shard, before results are built; NaN when there is none.
   * `path` leads further down through the children of a single-bucket aggregation (empty: the value is this one's own,
   * its document count).
   */
  metric?(bucket: number, property: string | undefined, path: readonly number[]): number;
}

/** A collector with collectors below it. */
export interface BucketCollector<P = PartialResult> extends Collector<P> {
  /**
   * Collects documents once more where children were to wait for the last segment, and hands on to the children, which
   * may have waited too.
   */
  finish(replay: SegmentReplay): void;
}

/** Segments of the shard, to be collected again. */
export interface SegmentReplay {
  /** Opens a segment, or the nested documents of one, as `Collector.segment` had it. */
  open(reader: SegmentReader, collect: (context: OperatorContext) => void): void;
}

/**
 * Takes documents of one segment in batches. `docs[0..count)` ascend within a batch and over batches per segment;
 * `buckets[i]` is the parent's bucket of `docs[i]`; undefined means that all belong to bucket 0.
 * A document may come several times, with different buckets. The arrays are only valid during the call. At most
 * BATCH_DOCS a call. Answers true when no further document of the segment can change anything: what comes all the same
 * is ignored.
 */
export interface LeafCollector {
  collect(docs: Uint32Array, count: number, buckets: Uint32Array | undefined): boolean | void;
}

/** Most documents in one call of `collect`. */
export const BATCH_DOCS = 4096;
