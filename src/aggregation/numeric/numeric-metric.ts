/** The common part of numeric metrics: reading the field, loading values, and one state for each bucket. */
import { BodyReader } from "../../compat/body-reader.ts";
import { float64Text } from "../../compat/json/json-text.ts";
import type {
  Aggregation,
  AggregationKind,
  AggregationParseContext,
  Collector,
  CollectorProfile,
  Division,
  LeafCollector,
  Rendered,
  ShardCollection,
  SortableValue,
} from "../aggregation-kind.ts";
import type { SearcherView } from "../../query/query.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { columnOf, rangeOfValues } from "../values/columns.ts";
import { aggregatorName } from "../tree/aggregator-names.ts";
import { bucketsNeeded } from "../values/bucket-array.ts";
import { NumericValues } from "../values/numeric-values.ts";
import { SummaryValues } from "../values/summary-values.ts";
import { RAW, type ValueFormat, numberText } from "../values/value-format.ts";
import { type ValuesSource, readValues } from "../values/values-source.ts";

/** State of a metric over all buckets of one shard. */
export interface MetricState<Value> {
  /** Memory of a bucket in bytes. */
  readonly bucketBytes: number;
  /** Grows to hold buckets below `count`. */
  ensure(count: number): void;
  /** Adds `count` values: `values[i]` to bucket `buckets[i]`, or all to bucket 0. */
  add(values: Float64Array, count: number, buckets: Uint32Array | undefined): void;
  /** As `add`, for sums with the number of values in each. Absent: the metric does not support pre-aggregated sums. */
  addSummaries?(sums: Float64Array, numbers: Float64Array, count: number, buckets: Uint32Array | undefined): void;
  /** As `add`, for values that occurred several times. Absent: see `addSummaries`. */
  addCounted?(values: Float64Array, numbers: Float64Array, count: number, buckets: Uint32Array | undefined): void;
  /** The value of a bucket, as plain data. */
  value(bucket: number): Value;
}

/** The parts of a numeric metric. `Value` is plain data. */
export interface NumericMetric<Value> {
  readonly name: string;
  readonly summary: string;
  readonly sortable: SortableValue;
  /** Types of values; absent: all that are numbers or count as such. */
  readonly valueTypes?: readonly string[];
  /** See `ResultShape.typeName`; absent: the name. */
  readonly typeName?: string;
  /**
   * The highest power of values that it adds up, 0 for none; absent: results of parts of a shard's documents cannot be
   * merged to that of all.
   */
  readonly power?: 0 | 1 | 2;
  /** `reserve` accounts for memory beyond `bucketBytes`. */
  state(reserve: (bytes: number) => void): MetricState<Value>;
  merge(values: readonly Value[]): Value;
  /** See `Aggregation.scale`. */
  scale?(value: Value, factor: number): Value;
  /** The number that a parent may order by. */
  metric(value: Value, property: string | undefined): number;
  render(value: Value, format: ValueFormat): Rendered;
}

/** The result; the format is undefined where the field is not mapped. */
export interface MetricPartial<Value> {
  readonly value: Value;
  readonly format: ValueFormat | undefined;
}

/** Types that are numbers or count as such. */
const NUMBERS: readonly string[] = ["boolean", "counter", "date", "numeric"];

/** Makes the aggregation kind of a metric that takes nothing but a field. */
export function numericMetricKind<Value>(metric: NumericMetric<Value>): AggregationKind {
  return numericMetricOf(metric, () => metric);
}

/** Makes an aggregation kind; `read` reads what the metric has of its own in the body. */
export function numericMetricOf<Value>(
  { name: kind, summary, valueTypes = NUMBERS }: Pick<NumericMetric<Value>, "name" | "summary" | "valueTypes">,
  read: (body: BodyReader, name: string) => NumericMetric<Value>,
): AggregationKind {
  return {
    name: kind,
    summary,
    bucket: false,
    valueTypes,
    parse(name, body, _children, context) {
      const reader = new BodyReader(kind, body, "object");
      return parseMetric(read(reader, name), name, reader, context);
    },
  };
}

/** Reads the field, and makes the aggregation; `read` has nothing else left. */
export function parseMetric<Value>(
  metric: NumericMetric<Value>,
  name: string,
  read: BodyReader,
  context: AggregationParseContext,
): Aggregation<MetricPartial<Value>> {
  const values = readValues(name, read, context, {
    shapes: ["numbers"],
    unmapped: "number",
    formattable: true,
    onlyNumeric: metric.valueTypes !== undefined && !metric.valueTypes.includes("date"),
  });
  return {
    name,
    kind: metric.name,
    divides: (searcher) => divisionOfNumbers(metric.power, values.source(), searcher),
    collector: (shard) => new MetricCollector(metric, values.on(shard), shard),
    empty: () => ({ value: metric.state(() => undefined).value(0), format: formatOf(values.source()) }),
    merge: (partials) => ({
      value: metric.merge(partials.map((one) => one.value)),
      format: partials.find((one) => one.format)?.format,
    }),
    ...(metric.scale ? { scale: (partial, factor) => scaled(metric, partial, factor) } : {}),
    render: ({ value, format }) => metric.render(value, format ?? RAW),
    typeName: () => metric.typeName ?? metric.name,
    sortable: metric.sortable,
    metric: (partial, property) => metric.metric(partial.value, property),
  };
}

function scaled<Value>(
  metric: NumericMetric<Value>,
  partial: MetricPartial<Value>,
  factor: number,
): MetricPartial<Value> {
  return { ...partial, value: metric.scale?.(partial.value, factor) ?? partial.value };
}

/** Whole numbers add up to the same in any order, as long as doubles hold the sums exactly. */
function divisionOfNumbers(
  power: 0 | 1 | 2 | undefined,
  source: ValuesSource,
  { segments }: SearcherView,
): Division | undefined {
  if (power === undefined) return undefined;
  if (power === 0) return "anywhere";
  if (source.fractional || source.counts || source.script) return "in-blocks";
  const range = rangeOfValues(segments, source);
  if (!range) return "anywhere";
  const count = segments.reduce((sum, reader) => sum + Math.max(reader.docCount, valuesIn(reader, source)), 0);
  const most = Math.max(Math.abs(range.min), Math.abs(range.max)) ** power * count;
  return most <= Number.MAX_SAFE_INTEGER ? "anywhere" : "in-blocks";
}

function valuesIn(reader: SegmentReader, { path }: ValuesSource): number {
  return columnOf(reader, path)?.values.length ?? 0;
}

function formatOf(source: ValuesSource): ValueFormat | undefined {
  return source.mapped ? source.format : undefined;
}

class MetricCollector<Value> implements Collector<MetricPartial<Value>> {
  readonly #metric: NumericMetric<Value>;
  readonly #source: ValuesSource;
  readonly #state: MetricState<Value>;
  readonly #shard: ShardCollection;
  #room = 0;
  #bucketOfValue = new Uint32Array(0);

  constructor(metric: NumericMetric<Value>, source: ValuesSource, shard: ShardCollection) {
    this.#metric = metric;
    this.#source = source;
    this.#shard = shard;
    this.#state = metric.state((bytes) => shard.reserve(bytes));
  }

  segment(reader: Parameters<Collector["segment"]>[0]): LeafCollector | undefined {
    if (this.#source.counts)
      return this.#summaryLeaf(new SummaryValues(reader, this.#source.path, this.#source.counts));
    const values = new NumericValues(reader, this.#source);
    if (!values.any) return undefined;
    return { collect: (docs, count, buckets) => this.#collect(values, docs, count, buckets) };
  }

  #collect(loader: NumericValues, docs: Uint32Array, count: number, buckets: Uint32Array | undefined): void {
    const loaded = loader.load(docs, count);
    if (loaded === 0) return;
    this.#ensure(bucketsNeeded(buckets, count));
    if (!buckets || loader.dense) return this.#state.add(loader.values, loaded, buckets);
    this.#state.add(loader.values, loaded, this.#bucketsOf(loader.places, loaded, buckets));
  }

  #summaryLeaf(summaries: SummaryValues): LeafCollector | undefined {
    if (!summaries.any) return undefined;
    return {
      collect: (docs, count, buckets) => {
        const loaded = summaries.load(docs, count);
        if (loaded === 0) return;
        this.#ensure(bucketsNeeded(buckets, count));
        const own = buckets && this.#bucketsOf(summaries.places, loaded, buckets);
        this.#state.addSummaries?.(summaries.sums, summaries.numbers, loaded, own);
        this.#state.addCounted?.(summaries.values, summaries.numbers, loaded, own);
      },
    };
  }

  /** The bucket of each loaded value. */
  #bucketsOf(places: Uint32Array, loaded: number, buckets: Uint32Array): Uint32Array {
    if (loaded > this.#bucketOfValue.length) this.#bucketOfValue = new Uint32Array(loaded * 2);
    const bucketOfValue = this.#bucketOfValue;
    for (let i = 0; i < loaded; i++) bucketOfValue[i] = buckets[places[i]!]!;
    return bucketOfValue;
  }

  #ensure(count: number): void {
    if (count <= this.#room) return;
    const room = Math.max(count, this.#room * 2, 16);
    this.#shard.reserve((room - this.#room) * this.#state.bucketBytes);
    this.#room = room;
    this.#state.ensure(room);
  }

  results(buckets: Uint32Array): MetricPartial<Value>[] {
    const format = formatOf(this.#source);
    return Array.from(buckets, (bucket) => ({ value: this.#state.value(bucket), format }));
  }

  profile(): CollectorProfile {
    const { sortable, typeName, name } = this.#metric;
    if (this.#source.mapped) return { type: aggregatorName(typeName ?? name) };
    const values = sortable.of === "single-value" ? "Single" : "Multi";
    return { type: `NonCollecting${values}MetricAggregator` };
  }

  metric(bucket: number, property: string | undefined): number {
    return this.#metric.metric(this.#state.value(bucket), property);
  }
}

/** `{value, value_as_string}` of a single value; `none`: there is no value. */
export function renderValue(value: number, format: ValueFormat, none: boolean): Rendered {
  if (none) return { value: null };
  const text = numberText(format, value);
  return text === undefined ? { value: float64Text(value) } : { value: float64Text(value), value_as_string: text };
}
