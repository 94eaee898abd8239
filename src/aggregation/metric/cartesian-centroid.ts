/** The mean of the points of a field, in a plane. */
import { pointMetricKind } from "../points/point-metric.ts";
import { centroidMetric } from "../points/centroid.ts";

const centroid = centroidMetric({
  name: "cartesian_centroid",
  summary: "The mean of the points of a field in a plane.",
  space: "plane",
  names: { first: "y", second: "x", order: ["x", "y"] },
});

export const cartesianCentroid = pointMetricKind(centroid, () => centroid);
