// Queries of points, vectors and features with weights.
import { optional, several } from "../values.mjs";
import { featuresOf } from "./vocabulary.mjs";

const point = (random) => {
  const [lat, lon] = [40 + random.below(40) / 20, 2 + random.below(40) / 20];
  return random.pick([{ lat, lon }, `${lat},${lon}`, [lon, lat]]);
};

export const geoQueries = [
  (random, world, common) => ({
    geo_distance: {
      distance: random.pick(["10km", "30mi", "60km", "1m"]),
      p1: point(random),
      ...optional(random, 0.2, { distance_type: () => random.pick(["arc", "plane"]) }),
      ...common,
    },
  }),
  (random, world, common) => ({
    geo_bounding_box: {
      p1: random.chance(0.8)
        ? {
            top_left: { lat: 41.6, lon: 2 + random.below(10) / 10 },
            bottom_right: { lat: 40 + random.below(10) / 10, lon: 3.5 },
          }
        : { wkt: "BBOX (2.2, 3.1, 41.5, 40.3)" },
      ...common,
    },
  }),
  (random, world, common) => ({
    geo_polygon: { p1: { points: [point(random), point(random), point(random), { lat: 40.1, lon: 2.1 }] }, ...common },
  }),
  (random, world, common) => ({
    geo_shape: {
      p1: {
        shape: random.pick([
          {
            type: "envelope",
            coordinates: [
              [2.2, 41.5],
              [3.3, 40.4],
            ],
          },
          {
            type: "polygon",
            coordinates: [
              [
                [2, 40],
                [3.5, 40.2],
                [3, 41.7],
                [2, 40],
              ],
            ],
          },
          "POLYGON ((2 40, 4 40, 3 42, 2 40))",
          { type: "point", coordinates: [3, 41] },
        ]),
        ...optional(random, 0.4, { relation: () => random.pick(["intersects", "disjoint", "within", "contains"]) }),
      },
      ...common,
    },
  }),
];

export const vectorQueries = [
  (random, world, common) => ({
    knn: {
      field: "v1",
      query_vector: several(random, 4, 4, () => random.below(20) / 4 - 2 || 0.5),
      ...optional(random, 0.6, { k: () => 1 + random.below(10), num_candidates: () => 100 }),
      ...optional(random, 0.2, { similarity: () => random.pick([0.5, 2, -1]), filter: () => ({ term: { b1: true } }) }),
      ...common,
    },
  }),
  (random, world, common) => ({ sparse_vector: { field: "s1", query_vector: featuresOf(random), ...common } }),
  (random, world, common) => ({ weighted_tokens: { s1: { tokens: featuresOf(random), ...common } } }),
];
