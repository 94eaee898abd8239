/** The common part of metrics over points: reading the field, loading points, and one state for each bucket. */
import { BodyReader } from "../../compat/body-reader.ts";
import type {
  Aggregation,
  AggregationKind,
  Collector,
  Rendered,
  ShardCollection,
  SortableValue,
} from "../aggregation-kind.ts";
import { bucketsNeeded } from "../values/bucket-array.ts";
import { type ValuesSource, readValues } from "../values/values-source.ts";
import { PointValues } from "./point-values.ts";

/** Makes the state of each bucket, `P` being plain data. */
export interface PointMetric<P> {
  readonly name: string;
  readonly summary: string;
  /** Where the points are: with latitude and longitude, or with y and x. */
  readonly space: "globe" | "plane";
  readonly scriptable: boolean;
  readonly properties: readonly string[];
  /** Numbers kept for a bucket, and what they begin with. */
  readonly initial: readonly number[];
  /** Adds a point to the numbers from `at` on: its latitude, or y, first. */
  add(kept: Float64Array, at: number, first: number, second: number): void;
  /** The result of the numbers of a bucket. */
  value(kept: Float64Array): P;
  merge(partials: readonly P[]): P;
  metric(partial: P, property: string): number;
  render(partial: P): Rendered;
}

class PointCollector<P> implements Collector<P> {
  readonly #metric: PointMetric<P>;
  readonly #source: ValuesSource;
  readonly #shard: ShardCollection;
  #kept = new Float64Array(0);

  constructor(metric: PointMetric<P>, source: ValuesSource, shard: ShardCollection) {
    this.#metric = metric;
    this.#source = source;
    this.#shard = shard;
  }

  segment(reader: Parameters<Collector["segment"]>[0]): ReturnType<Collector["segment"]> {
    const points = new PointValues(reader, this.#source);
    if (!points.any) return undefined;
    const width = this.#metric.initial.length;
    return {
      collect: (docs, count, buckets) => {
        const loaded = points.load(docs, count);
        const kept = this.#ensure(bucketsNeeded(buckets, count) * width);
        const { lats, lons, places } = points;
        for (let i = 0; i < loaded; i++)
          this.#metric.add(kept, (buckets ? buckets[places[i]!]! : 0) * width, lats[i]!, lons[i]!);
      },
    };
  }

  #ensure(needed: number): Float64Array {
    const before = this.#kept;
    if (needed <= before.length) return before;
    const { initial } = this.#metric;
    const grown = new Float64Array(Math.ceil(Math.max(needed, before.length * 2) / initial.length) * initial.length);
    this.#shard.reserve((grown.length - before.length) * Float64Array.BYTES_PER_ELEMENT);
    grown.set(before);
    for (let at = before.length; at < grown.length; at += initial.length) grown.set(initial, at);
    return (this.#kept = grown);
  }

  results(buckets: Uint32Array): P[] {
    const width = this.#metric.initial.length;
    return Array.from(buckets, (bucket) => {
      const own = this.#kept.subarray(bucket * width, (bucket + 1) * width);
      return this.#metric.value(own.length === 0 ? Float64Array.from(this.#metric.initial) : own);
    });
  }
}

/** Makes the kind; `read` reads what the metric has of its own in the body. */
export function pointMetricKind<P>(
  { name: kind, summary, space, scriptable }: Pick<PointMetric<P>, "name" | "summary" | "space" | "scriptable">,
  read: (body: BodyReader) => PointMetric<P>,
): AggregationKind {
  return {
    name: kind,
    summary,
    bucket: false,
    valueTypes: [space === "globe" ? "geopoint" : "cartesianpoint"],
    parse(name, body, _children, context): Aggregation<P> {
      const reader = new BodyReader(kind, body, "object");
      const metric = read(reader);
      const values = readValues(name, reader, context, {
        shapes: [space === "globe" ? "points" : "plane-points"],
        unmapped: "text",
        formattable: false,
        unscripted: !scriptable,
      });
      const sortable: SortableValue = { of: "unsortable", properties: metric.properties };
      return {
        name,
        kind,
        collector: (shard) => new PointCollector(metric, values.source(), shard),
        empty: () => metric.value(Float64Array.from(metric.initial)),
        merge: (partials) => metric.merge(partials),
        render: (partial) => metric.render(partial),
        typeName: () => kind,
        sortable,
        metric: (partial, property = "") => metric.metric(partial, property),
      };
    },
  };
}
