// Bodies of metric aggregations.
import { optional, several } from "../values.mjs";
import { FIELDS } from "./world.mjs";

const numeric = (random) => random.pick(["n", "i", "d", "f", "u", "b", "t", "n", "d", "nowhere"]);
const anyField = (random) =>
  random.pick(["k", "w", "m", "n", "i", "d", "u", "b", "t", "ip", "tn", "r", "p", "nowhere"]);
const missing = (random) => optional(random, 0.15, { missing: () => random.pick([0, 7, -3]) });
const format = (random) => optional(random, 0.1, { format: () => random.pick(["0.0", "#.##"]) });

/** A number field without dates and booleans. */
export const plain = (random) => random.pick(["n", "i", "d", "f", "u", "nowhere"]);

/** What of negative numbers is told depends on what was recorded before. */
const HDR = (random) => ({
  field: random.pick(["i", "u"]),
  hdr: { number_of_significant_value_digits: random.pick([1, 3]) },
});

const single = (random) => {
  const field = numeric(random);
  const isPlain = FIELDS.numbers.includes(field);
  return { field, ...(isPlain ? { ...missing(random), ...format(random) } : {}) };
};

/** By kind; each answers a body. */
export const metrics = {
  avg: single,
  sum: single,
  min: single,
  max: single,
  stats: single,
  extended_stats: (random) => ({ ...single(random), ...optional(random, 0.2, { sigma: () => random.pick([1, 3]) }) }),
  value_count: (random) => ({ field: anyField(random) }),
  cardinality: (random) => ({
    field: random.pick(["k", "w", "m", "n", "i", "d", "b", "t", "ip", "nowhere"]),
    ...optional(random, 0.1, { precision_threshold: () => random.pick([100, 3000]) }),
  }),
  percentiles: (random) => ({
    ...(random.chance(0.2) ? HDR(random) : { field: plain(random) }),
    ...optional(random, 0.5, {
      percents: () => random.pick([[50], [1, 99], [25, 50, 75], [0, 100]]),
      keyed: () => random.chance(0.5),
    }),
  }),
  percentile_ranks: (random) => ({
    field: plain(random),
    values: several(random, 1, 3, () => random.below(100)),
    ...optional(random, 0.3, { keyed: () => random.chance(0.5) }),
  }),
  median_absolute_deviation: (random) => ({ field: plain(random) }),
  weighted_avg: (random) => ({
    value: { field: random.pick(["n", "i", "d"]), ...missing(random) },
    weight: { field: random.pick(["i", "u"]), ...optional(random, 0.3, { missing: () => 2 }) },
  }),
  geo_bounds: (random) => ({
    field: random.pick(["p", "nowhere"]),
    ...optional(random, 0.3, { wrap_longitude: () => false }),
  }),
  geo_centroid: (random) => ({ field: random.pick(["p", "nowhere"]) }),
  top_hits: (random) => ({
    size: 1 + random.below(4),
    sort: [{ [random.pick(["i", "d", "w"])]: random.pick(["asc", "desc"]) }, { w: "asc" }, { i: "asc" }, { d: "asc" }],
    _source: random.chance(0.5) ? false : ["k", "i"],
    ...optional(random, 0.2, { from: () => 1 }),
  }),
};

/** What an order or a path may read of a metric. */
export const VALUES = {
  avg: [""],
  sum: [""],
  min: [""],
  max: [""],
  value_count: [""],
  cardinality: [""],
  weighted_avg: [""],
  median_absolute_deviation: [""],
  stats: [".avg", ".sum", ".count", ".max"],
  extended_stats: [".variance", ".std_deviation", ".sum_of_squares"],
};
