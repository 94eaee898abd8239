/** The number of values of a field of any type with doc values. */
import { BodyReader } from "../../compat/body-reader.ts";
import type { Aggregation, AggregationKind, Collector, ShardCollection } from "../aggregation-kind.ts";
import { BucketDoubles, bucketsNeeded } from "../values/bucket-array.ts";
import { valueCounter } from "../values/value-loader.ts";
import { ALL_SHAPES, type ValuesSource, readValues } from "../values/values-source.ts";

function collector(source: ValuesSource, shard: ShardCollection): Collector<number> {
  const counts = new BucketDoubles(0);
  return {
    segment(reader) {
      const add = valueCounter(reader, source);
      if (!add) return undefined;
      return {
        collect: (docs, count, buckets) =>
          add(docs, count, buckets, counts.reserve(bucketsNeeded(buckets, count), shard)),
      };
    },
    results: (buckets) => Array.from(buckets, (bucket) => counts.get(bucket)),
    metric: (bucket) => counts.get(bucket),
  };
}

export const valueCount: AggregationKind = {
  name: "value_count",
  summary: "The number of values of a field.",
  bucket: false,
  valueTypes: ["boolean", "counter", "date", "geopoint", "ip", "keyword", "numeric", "range"],
  parse(name, body, _children, context): Aggregation<number> {
    const read = new BodyReader("value_count", body, "object");
    const values = readValues(name, read, context, { shapes: ALL_SHAPES, unmapped: "text", formattable: true });
    return {
      name,
      kind: "value_count",
      divides: () => "anywhere",
      collector: (shard) => collector(values.on(shard), shard),
      empty: () => 0,
      merge: (partials) => partials.reduce((sum, one) => sum + one, 0),
      scale: (partial, factor) => Math.round(partial * factor),
      render: (partial) => ({ value: partial }),
      typeName: () => "value_count",
      sortable: { of: "single-value" },
      metric: (partial) => partial,
    };
  },
};
