/** The mean of points, on the globe or in a plane. */
import { float64Text } from "../../compat/json/json-text.ts";
import { put } from "../../core/names.ts";
import type { Rendered } from "../aggregation-kind.ts";
import type { PointMetric } from "./point-metric.ts";

/** The mean of `count` points: latitudes or y first. */
interface Centroid {
  readonly first: number;
  readonly second: number;
  readonly count: number;
}

/** What differs between centroids: the names of coordinates, and their order in responses. */
export interface CentroidKind extends Pick<PointMetric<Centroid>, "name" | "summary" | "space"> {
  readonly names: { readonly first: string; readonly second: string; readonly order: readonly [string, string] };
}

const FIRST = 0;
const SECOND = 2;
const COUNT = 4;

export function centroidMetric({ name, summary, space, names }: CentroidKind): PointMetric<Centroid> {
  const coordinate = ({ first, second }: Centroid, of: string): number => (of === names.first ? first : second);
  return {
    name,
    summary,
    space,
    scriptable: true,
    properties: [names.first, names.second, "count"],
    // Two sums with their compensations, and the number of points.
    initial: [0, 0, 0, 0, 0],
    add(kept, at, first, second) {
      addCompensated(kept, at + FIRST, first);
      addCompensated(kept, at + SECOND, second);
      kept[at + COUNT]! += 1;
    },
    value(kept) {
      const count = kept[COUNT]!;
      return { first: kept[FIRST]! / count, second: kept[SECOND]! / count, count };
    },
    merge(all) {
      let [first, second, count] = [0, 0, 0];
      for (const one of all) {
        if (one.count === 0) continue;
        first += one.count * one.first;
        second += one.count * one.second;
        count += one.count;
      }
      return { first: first / count, second: second / count, count };
    },
    metric: (centroid, property) => (property === "count" ? centroid.count : coordinate(centroid, property)),
    render(centroid): Rendered {
      const { count } = centroid;
      if (count === 0) return { count };
      const location: Rendered = {};
      for (const one of names.order) put(location, one, float64Text(coordinate(centroid, one)));
      return { location, count };
    },
  };
}

function addCompensated(kept: Float64Array, at: number, value: number): void {
  const sum = kept[at]!;
  const corrected = value + kept[at + 1]!;
  const next = sum + corrected;
  kept[at + 1] = corrected - (next - sum);
  kept[at] = next;
}
