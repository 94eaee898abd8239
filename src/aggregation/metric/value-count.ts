/** How many values a field has, of any type with doc values. */
import { BodyReader } from "../../core/body-reader.ts";
import type { AggregationKind, Collector, ShardCollection } from "../aggregation-kind.ts";
import { BucketDoubles, bucketsNeeded } from "../values/bucket-array.ts";
import { addValueCounts } from "../values/value-loader.ts";
import { NUMERIC_FAMILIES, ORDINAL_FAMILIES, type ValuesSource, readValuesSource } from "../values/values-source.ts";

function collector(source: ValuesSource, shard: ShardCollection): Collector {
  const counts = new BucketDoubles(0);
  return {
    segment(reader) {
      const add = addValueCounts(reader, source.field?.path ?? source.fieldName, source.missing !== undefined);
      if (!add) return undefined;
      return {
        collect(docs, count, buckets) {
          const needed = bucketsNeeded(buckets, count);
          if (needed > counts.values.length) shard.reserve((needed - counts.values.length) * 8);
          counts.ensure(needed);
          add(docs, count, buckets, counts.values);
        },
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
  parse(name, body, _children, context) {
    const read = new BodyReader("value_count", body, "object");
    const source = readValuesSource(read, context.mapping, [...NUMERIC_FAMILIES, ...ORDINAL_FAMILIES, "point"]);
    read.end();
    return {
      name,
      kind: "value_count",
      meta: undefined,
      children: [],
      metrics: ["value"],
      collector: (shard) => collector(source, shard),
      empty: () => 0,
      merge: (partials) => partials.reduce<number>((sum, one) => sum + Number(one), 0),
      render: (partial) => ({ value: Number(partial) }),
      typeName: () => "value_count",
      metric: (partial) => Number(partial),
    };
  },
};
