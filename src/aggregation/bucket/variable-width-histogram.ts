/** Buckets of different widths, where the values of a field lie together. */
import { BodyReader } from "../../compat/body-reader.ts";
import { type RequestError, illegalArgument } from "../../compat/errors.ts";
import { float64Text } from "../../compat/json/json-text.ts";
import { javaDouble } from "../../core/float32.ts";
import type { AggregationKind, BucketAggregation, Rendered } from "../aggregation-kind.ts";
import { failedField, readInteger } from "../declared-values.ts";
import { ClusteredCollector } from "../histogram/clustered-collector.ts";
import type { ClusteringLimits } from "../histogram/value-clustering.ts";
import { type ValueCluster, apart, nearestJoined } from "../histogram/value-clusters.ts";
import { renderChildren } from "../tree/child-results.ts";
import { bucketsNeeded } from "../values/bucket-array.ts";
import { type ValueFormat, RAW, numberText } from "../values/value-format.ts";
import { readValues } from "../values/values-source.ts";

const KIND = "variable_width_histogram";
const DEFAULT_BUCKETS = 10;
/** Clusters of a shard for each bucket of the response. */
const SHARD_FACTOR = 50;
/** Values that are kept before there are clusters, for each cluster of a shard. */
const BUFFER_FACTOR = 10;
const GREATEST_BUFFER = 50_000;

interface WidthPartial {
  readonly format: ValueFormat;
  readonly clusters: readonly ValueCluster[];
}

interface WidthRequest {
  readonly buckets: number;
  readonly limits: ClusteringLimits;
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
  const most = Math.min(BUFFER_FACTOR * shardSize, GREATEST_BUFFER);
  return { buckets, limits: { buffer: buffer ?? most, groups: kept, clusters: shardSize } };
}

/** Kinds that may make a single bucket of one around them. */
const SINGLE: ReadonlySet<string> = new Set([
  "date_range",
  "filter",
  "filters",
  "geo_distance",
  "global",
  "ip_range",
  "nested",
  "random_sampler",
  "range",
  "reverse_nested",
]);

function severalBuckets(): RequestError {
  return illegalArgument(`[${KIND}] cannot be nested inside an aggregation that collects more than a single bucket.`);
}

export const variableWidthHistogram: AggregationKind = {
  name: KIND,
  summary: "Buckets of different widths, where the values of a field lie together.",
  bucket: true,
  valueTypes: ["numeric"],
  parse(name, body, children, context): BucketAggregation<WidthPartial, ValueCluster> {
    const read = new BodyReader(KIND, body, "object");
    const { buckets, limits } = readRequest(read, name);
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
        if (context.around.some((kind) => !SINGLE.has(kind))) throw severalBuckets();
        const collector = new ClusteredCollector(source, limits, children, shard);
        return {
          segment(reader) {
            const leaf = collector.segment(reader);
            return (
              leaf && {
                collect(docs, count, owners) {
                  if (bucketsNeeded(owners, count) > 1) throw severalBuckets();
                  leaf.collect(docs, count, owners);
                },
              }
            );
          },
          finish: (replay) => collector.finish(replay),
          results: (parents) =>
            collector.results(parents).map((clusters): WidthPartial => ({ format: source.format, clusters })),
        };
      },
      empty: () => ({ format: values.source().format, clusters: [] }),
      merge(shards, reduce) {
        const all = shards.flatMap(({ clusters }) => clusters).sort((left, right) => left.centroid - right.centroid);
        const clusters = apart(nearestJoined(all, buckets, children), children);
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
