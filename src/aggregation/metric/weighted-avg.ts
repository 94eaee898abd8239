/** The mean of a field, each value weighted by another field of the document. */
import { BodyReader } from "../../compat/body-reader.ts";
import { RequestError, illegalArgument } from "../../compat/errors.ts";
import { isJsonObject } from "../../core/json.ts";
import type { Aggregation, AggregationKind, Collector, LeafCollector, ShardCollection } from "../aggregation-kind.ts";
import { readText, unsupportedToken, withinField } from "../declared-values.ts";
import { renderValue } from "../numeric/numeric-metric.ts";
import { type Sum, mergeSums, sumState } from "../numeric/sums.ts";
import { bucketsNeeded } from "../values/bucket-array.ts";
import { NumericValues } from "../values/numeric-values.ts";
import { RAW, type ValueFormat } from "../values/value-format.ts";
import { type RequestedValues, type ValuesSource, readFieldConfig } from "../values/values-source.ts";

const KIND = "weighted_avg";

/** Sums of weighted values and of weights. */
interface WeightedSums {
  readonly values: Sum;
  readonly weights: Sum;
}

interface Sources {
  readonly value: ValuesSource;
  readonly weight: ValuesSource;
}

class WeightedCollector implements Collector<WeightedSums> {
  readonly #sources: Sources;
  readonly #shard: ShardCollection;
  readonly #values = sumState();
  readonly #weights = sumState();
  #room = 0;
  #products = new Float64Array(0);
  #factors = new Float64Array(0);
  #buckets = new Uint32Array(0);

  constructor(sources: Sources, shard: ShardCollection) {
    this.#sources = sources;
    this.#shard = shard;
  }

  segment(reader: Parameters<Collector["segment"]>[0]): LeafCollector | undefined {
    const values = new NumericValues(reader, this.#sources.value);
    const weights = new NumericValues(reader, this.#sources.weight);
    if (!values.any || !weights.any) return undefined;
    return { collect: (docs, count, buckets) => this.#collect(values, weights, docs, count, buckets) };
  }

  #collect(
    values: NumericValues,
    weights: NumericValues,
    docs: Uint32Array,
    count: number,
    buckets: Uint32Array | undefined,
  ): void {
    const loaded = values.load(docs, count);
    const weighing = weights.load(docs, count);
    this.#ensure(bucketsNeeded(buckets, count), loaded);
    let found = 0;
    for (let i = 0, w = 0; i < loaded; i++) {
      const place = values.places[i]!;
      while (w < weighing && weights.places[w]! < place) w++;
      if (w === weighing) break;
      if (weights.places[w] !== place) continue;
      if (w + 1 < weighing && weights.places[w + 1] === place) throw severalWeights();
      this.#products[found] = values.values[i]! * weights.values[w]!;
      this.#factors[found] = weights.values[w]!;
      this.#buckets[found++] = buckets ? buckets[place]! : 0;
    }
    this.#values.add(this.#products, found, this.#buckets);
    this.#weights.add(this.#factors, found, this.#buckets);
  }

  #ensure(buckets: number, values: number): void {
    if (values > this.#products.length) {
      this.#products = new Float64Array(values * 2);
      this.#factors = new Float64Array(values * 2);
      this.#buckets = new Uint32Array(values * 2);
    }
    if (buckets <= this.#room) return;
    const room = Math.max(buckets, this.#room * 2, 16);
    this.#shard.reserve((room - this.#room) * (this.#values.bucketBytes + this.#weights.bucketBytes));
    this.#values.ensure(room);
    this.#weights.ensure(room);
    this.#room = room;
  }

  results(buckets: Uint32Array): WeightedSums[] {
    return Array.from(buckets, (bucket) => ({
      values: this.#values.value(bucket),
      weights: this.#weights.value(bucket),
    }));
  }

  metric(bucket: number): number {
    return mean({ values: this.#values.value(bucket), weights: this.#weights.value(bucket) });
  }
}

function severalWeights(): RequestError {
  return illegalArgument(
    "Encountered more than one weight for a single document. Use a script to combine multiple weights-per-doc into a single value.",
  );
}

function mean({ values, weights }: WeightedSums): number {
  return values.sum / weights.sum;
}

export const weightedAvg: AggregationKind = {
  name: KIND,
  summary: "The mean of a field, each value weighted by another field of the document.",
  bucket: false,
  valueTypes: ["numeric"],
  parse(name, body, _children, context): Aggregation<WeightedSums> {
    const read = new BodyReader(KIND, body, "object");
    const fieldOf = (key: string): RequestedValues | undefined => {
      const config = read.json(key);
      if (config === undefined) return undefined;
      if (!isJsonObject(config)) throw unsupportedToken(read, key, config);
      return withinField(read, key, () =>
        readFieldConfig(name, { kind: KIND }, config, context, {
          shapes: ["numbers"],
          unmapped: "number",
          formattable: false,
        }),
      );
    };
    const value = fieldOf("value");
    const weight = fieldOf("weight");
    const pattern = readText(read, "format");
    readText(read, "value_type"); // values are numbers in any case
    read.end();
    const format: ValueFormat = pattern === undefined ? RAW : { type: "decimal", pattern };
    const empty: WeightedSums = { values: { sum: 0, count: 0 }, weights: { sum: 0, count: 0 } };
    const sourceOf = (key: string, from: RequestedValues | undefined, shard: ShardCollection): ValuesSource => {
      if (from) return from.on(shard);
      throw illegalArgument(`Could not find field name [${key}] in multiValuesSource`);
    };
    return {
      name,
      kind: KIND,
      collector: (shard) =>
        new WeightedCollector(
          { value: sourceOf("value", value, shard), weight: sourceOf("weight", weight, shard) },
          shard,
        ),
      empty: () => empty,
      merge: (partials) => ({
        values: mergeSums(partials.map((one) => one.values)),
        weights: mergeSums(partials.map((one) => one.weights)),
      }),
      render: (partial) => renderValue(mean(partial), format, Number.isNaN(mean(partial))),
      typeName: () => KIND,
      sortable: { of: "single-value" },
      metric: mean,
    };
  },
};
