/** What the metrics over numbers share: reading the field, loading values, and one state by bucket. */
import { BodyReader } from "../../core/body-reader.ts";
import type { JsonObject } from "../../core/json.ts";
import type { Aggregation, AggregationKind, AggregationParseContext, Collector, LeafCollector, Partial, ShardCollection } from "../aggregation-kind.ts";
import { bucketsNeeded } from "../values/bucket-array.ts";
import { NumericValues } from "../values/numeric-values.ts";
import { NUMERIC_FAMILIES, type ValuesSource, readValuesSource } from "../values/values-source.ts";

/** State of a metric over all buckets of one shard. */
export interface MetricState {
  /** Makes room for buckets below `count`. */
  ensure(count: number): void;
  /** Takes `count` values: `values[i]` into bucket `buckets[i]`, or all into bucket 0. */
  add(values: Float64Array, count: number, buckets: Uint32Array | undefined): void;
  /** Plain data of a bucket. */
  partial(bucket: number): Partial;
}

/** What a metric over numbers brings. */
export interface NumericMetric {
  readonly name: string;
  readonly summary: string;
  /** Properties that an order may name; the first is the one of a single-valued metric. */
  readonly metrics: readonly string[];
  state(): MetricState;
  merge(partials: readonly Partial[]): Partial;
  /** Value of a property. */
  value(partial: Partial, property: string): number;
  render(partial: Partial, source: ValuesSource): JsonObject;
}

/** Makes the aggregation kind of a metric. */
export function numericMetricKind(metric: NumericMetric): AggregationKind {
  return {
    name: metric.name,
    summary: metric.summary,
    bucket: false,
    parse(name, body, _children, context) {
      return parseMetric(metric, name, body, context);
    },
  };
}

function parseMetric(metric: NumericMetric, name: string, body: JsonObject, context: AggregationParseContext): Aggregation {
  const read = new BodyReader(metric.name, body, "object");
  const source = readValuesSource(read, context.mapping, NUMERIC_FAMILIES);
  read.end();
  const single = metric.metrics.length === 1;
  const valueOf = (partial: Partial, property: string | undefined): number => metric.value(partial, property ?? metric.metrics[0] ?? "value");
  return {
    name,
    kind: metric.name,
    meta: undefined,
    children: [],
    metrics: metric.metrics,
    collector: (shard) => new MetricCollector(metric, source, shard),
    empty: () => metric.state().partial(0),
    merge: (partials) => metric.merge(partials),
    render: (partial) => metric.render(partial, source),
    typeName: () => metric.name,
    metric: (partial, property) => valueOf(partial, single ? undefined : property),
  };
}

class MetricCollector implements Collector {
  readonly #metric: NumericMetric;
  readonly #source: ValuesSource;
  readonly #state: MetricState;
  readonly #shard: ShardCollection;
  #room = 0;
  #bucketOfValue = new Uint32Array(4096);

  constructor(metric: NumericMetric, source: ValuesSource, shard: ShardCollection) {
    this.#metric = metric;
    this.#source = source;
    this.#shard = shard;
    this.#state = metric.state();
  }

  segment(reader: Parameters<Collector["segment"]>[0]): LeafCollector | undefined {
    const missing = this.#source.missing;
    const path = this.#source.field?.path ?? this.#source.fieldName;
    const values = new NumericValues(reader, path, missing === undefined ? undefined : Number(missing));
    if (!values.any) return undefined;
    return { collect: (docs, count, buckets) => this.#collect(values, docs, count, buckets) };
  }

  #collect(loader: NumericValues, docs: Uint32Array, count: number, buckets: Uint32Array | undefined): void {
    const loaded = loader.load(docs, count);
    if (loaded === 0) return;
    this.#ensure(bucketsNeeded(buckets, count));
    if (!buckets) return this.#state.add(loader.values, loaded, undefined);
    if (loader.dense) return this.#state.add(loader.values, loaded, buckets);
    if (loaded > this.#bucketOfValue.length) this.#bucketOfValue = new Uint32Array(loaded * 2);
    const bucketOfValue = this.#bucketOfValue;
    const { places } = loader;
    for (let i = 0; i < loaded; i++) bucketOfValue[i] = buckets[places[i]!]!;
    this.#state.add(loader.values, loaded, bucketOfValue);
  }

  #ensure(count: number): void {
    if (count <= this.#room) return;
    const room = Math.max(count, this.#room * 2, 16);
    this.#shard.reserve((room - this.#room) * 32);
    this.#room = room;
    this.#state.ensure(room);
  }

  results(buckets: Uint32Array): Partial[] {
    return Array.from(buckets, (bucket) => this.#state.partial(bucket));
  }

  metric(bucket: number, property: string | undefined): number {
    return this.#metric.value(this.#state.partial(bucket), property ?? this.#metric.metrics[0] ?? "value");
  }
}

/** `{value, value_as_string}` of a single value; null when there is none. */
export function renderValue(value: number, source: ValuesSource, none: boolean): JsonObject {
  if (none || !Number.isFinite(value)) return { value: null };
  const text = source.field?.formatAsString(value, source.format, source.timeZone);
  return text === undefined ? { value } : { value, value_as_string: text };
}
