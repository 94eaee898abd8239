/** Collects terms of a field with a column of numbers. */
import type { OperatorContext } from "../../query/operator.ts";
import { isLive } from "../../segment/live-docs.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type {
  BucketCollector,
  CollectorProfile,
  LeafCollector,
  SegmentReplay,
  ShardCollection,
} from "../aggregation-kind.ts";
import { ChildCollectors } from "../tree/child-collectors.ts";
import { columnOf } from "../values/columns.ts";
import { NumericValues } from "../values/numeric-values.ts";
import { smallIntegers } from "../values/small-integers.ts";
import type { ValuesSource } from "../values/values-source.ts";
import { BucketEmitter } from "../collect/bucket-emitter.ts";
import { isCountDescending } from "../order/bucket-order.ts";
import { BucketTable } from "../collect/bucket-table.ts";
import { ExactNumbers } from "../values/exact-numbers.ts";
import { type NumberFilter, numberFilter } from "./term-filter.ts";
import { type TermsRequest, keysOf } from "./terms-request.ts";
import { type TermsPartial, unmappedTerms } from "./terms-result.ts";
import { selectTerms } from "./terms-selection.ts";

/** Keys of the table are the numbers minus the least one or, if numbers exceed 2^53, their indexes in a list. */
export class NumberTermsCollector implements BucketCollector<TermsPartial> {
  readonly #request: TermsRequest;
  readonly #source: ValuesSource;
  readonly #shard: ShardCollection;
  readonly #children: ChildCollectors;
  readonly #filter: NumberFilter | undefined;
  readonly #exact: ExactNumbers | undefined;
  /** Subtracted from a number to get its key. */
  readonly #least: number;
  readonly #table: BucketTable;

  constructor(request: TermsRequest, source: ValuesSource, shard: ShardCollection) {
    this.#request = request;
    this.#source = source;
    this.#shard = shard;
    this.#children = new ChildCollectors(request.children, shard);
    this.#filter = numberFilter(request, source);
    const wide =
      source.script !== undefined ||
      shard.searcher.segments.some((reader) => columnOf(reader, source.path)?.type === "i64") ||
      typeof source.missing === "bigint";
    this.#exact =
      !source.fractional && source.unit !== "nanoseconds" && (wide || source.unit === "unsigned")
        ? new ExactNumbers(source)
        : undefined;
    const small = this.#exact ? undefined : smallIntegers(shard.searcher.segments, source);
    this.#least = small?.least ?? 0;
    this.#table = new BucketTable(small?.count);
  }

  segment(reader: SegmentReader, context: OperatorContext): LeafCollector | undefined {
    const values = this.#values(reader);
    if (!values.any) return undefined;
    const emitter = new BucketEmitter(this.#table, this.#children.segment(reader, context), reader);
    return { collect: (docs, count, buckets) => this.#collect(values, emitter, docs, count, buckets) };
  }

  #values(reader: SegmentReader): NumericValues {
    return new NumericValues(reader, this.#source, this.#exact);
  }

  #collect(
    values: NumericValues,
    emitter: BucketEmitter,
    docs: Uint32Array,
    count: number,
    buckets: Uint32Array | undefined,
  ): void {
    const table = this.#table;
    const filter = this.#filter;
    const least = this.#least;
    const before = table.size;
    const loaded = values.load(docs, count);
    const { values: keys, places } = values;
    let previousPlace = -1;
    let previousKey = Number.NaN;
    for (let i = 0; i < loaded; i++) {
      const key = keys[i]!;
      const place = places[i]!;
      // A document counts once for a repeated value; its values are sorted.
      if (place === previousPlace && key === previousKey) continue;
      previousPlace = place;
      previousKey = key;
      if (filter && !filter(this.#number(key - least))) continue;
      emitter.add(docs[place]!, table.bucket(buckets ? buckets[place]! : 0, key - least));
    }
    emitter.flush();
    if (table.size > before) this.#shard.reserve((table.size - before) * BucketTable.ENTRY_BYTES);
  }

  /** The number for a key of the table. */
  #number(key: number): number | bigint {
    return this.#exact ? this.#exact.number(key) : key + this.#least;
  }

  emptyResult(): TermsPartial {
    return { ...unmappedTerms(), ...keysOf(this.#source) };
  }

  finish(replay: SegmentReplay): void {
    this.#children.finish(replay);
  }

  profile(): CollectorProfile {
    const { fractional, unit } = this.#source;
    const values = unit === "unsigned" ? "unsigned_long" : fractional ? "double" : "long";
    const debug = { total_buckets: this.#table.size, result_strategy: `${values}_terms` };
    return { type: "NumericTermsAggregator", debug };
  }

  results(parents: Uint32Array): TermsPartial[] {
    const table = this.#table;
    const lists = table.byParent(parents);
    if (this.#request.minDocCount === 0) this.#addUnseen(parents, lists);
    const candidates = {
      count: (bucket: number) => table.counts[bucket]!,
      compareKeys: (left: number, right: number) =>
        compareNumbers(this.#number(table.keys[left]!), this.#number(table.keys[right]!)),
      key: (bucket: number) => this.#number(table.keys[bucket]!),
      childBucket: (bucket: number) => bucket,
    };
    return selectTerms(this.#request, keysOf(this.#source), candidates, lists, {
      children: this.#children,
      isPart: this.#shard.isPart,
    });
  }

  /** With min_doc_count 0 every value of the shard gets a bucket below every parent, up to the limit. */
  #addUnseen(parents: Uint32Array, lists: number[][]): void {
    const all = this.#allKeys();
    const table = this.#table;
    for (let i = 0; i < parents.length; i++) {
      if (isCountDescending(this.#request.order) && lists[i]!.length >= this.#request.size) continue;
      for (const key of all) {
        const before = table.size;
        const bucket = table.bucket(parents[i]!, key);
        if (table.size > before) lists[i]!.push(bucket);
      }
      this.#shard.reserve(lists[i]!.length * BucketTable.ENTRY_BYTES);
    }
  }

  #allKeys(): Set<number> {
    const keys = new Set<number>();
    const docs = new Uint32Array(1);
    const { segments, liveDocs, hidesDocuments } = this.#shard.searcher;
    for (const [number, reader] of segments.entries()) {
      const values = this.#values(reader);
      const shown = hidesDocuments ? liveDocs[number] : undefined;
      for (let doc = 0; doc < reader.docCount; doc++) {
        if (!isLive(shown, doc)) continue;
        docs[0] = doc;
        const loaded = values.load(docs, 1);
        for (let i = 0; i < loaded; i++) {
          const key = values.values[i]! - this.#least;
          if (!this.#filter || this.#filter(this.#number(key))) keys.add(key);
        }
      }
    }
    return keys;
  }
}

function compareNumbers(left: number | bigint, right: number | bigint): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
