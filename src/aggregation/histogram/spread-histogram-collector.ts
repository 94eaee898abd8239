/**
 * Histograms of values that span or represent several: ranges, which may cover several intervals, and histogram fields,
 * whose values count as often as they occurred.
 */
import { READS } from "../../segment/field-reads.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import type { OperatorContext } from "../../query/operator.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type {
  BucketCollector,
  CollectorProfile,
  LeafCollector,
  SegmentReplay,
  ShardCollection,
} from "../aggregation-kind.ts";
import { ChildCollectors } from "../tree/child-collectors.ts";
import { OrdinalValues } from "../values/ordinal-values.ts";
import { SummaryValues } from "../values/summary-values.ts";
import type { ValuesSource } from "../values/values-source.ts";
import { BucketEmitter } from "../collect/bucket-emitter.ts";
import { checkOrder } from "../order/bucket-order.ts";
import { BucketTable } from "../collect/bucket-table.ts";
import type { HistogramLayout, HistogramRequest } from "./histogram-request.ts";
import type { HistogramPartial } from "./histogram-result.ts";
import { intervalBuckets } from "./interval-buckets.ts";

/**
 * Maximum number of intervals that one range may cover. More than a response may have: Elasticsearch has no such limit.
 */
const MOST_INTERVALS = 1 << 20;

/** See HistogramRequest. */
export class SpreadHistogramCollector implements BucketCollector<HistogramPartial> {
  readonly #source: ValuesSource;
  readonly #shard: ShardCollection;
  readonly #children: ChildCollectors;
  readonly #layout: HistogramLayout;
  readonly #table = new BucketTable();

  constructor(request: HistogramRequest, shard: ShardCollection) {
    this.#shard = shard;
    this.#source = request.values.on(shard);
    this.#layout = request.layout(this.#source);
    if (this.#source.counts && request.children.aggregations.length > 0) {
      throw illegalArgument("Histogram aggregation on histogram fields does not support sub-aggregations");
    }
    checkOrder(request.order, request.children);
    this.#children = new ChildCollectors(request.children, shard);
  }

  segment(reader: SegmentReader, context: OperatorContext): LeafCollector | undefined {
    return this.#source.counts ? this.#valuesLeaf(reader) : this.#rangesLeaf(reader, context);
  }

  #valuesLeaf(reader: SegmentReader): LeafCollector | undefined {
    const { path, counts } = this.#source;
    const summaries = counts && new SummaryValues(reader, path, counts);
    if (!summaries?.any) return undefined;
    const { intervals, inside } = this.#layout;
    return {
      collect: (docs, count, buckets) => {
        const table = this.#table;
        const before = table.size;
        const loaded = summaries.load(docs, count);
        const { values, numbers, places } = summaries;
        for (let i = 0; i < loaded; i++) {
          const key = intervals.keyOf(values[i]!);
          if (inside && !inside(key)) continue;
          table.counts[table.bucket(buckets ? buckets[places[i]!]! : 0, key)]! += numbers[i]!;
        }
        this.#account(before);
      },
    };
  }

  #rangesLeaf(reader: SegmentReader, context: OperatorContext): LeafCollector | undefined {
    const source = this.#source;
    const terms = reader.terms(source.path, READS.docValues);
    const ordinals = new OrdinalValues(reader, source);
    const { bounds } = source;
    if (!terms || !bounds || !ordinals.any) return undefined;
    const emitter = new BucketEmitter(this.#table, this.#children.segment(reader, context), reader);
    return {
      collect: (docs, count, buckets) => {
        const before = this.#table.size;
        const loaded = ordinals.load(docs, count);
        const { places } = ordinals;
        let place = -1;
        let last = Number.NEGATIVE_INFINITY;
        for (let i = 0; i < loaded; i++) {
          // Ranges of a document are sorted; where they share an interval the document counts once.
          if (places[i] !== place) last = Number.NEGATIVE_INFINITY;
          place = places[i]!;
          const { from, to } = bounds(terms.bytes(ordinals.ordinals[i]!));
          last = this.#spread(from, to, last, { emitter, doc: docs[place]!, parent: buckets ? buckets[place]! : 0 });
        }
        emitter.flush();
        this.#account(before);
      },
    };
  }

  /** Counts a document in the intervals of a range after `last`; returns the last one. */
  #spread(
    from: number,
    to: number,
    last: number,
    into: { readonly emitter: BucketEmitter; readonly doc: number; readonly parent: number },
  ): number {
    const { intervals, hard } = this.#layout;
    const end = intervals.keyOf(Math.min(to, hard?.max ?? Number.POSITIVE_INFINITY));
    let key = intervals.keyOf(Math.max(from, hard?.min ?? Number.NEGATIVE_INFINITY));
    if (key <= last) key = intervals.next(last);
    for (let count = 0; key <= end; count++) {
      const next = intervals.next(key);
      if (count === MOST_INTERVALS || !(next > key)) throw tooManyIntervals();
      into.emitter.add(into.doc, this.#table.bucket(into.parent, key));
      key = next;
    }
    return Math.max(last, end);
  }

  #account(before: number): void {
    const { size } = this.#table;
    if (size > before) this.#shard.reserve((size - before) * BucketTable.ENTRY_BYTES);
  }

  finish(replay: SegmentReplay): void {
    this.#children.finish(replay);
  }

  profile(): CollectorProfile {
    const { counts, type } = this.#source;
    const ranges = type === "date_range" ? "DateRange" : "Range";
    return {
      type: `${counts ? "HistoBacked" : ranges}HistogramAggregator`,
      debug: { total_buckets: this.#table.size },
    };
  }

  results(parents: Uint32Array): HistogramPartial[] {
    const empty = this.#children.empty();
    const { mapped, format } = this.#source;
    const { extended } = this.#layout;
    return intervalBuckets(this.#table, parents, this.#children).map((buckets): HistogramPartial => ({
      mapped,
      format,
      buckets,
      extended,
      empty,
    }));
  }
}

function tooManyIntervals(): RequestError {
  return new RequestError(
    400,
    "too_many_buckets_exception",
    `Trying to create too many buckets. A range may lie over at most [${MOST_INTERVALS}] intervals. [hard_bounds] limit what is looked at.`,
    { details: { max_buckets: MOST_INTERVALS } },
  );
}
