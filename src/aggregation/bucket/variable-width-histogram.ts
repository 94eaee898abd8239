/** Buckets of different widths, where the values of a field lie together. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { float64Text } from "../../compat/json/json-text.ts";
import { javaDouble } from "../../core/float32.ts";
import type { AggregationKind, BucketAggregation, Rendered } from "../aggregation-kind.ts";
import { failedField, readInteger } from "../declared-values.ts";
import { type ValueCluster, evenlyJoined, nearestJoined } from "../histogram/value-clusters.ts";
import { type KeyedBucket, compareKeys } from "../keyed/keyed-buckets.ts";
import { KeyedCollector, type SegmentKeys } from "../keyed/keyed-collector.ts";
import { renderChildren } from "../tree/child-results.ts";
import { NumericValues } from "../values/numeric-values.ts";
import { type ValueFormat, RAW, numberText } from "../values/value-format.ts";
import { type ValuesSource, readValues } from "../values/values-source.ts";

const KIND = "variable_width_histogram";
const DEFAULT_BUCKETS = 10;
/** Clusters of a shard for each bucket of the response. */
const SHARD_FACTOR = 50;

interface WidthPartial {
  readonly format: ValueFormat;
  readonly clusters: readonly ValueCluster[];
}

interface WidthRequest {
  readonly buckets: number;
  readonly shardSize: number;
}

function readRequest(read: BodyReader, name: string): WidthRequest {
  const buckets = readInteger(read, "buckets") ?? DEFAULT_BUCKETS;
  if (buckets <= 0)
    throw failedField(read, "buckets", illegalArgument(`buckets must be greater than [0] for [${name}]`));
  const shardSize = readInteger(read, "shard_size") ?? buckets * SHARD_FACTOR;
  if (shardSize <= 1)
    throw failedField(read, "shard_size", illegalArgument(`shard_size must be greater than [1] for [${name}]`));
  const buffer = readInteger(read, "initial_buffer");
  if (buffer !== undefined && buffer <= 0)
    throw failedField(read, "initial_buffer", illegalArgument(`initial_buffer must be greater than [0] for [${name}]`));
  const kept = Math.floor(shardSize * 0.75);
  if (kept < buckets)
    throw illegalArgument(`3/4 of shard_size must be at least buckets but was [${kept}<${buckets}] for [${name}]`);
  if (buffer !== undefined && buffer < buckets)
    throw illegalArgument(`initial_buffer must be at least buckets but was [${buffer}<${buckets}] for [${name}]`);
  return { buckets, shardSize: kept };
}

function valuesOf(source: ValuesSource): SegmentKeys {
  return (reader) => {
    const values = new NumericValues(reader, source);
    if (!values.any) return undefined;
    return (docs, count, add) => {
      const loaded = values.load(docs, count);
      for (let i = 0; i < loaded; i++) add(values.places[i]!, values.values[i]!);
    };
  };
}

function clusterOf({ key, docCount, children }: KeyedBucket): ValueCluster {
  const value = Number(key);
  return { min: value, max: value, centroid: value, docCount, children };
}

export const variableWidthHistogram: AggregationKind = {
  name: KIND,
  summary: "Buckets of different widths, where the values of a field lie together.",
  bucket: true,
  valueTypes: ["numeric"],
  parse(name, body, children, context): BucketAggregation<WidthPartial, ValueCluster> {
    const read = new BodyReader(KIND, body, "object");
    const { buckets, shardSize } = readRequest(read, name);
    const values = readValues(name, read, context, {
      shapes: ["numbers"],
      unmapped: "number",
      formattable: true,
      onlyNumeric: true,
    });
    return {
      name,
      kind: KIND,
      children,
      collector(shard) {
        const source = values.on(shard);
        const result = (found: KeyedBucket[]): WidthPartial => ({
          format: source.format,
          clusters: evenlyJoined(found.sort(compareKeys).map(clusterOf), shardSize, children),
        });
        return new KeyedCollector({ children, keys: valuesOf(source), result }, shard);
      },
      empty: () => ({ format: values.source().format, clusters: [] }),
      merge(shards, reduce) {
        const all = shards.flatMap(({ clusters }) => clusters).sort((left, right) => left.centroid - right.centroid);
        const clusters = nearestJoined(all, buckets, children);
        reduce.countBuckets(clusters.length);
        return { format: shards.find(({ format }) => format.type !== "raw")?.format ?? RAW, clusters };
      },
      render: ({ format, clusters }, rendering) => ({
        buckets: clusters.map((cluster): Rendered => {
          const text = (value: number, key: string): Rendered => {
            const shown = numberText(format, value);
            return shown === undefined ? {} : { [key]: shown };
          };
          return {
            min: float64Text(cluster.min),
            ...text(cluster.min, "min_as_string"),
            key: float64Text(cluster.centroid),
            ...text(cluster.centroid, "key_as_string"),
            max: float64Text(cluster.max),
            ...text(cluster.max, "max_as_string"),
            doc_count: cluster.docCount,
            ...renderChildren(children, cluster.children, rendering),
          };
        }),
      }),
      typeName: () => KIND,
      buckets: ({ clusters }) => clusters,
      withBuckets: (partial, clusters) => ({ ...partial, clusters }),
      keyOf: ({ format }, { centroid }) => ({
        value: centroid,
        text: numberText(format, centroid) ?? javaDouble(centroid),
      }),
    };
  },
};
