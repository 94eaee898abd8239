/**
 * The interface of an aggregation: one documented aggregation, one file in `metric/` or `bucket/`, one line in
 * `kinds.ts`.
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
  /** Whether it can hold sub-aggregations. */
  readonly bucket: boolean;
  /** Reads the body; `children` are the sub-aggregations, already parsed. */
  parse(
    name: string,
    body: JsonObject,
    children: readonly Aggregation[],
    context: AggregationParseContext,
  ): Aggregation;
}

/**
 * Partial result of one bucket (or of the whole request) on one shard: plain data that travels between threads and
 * nodes.
 */
export type PartialResult = unknown;

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

/**
 * A parsed aggregation. Immutable. `parse` refuses what cannot be read; what does not fit the index (a field's type, a
 * format) is thrown by `collector`, so that it fails the shards of that index only.
 */
export interface Aggregation {
  readonly name: string;
  readonly kind: string;
  readonly meta: JsonObject | undefined;
  readonly children: readonly Aggregation[];
  /** Begins collecting on one shard. */
  collector(shard: ShardCollection): Collector;
  /** The partial result of a bucket that got no document, or of a shard where there is nothing to collect. */
  empty(): PartialResult;
  /**
   * Merges partial results of the same place in the tree from several shards; at least one. Must not change its input.
   * Throws 400 for an order that names nothing, for types that cannot be merged, and for too many buckets.
   */
  merge(partials: readonly PartialResult[], reduce: ReduceContext): PartialResult;
  /** The response object of a merged partial result, without `meta`. */
  render(partial: PartialResult, render: RenderContext): Rendered;
  /** Prefix for typed_keys (`sterms`, `lterms`, `avg` …); may depend on the result. */
  typeName(partial: PartialResult): string;
  /** How a parent may order its buckets by it; absent: it may not. */
  readonly sortable?: SortableValue;
  /** The value of a merged result that `sortable` names, NaN when there is none; `property` only for several values. */
  metric?(partial: PartialResult, property: string | undefined): number;
  /** Partial results of the children inside a partial result of a single bucket. */
  inner?(partial: PartialResult): readonly PartialResult[];
}

/** One shard as collectors see it. */
export interface ShardCollection {
  readonly searcher: SearcherView;
  /** Accounts for memory of collectors with the request breaker; throws 429. */
  reserve(bytes: number): void;
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
export interface Collector {
  /** Begins a segment; answers the leaf that takes its documents, or undefined when it has nothing to collect there. */
  segment(reader: SegmentReader, context: OperatorContext): LeafCollector | undefined;
  /** Partial results of these buckets, in their order, after all segments. */
  results(buckets: Uint32Array): PartialResult[];
  /**
   * Value by which the parent may order its bucket on the shard, before results are built; NaN when there is none.
   * `path` leads further down through the children of a single-bucket aggregation (empty: the value is this one's own,
   * its document count).
   */
  metric?(bucket: number, property: string | undefined, path: readonly number[]): number;
}

/**
 * Takes documents of one segment in batches. `docs[0..count)` ascend within a batch and over batches per segment;
 * `buckets[i]` is the parent's bucket of `docs[i]`; undefined means that all belong to bucket 0.
 * A document may come several times, with different buckets. The arrays are only valid during the call. At most
 * BATCH_DOCS a call.
 */
export interface LeafCollector {
  collect(docs: Uint32Array, count: number, buckets: Uint32Array | undefined): void;
}

/** Most documents in one call of `collect`. */
export const BATCH_DOCS = 4096;
