/** Counts by interval number if the range of values is known, below parents by (parent, number), otherwise by key. */
import type { OperatorContext } from "../../query/operator.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import {
  BATCH_DOCS,
  type BucketCollector,
  type ChildPartials,
  type CollectorProfile,
  type LeafCollector,
  type SegmentReplay,
  type ShardCollection,
} from "../aggregation-kind.ts";
import { ChildCollectors } from "../tree/child-collectors.ts";
import { rangeOfValues } from "../values/columns.ts";
import { isWeighted } from "../values/doc-weights.ts";
import { NumericValues } from "../values/numeric-values.ts";
import { ValueZones } from "../values/value-zones.ts";
import type { ValuesSource } from "../values/values-source.ts";
import { BucketEmitter } from "../collect/bucket-emitter.ts";
import { checkOrder } from "../order/bucket-order.ts";
import { BucketTable } from "../collect/bucket-table.ts";
import type { HistogramLayout, HistogramRequest } from "./histogram-request.ts";
import type { HistogramBucket, HistogramPartial } from "./histogram-result.ts";
import type { NumberedIntervals } from "./intervals.ts";
import { intervalBuckets } from "./interval-buckets.ts";

/** Maximum number of intervals that are numbered ahead: counts and children use memory for each. */
const MOST_NUMBERED = 1 << 16;

/** See HistogramRequest. */
export class HistogramCollector implements BucketCollector<HistogramPartial> {
  readonly #source: ValuesSource;
  readonly #shard: ShardCollection;
  readonly #children: ChildCollectors;
  readonly #layout: HistogramLayout;
  /** By (parent, number) where intervals are numbered, else by (parent, key). */
  readonly #table: BucketTable;
  readonly #numbered: NumberedIntervals | undefined;
  readonly #least: number;
  readonly #greatest: number;
  #topCounts: Uint32Array | undefined;
  // Made when they are first needed: most searches need one of them.
  #keys = new Float64Array(0);
  #numbers = new Uint32Array(0);
  #docs: Uint32Array | undefined;

  constructor(request: HistogramRequest, shard: ShardCollection) {
    this.#shard = shard;
    this.#source = request.values.on(shard);
    this.#layout = request.layout(this.#source);
    checkOrder(request.order, request.children);
    this.#children = new ChildCollectors(request.children, shard);
    // Documents with `_doc_count` are counted by key.
    const range = isWeighted(shard.searcher) ? undefined : rangeOfValues(shard.searcher.segments, this.#source);
    this.#numbered = range && this.#layout.intervals.numbered(range, MOST_NUMBERED);
    this.#table = new BucketTable(this.#numbered?.count ?? 0);
    const { least, greatest } = this.#numbersInside();
    this.#least = least;
    this.#greatest = greatest;
  }

  /** First and last of the numbered intervals inside hard bounds. */
  #numbersInside(): { least: number; greatest: number } {
    const numbered = this.#numbered;
    const inside = this.#layout.inside;
    let least = 0;
    let greatest = (numbered?.count ?? 0) - 1;
    if (!numbered || !inside) return { least, greatest };
    while (least <= greatest && !inside(numbered.key(least))) least++;
    while (greatest >= least && !inside(numbered.key(greatest))) greatest--;
    return { least, greatest };
  }

  segment(reader: SegmentReader, context: OperatorContext): LeafCollector | undefined {
    const values = new NumericValues(reader, this.#source);
    if (!values.any) return undefined;
    const child = this.#children.segment(reader, context);
    const emitter = new BucketEmitter(this.#table, child, reader);
    const zones = ValueZones.of(reader, this.#source);
    return {
      collect: (docs, count, buckets) => {
        if (!buckets && zones?.find(docs, count) && this.#collectZone(zones, child, docs, count)) return;
        const loaded = values.load(docs, count);
        if (!this.#numbered) this.#collect(values, loaded, emitter, docs, buckets);
        else if (buckets) this.#collectBelow(this.#numbered, values, loaded, emitter, { docs, buckets });
        else this.#collectTop(this.#numbered, values, loaded, child, docs);
      },
    };
  }

  /**
   * Documents of a window whose values are in one interval, or in two neighbours: they need no division each. False:
   * they are in more.
   */
  #collectZone(zones: ValueZones, child: LeafCollector | undefined, docs: Uint32Array, count: number): boolean {
    const numbered = this.#numbered;
    if (!numbered) return false;
    const numbers = this.#numbersFor(count);
    numbered.numbers(zones.bounds, 2, numbers);
    const [first = 0, last = 0] = numbers;
    if (first === last && (first < this.#least || first > this.#greatest)) return true;
    // Between fractions a border is where the division says, which may not be the key.
    if (last - first > 1 || (first !== last && this.#source.fractional)) return false;
    if (first < this.#least || last > this.#greatest) return false;
    const counts = this.#countsOf(numbered);
    if (first === last) {
      counts[first]! += count;
      if (child) child.collect(docs, count, numbers.fill(first, 0, count));
      return true;
    }
    const later = zones.countFrom(numbered.key(last), docs, count, child && numbers);
    counts[first]! += count - later;
    counts[last]! += later;
    if (!child) return true;
    for (let i = 0; i < count; i++) numbers[i]! += first;
    child.collect(docs, count, numbers);
    return true;
  }

  #numbersFor(count: number): Uint32Array {
    if (count > this.#numbers.length) this.#numbers = new Uint32Array(Math.max(count * 2, BATCH_DOCS));
    return this.#numbers;
  }

  #countsOf(numbered: NumberedIntervals): Uint32Array {
    if (this.#topCounts) return this.#topCounts;
    this.#shard.reserve(numbered.count * Uint32Array.BYTES_PER_ELEMENT);
    return (this.#topCounts = new Uint32Array(numbered.count));
  }

  #collectTop(
    numbered: NumberedIntervals,
    values: NumericValues,
    loaded: number,
    child: LeafCollector | undefined,
    docs: Uint32Array,
  ): void {
    const counts = this.#countsOf(numbered);
    const numbers = this.#numbersFor(loaded);
    numbered.numbers(values.values, loaded, numbers);
    if (!this.#layout.inside && values.dense) {
      for (let i = 0; i < loaded; i++) counts[numbers[i]!]! += 1;
      child?.collect(docs, loaded, numbers);
      return;
    }
    this.#collectSome(values, loaded, child, docs, counts);
  }

  /** As the loop above, for documents with no or several values, or intervals outside the bounds. */
  #collectSome(
    values: NumericValues,
    loaded: number,
    child: LeafCollector | undefined,
    docs: Uint32Array,
    counts: Uint32Array,
  ): void {
    const numbers = this.#numbers;
    const { places } = values;
    const own = child && (this.#docs ??= new Uint32Array(BATCH_DOCS));
    let previousPlace = -1;
    let previousNumber = -1;
    let kept = 0;
    for (let i = 0; i < loaded; i++) {
      const number = numbers[i]!;
      const place = places[i]!;
      // Several values of a document in one interval count once; values are sorted.
      if (place === previousPlace && number === previousNumber) continue;
      previousPlace = place;
      previousNumber = number;
      if (number < this.#least || number > this.#greatest) continue;
      counts[number]! += 1;
      if (!child || !own) continue;
      own[kept] = docs[place]!;
      numbers[kept++] = number; // never ahead of i
      if (kept < BATCH_DOCS) continue;
      child.collect(own, kept, numbers);
      kept = 0;
    }
    if (kept > 0 && own) child?.collect(own, kept, numbers);
  }

  /** As `#collect`, where intervals are numbered. */
  #collectBelow(
    numbered: NumberedIntervals,
    values: NumericValues,
    loaded: number,
    emitter: BucketEmitter,
    { docs, buckets }: { readonly docs: Uint32Array; readonly buckets: Uint32Array },
  ): void {
    const numbers = this.#numbersFor(loaded);
    numbered.numbers(values.values, loaded, numbers);
    const table = this.#table;
    const before = table.size;
    const { places } = values;
    let previousPlace = -1;
    let previousNumber = -1;
    for (let i = 0; i < loaded; i++) {
      const number = numbers[i]!;
      const place = places[i]!;
      if (place === previousPlace && number === previousNumber) continue;
      previousPlace = place;
      previousNumber = number;
      if (number < this.#least || number > this.#greatest) continue;
      emitter.add(docs[place]!, table.bucket(buckets[place]!, number));
    }
    emitter.flush();
    if (table.size > before) this.#shard.reserve((table.size - before) * BucketTable.ENTRY_BYTES);
  }

  #collect(
    values: NumericValues,
    loaded: number,
    emitter: BucketEmitter,
    docs: Uint32Array,
    buckets: Uint32Array | undefined,
  ): void {
    if (loaded > this.#keys.length) this.#keys = new Float64Array(Math.max(loaded * 2, BATCH_DOCS));
    const keys = this.#keys;
    this.#layout.intervals.keys(values.values, loaded, keys);
    const table = this.#table;
    const before = table.size;
    const { places } = values;
    const { inside } = this.#layout;
    let previousPlace = -1;
    let previousKey = Number.NaN;
    for (let i = 0; i < loaded; i++) {
      const key = keys[i]!;
      const place = places[i]!;
      if (place === previousPlace && key === previousKey) continue;
      previousPlace = place;
      previousKey = key;
      if (inside && !inside(key)) continue;
      emitter.add(docs[place]!, table.bucket(buckets ? buckets[place]! : 0, key));
    }
    emitter.flush();
    if (table.size > before) this.#shard.reserve((table.size - before) * BucketTable.ENTRY_BYTES);
  }

  finish(replay: SegmentReplay): void {
    this.#children.finish(replay);
  }

  profile(): CollectorProfile {
    let count = this.#table.size;
    for (const documents of this.#topCounts ?? []) if (documents > 0) count++;
    return { debug: { total_buckets: count } };
  }

  results(parents: Uint32Array): HistogramPartial[] {
    const empty = this.#children.empty();
    if (this.#topCounts && this.#numbered) return this.#topResults(this.#topCounts, this.#numbered, parents, empty);
    const numbered = this.#numbered;
    const keyOf = numbered && ((number: number) => numbered.key(number));
    const lists = intervalBuckets(this.#table, parents, this.#children, keyOf);
    return lists.map((buckets) => this.#partial(buckets, empty));
  }

  #topResults(
    counts: Uint32Array,
    numbered: NumberedIntervals,
    parents: Uint32Array,
    empty: ChildPartials,
  ): HistogramPartial[] {
    const seen: number[] = [];
    for (let number = 0; number < counts.length; number++) if (counts[number] !== 0) seen.push(number);
    const below = this.#children.results(Uint32Array.from(seen));
    const buckets = seen.map((number, place): HistogramBucket => ({
      key: numbered.key(number),
      docCount: counts[number]!,
      children: below[place]!,
    }));
    return Array.from(parents, () => this.#partial(buckets, empty));
  }

  #partial(buckets: HistogramBucket[], empty: ChildPartials): HistogramPartial {
    const { mapped, format } = this.#source;
    return { mapped, format, buckets, extended: this.#layout.extended, empty };
  }
}
