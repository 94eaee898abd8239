/** Aggregations with a bucket for each cell of a grid over the globe (`GeoGridAggregationBuilder`). */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { isJsonObject } from "../../core/json.ts";
import { type BoundingBox, parseBoundingBox } from "../../query/geo/bounding-box.ts";
import type { AggregationKind, BucketAggregation, Rendered } from "../aggregation-kind.ts";
import { failedField, readInteger, unsupportedToken, withinField } from "../declared-values.ts";
import { type Key, type KeyedBucket, gatherBuckets, mergeGathered } from "../keyed/keyed-buckets.ts";
import { KeyedCollector, type SegmentKeys } from "../keyed/keyed-collector.ts";
import { renderChildren } from "../tree/child-results.ts";
import { type ValuesSource, readValues } from "../values/values-source.ts";
import type { GridCells } from "./grid-cells.ts";
import { PointValues } from "./point-values.ts";

const DEFAULT_SIZE = 10_000;
const MOST_BUCKETS = 2 ** 31 - 1;

/** A grid of one precision; cells have names. */
export interface Grid {
  /** Cells of one collection. */
  cells(): GridCells;
  /** Whether a cell, which holds a point, and a box have more than an edge in common. */
  intersects(cell: string, box: BoundingBox, lat: number, lon: number): boolean;
  /** Order of cells as numbers. */
  compare(left: string, right: string): number;
}

/** What differs between grids. */
export interface GridKind {
  readonly name: string;
  readonly summary: string;
  /** Reads the precision. Throws 400. */
  read(body: BodyReader): Grid;
}

function keysOf(grid: Grid, cells: GridCells, box: BoundingBox | undefined, source: ValuesSource): SegmentKeys {
  const inside = new Map<number, boolean>();
  const isInside = (cell: number, lat: number, lon: number): boolean => {
    if (!box) return true;
    let known = inside.get(cell);
    if (known === undefined) inside.set(cell, (known = grid.intersects(cells.name(cell), box, lat, lon)));
    return known;
  };
  return (reader) => {
    const points = new PointValues(reader, source);
    if (!points.any) return undefined;
    return (docs, count, add) => {
      const loaded = points.load(docs, count);
      for (let i = 0; i < loaded; i++) {
        const [lat, lon] = [points.lats[i]!, points.lons[i]!];
        const cell = cells.number(lat, lon);
        if (isInside(cell, lat, lon)) add(points.places[i]!, cell);
      }
    };
  };
}

function readSize(read: BodyReader, key: string, name: string): number | undefined {
  const size = readInteger(read, key);
  if (size === undefined || size > 0) return size;
  const shown = key === "size" ? "size" : "shardSize";
  throw failedField(read, key, illegalArgument(`[${shown}] must be greater than 0. Found [${size}] in [${name}]`));
}

function readBox(read: BodyReader): BoundingBox | undefined {
  const bounds = read.json("bounds");
  if (bounds === undefined) return undefined;
  if (!isJsonObject(bounds)) throw unsupportedToken(read, "bounds", bounds);
  return withinField(read, "bounds", () => parseBoundingBox(bounds));
}

/** Makes the kind of aggregation. */
export function gridKind(kind: GridKind): AggregationKind {
  return {
    name: kind.name,
    summary: kind.summary,
    bucket: true,
    valueTypes: ["geopoint"],
    parse(name, body, children, context): BucketAggregation<readonly KeyedBucket[], KeyedBucket> {
      const read = new BodyReader(kind.name, body, "object");
      const grid = kind.read(read);
      const size = readSize(read, "size", name) ?? DEFAULT_SIZE;
      const given = readSize(read, "shard_size", name);
      const shardSize = Math.max(size, given ?? Math.min(Math.floor(size * 1.5 + 10), MOST_BUCKETS));
      const box = readBox(read);
      const values = readValues(name, read, context, {
        shapes: ["points"],
        unmapped: "text",
        formattable: false,
        unscripted: true,
      });
      const compare = (left: { docCount: number; key: Key }, right: { docCount: number; key: Key }): number =>
        right.docCount - left.docCount || grid.compare(String(right.key), String(left.key));
      return {
        name,
        kind: kind.name,
        children,
        collector(shard) {
          const cells = grid.cells();
          const keys = keysOf(grid, cells, box, values.source());
          const result = (buckets: KeyedBucket[]): readonly KeyedBucket[] => buckets;
          const greaterFirst = (left: number, right: number): number => cells.compare(right, left);
          const choice = { first: "most", compare: greaterFirst, limit: shardSize } as const;
          return new KeyedCollector({ children, keys, nameOf: (cell) => cells.name(cell), choice, result }, shard);
        },
        empty: () => [],
        merge(shards, reduce) {
          // Those of one shard are in order.
          const all = shards.length === 1 ? gatherBuckets(shards) : gatherBuckets(shards).sort(compare);
          return mergeGathered(all.slice(0, size), children, reduce);
        },
        render: (buckets, rendering) => ({
          buckets: buckets.map((bucket): Rendered => ({
            key: bucket.key,
            doc_count: bucket.docCount,
            ...renderChildren(children, bucket.children, rendering),
          })),
        }),
        typeName: () => kind.name,
        buckets: (buckets) => buckets,
        withBuckets: (_partial, buckets) => buckets,
        keyOf: (_partial, { key }) => ({ value: key, text: String(key) }),
      };
    },
  };
}
