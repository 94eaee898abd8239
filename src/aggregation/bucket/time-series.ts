/** One bucket for each time series, that is for each combination of dimensions (`TimeSeriesAggregationBuilder`). */
import { BodyReader } from "../../compat/body-reader.ts";
import { valueText } from "../../compat/value-text.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { put } from "../../core/names.ts";
import type { MappingView } from "../../mapping/mapping-view.ts";
import { TSID } from "../../mapping/time-series/series-fields.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { AggregationKind, AggregationParseContext, BucketAggregation, Rendered } from "../aggregation-kind.ts";
import { readBoolean, readInteger } from "../declared-values.ts";
import { documentKeys } from "../keyed/document-keys.ts";
import { compareKeys, gatherBuckets, type Key, type KeyedBucket, mergeGathered } from "../keyed/keyed-buckets.ts";
import { KeyedCollector, type KeysOf } from "../keyed/keyed-collector.ts";
import { keysOf } from "../terms/terms-request.ts";
import { renderTermKey } from "../terms/terms-result.ts";
import { renderChildren } from "../tree/child-results.ts";
import { OrdinalValues } from "../values/ordinal-values.ts";
import { readValues, type ValuesSource } from "../values/values-source.ts";

const KIND = "time_series";
/** As many as a response may have. */
const DEFAULT_SIZE = 65_536;

export const timeSeries: AggregationKind = {
  name: KIND,
  summary: "One bucket for each time series.",
  bucket: true,
  parse(name, body, children, context): BucketAggregation<readonly KeyedBucket[], KeyedBucket> {
    const read = new BodyReader(KIND, body, "object");
    const keyed = readBoolean(read, "keyed") ?? false;
    const size = readInteger(read, "size") ?? DEFAULT_SIZE;
    read.end();
    const series = readValuesOf(TSID, name, context);
    const dimensions = dimensionsOf(context.mapping).map((path) => ({
      path,
      source: readValuesOf(path, name, context),
    }));
    const sorted = (buckets: KeyedBucket[]): readonly KeyedBucket[] => buckets.sort(compareKeys).slice(0, size);
    return {
      name,
      kind: KIND,
      children,
      collector: (shard) =>
        new KeyedCollector(
          { children, keys: (reader) => keysOfSegment(reader, series, dimensions), result: sorted },
          shard,
        ),
      empty: () => [],
      merge: (shards, reduce) =>
        mergeGathered(gatherBuckets(shards).sort(compareKeys).slice(0, size), children, reduce),
      render(buckets, rendering) {
        const shown = buckets.map(({ key, docCount, children: below }): readonly [Rendered, Rendered] => [
          keyObject(key),
          { key: keyObject(key), doc_count: docCount, ...renderChildren(children, below, rendering) },
        ]);
        if (!keyed) return { buckets: shown.map(([, bucket]) => bucket) };
        const named: Rendered = {};
        for (const [key, bucket] of shown) put(named, javaMap(key), bucket);
        return { buckets: named };
      },
      typeName: () => KIND,
      buckets: (buckets) => buckets,
      withBuckets: (_partial, buckets) => buckets,
      keyOf: (_partial, { key }) => ({ value: key, text: javaMap(keyObject(key)) }),
    };
  },
};

interface Dimension {
  readonly path: string;
  readonly source: ValuesSource;
}

function readValuesOf(field: string, name: string, context: AggregationParseContext): ValuesSource {
  return readValues(name, new BodyReader(KIND, { field }, "object"), context, {
    shapes: ["numbers", "ordinals"],
    unmapped: "text",
    formattable: false,
  }).source();
}

/** Paths of the dimensions, in their order. */
function dimensionsOf(mapping: MappingView): string[] {
  const paths: string[] = [];
  for (const path of mapping.matching("*")) {
    const parameters = mapping.field(path)?.parameters ?? {};
    if (parameters["time_series_dimension"] === true && mapping.resolve(path) === path) paths.push(path);
    const keys = parameters["time_series_dimensions"];
    if (Array.isArray(keys)) paths.push(...keys.map((key) => `${path}.${valueText(key)}`));
  }
  return paths.sort();
}

/** The key of a series is made once for each segment, of the dimensions of its first document. */
function keysOfSegment(
  reader: SegmentReader,
  series: ValuesSource,
  dimensions: readonly Dimension[],
): KeysOf | undefined {
  if (!series.mapped) return undefined;
  const tsids = new OrdinalValues(reader, series);
  if (!tsids.any) return undefined;
  const loaders = dimensions.flatMap(({ path, source }) => {
    const keys = source.mapped ? documentKeys(reader, source) : undefined;
    return keys ? [{ path, keys, shown: keysOf(source) }] : [];
  });
  const known = new Map<number, string>();
  const keyOf = (doc: number): string => {
    const one = Uint32Array.of(doc);
    const dimensionsOfDoc: JsonObject = {};
    for (const { path, keys, shown } of loaders)
      if (keys.load(one, 1) > 0) put(dimensionsOfDoc, path, shownValue(shown, keys.key(0)));
    // Series with fewer dimensions come first.
    const number = String.fromCharCode(Object.keys(dimensionsOfDoc).length);
    const text = JSON.stringify(dimensionsOfDoc, (_name, value: unknown) =>
      typeof value === "bigint" ? Number(value) : value,
    );
    return number + text;
  };
  return (docs, count, add) => {
    const loaded = tsids.load(docs, count);
    for (let i = 0; i < loaded; i++) {
      const place = tsids.places[i]!;
      const ordinal = tsids.ordinals[i]!;
      let key = known.get(ordinal);
      if (key === undefined) known.set(ordinal, (key = keyOf(docs[place]!)));
      add(place, key);
    }
  };
}

function shownValue(shown: ReturnType<typeof keysOf>, key: Key): Json {
  return shown.format.type === "boolean" ? key === 1 : (renderTermKey(shown, key)["key"] as Json);
}

function keyObject(key: Key): Rendered {
  return JSON.parse(String(key).slice(1)) as Rendered;
}

/** `{host=a, port=1}`: the map as Java writes it. */
function javaMap(key: Rendered): string {
  return `{${Object.entries(key)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(", ")}}`;
}
