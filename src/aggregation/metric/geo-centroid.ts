/** The mean of the points of a field. */
import { centroidMetric } from "../points/centroid.ts";
import { pointMetricKind } from "../points/point-metric.ts";

const centroid = centroidMetric({
  name: "geo_centroid",
  summary: "The mean of the points of a field.",
  space: "globe",
  names: { first: "lat", second: "lon", order: ["lat", "lon"] },
});

export const geoCentroid = pointMetricKind(centroid, () => centroid);
