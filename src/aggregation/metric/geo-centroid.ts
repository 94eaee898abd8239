/** The mean of the points of a field. */
import { float64Text } from "../../compat/json/json-text.ts";
import { type PointMetric, pointMetricKind } from "../points/point-metric.ts";

/** The mean of `count` points. */
interface Centroid {
  readonly lat: number;
  readonly lon: number;
  readonly count: number;
}

const LAT = 0;
const LON = 2;
const COUNT = 4;

const centroid: PointMetric<Centroid> = {
  name: "geo_centroid",
  summary: "The mean of the points of a field.",
  scriptable: true,
  properties: ["lat", "lon", "count"],
  // Two sums with their compensations, and the number of points.
  initial: [0, 0, 0, 0, 0],
  add(kept, at, lat, lon) {
    addCompensated(kept, at + LAT, lat);
    addCompensated(kept, at + LON, lon);
    kept[at + COUNT]! += 1;
  },
  value(kept) {
    const count = kept[COUNT]!;
    return { lat: kept[LAT]! / count, lon: kept[LON]! / count, count };
  },
  merge(all) {
    let [lat, lon, count] = [0, 0, 0];
    for (const one of all) {
      if (one.count === 0) continue;
      lat += one.count * one.lat;
      lon += one.count * one.lon;
      count += one.count;
    }
    return { lat: lat / count, lon: lon / count, count };
  },
  metric: ({ lat, lon, count }, property) => (property === "count" ? count : property === "lat" ? lat : lon),
  render: ({ lat, lon, count }) =>
    count === 0 ? { count } : { location: { lat: float64Text(lat), lon: float64Text(lon) }, count },
};

function addCompensated(kept: Float64Array, at: number, value: number): void {
  const sum = kept[at]!;
  const corrected = value + kept[at + 1]!;
  const next = sum + corrected;
  kept[at + 1] = corrected - (next - sum);
  kept[at] = next;
}

export const geoCentroid = pointMetricKind(centroid, () => centroid);
