/** Distances of instants, in the unit of their column. */
import type { MappedField } from "../../mapping/field-type.ts";
import type { ColumnReader, SegmentReader } from "../../segment/segment-reader.ts";
import type { FeatureDistance, SegmentDistance } from "./distance-feature-expression.ts";

/** Distances from `origin`; at `pivot` the score is half of what it is there. */
export function instantDistance(field: MappedField, origin: bigint, pivot: bigint): FeatureDistance {
  return {
    type: "LongDistanceFeatureQuery",
    description: `LongDistanceFeatureQuery(field=,origin=${origin},pivotDistance=${pivot})`,
    formula: "Distance score, computed as weight * pivotDistance / (pivotDistance + abs(value - origin)) from:",
    pivot: Number(pivot),
    open: (segment) => distancesIn(segment, field.path, origin, pivot),
  };
}

const MOST = 2n ** 63n - 1n;

function distancesIn(segment: SegmentReader, path: string, origin: bigint, pivot: bigint): SegmentDistance {
  const column = segment.column(path);
  const from = (doc: number): number => (column?.starts ? column.starts[doc]! : doc);
  const to = (doc: number): number => (column?.starts ? column.starts[doc + 1]! : doc + 1);
  const away = (value: bigint): bigint => (value > origin ? value - origin : origin - value);
  const nearest = (doc: number): bigint => {
    let best = BigInt(column!.values[from(doc)]!);
    // Of two that are equally far, the later one counts.
    for (let at = from(doc) + 1; at < to(doc); at++) {
      const value = BigInt(column!.values[at]!);
      if (away(value) <= away(best)) best = value;
    }
    return best;
  };
  return {
    of:
      distancesOfDoubles(column, origin) ??
      ((doc) => {
        const distance = away(nearest(doc));
        return Number(distance > MOST ? MOST : distance);
      }),
    details: (doc) => [
      [Number(pivot), "pivotDistance"],
      [Number(origin), "origin"],
      [Number(nearest(doc)), "current value"],
    ],
  };
}

/** The same without big integers, where each document has one value that is exact as a double; else undefined. */
function distancesOfDoubles(column: ColumnReader | undefined, origin: bigint): SegmentDistance["of"] | undefined {
  if (!column || column.starts || column.values instanceof BigInt64Array) return undefined;
  const from = Number(origin);
  if (!Number.isSafeInteger(from)) return undefined;
  const { values } = column;
  return (doc) => Math.abs(values[doc]! - from);
}
