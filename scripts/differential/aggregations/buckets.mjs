// Bodies of bucket aggregations. `order` answers an order by what stands below, if there is something to order by.
import { optional, several } from "../values.mjs";

const ZONES = ["UTC", "Europe/Berlin", "America/New_York", "+05:30", "Asia/Kathmandu"];

export function queryOf(random) {
  return random.pick([
    () => ({ match_all: {} }),
    () => ({ term: { k: random.pick(["a", "b", "c", "d"]) } }),
    () => ({ range: { i: { gte: random.below(800), lt: 400 + random.below(600) } } }),
    () => ({ range: { t: { gte: "2020-06-01", lt: random.pick(["2020-08-01", "2021-04-01"]) } } }),
    () => ({ match: { x: random.pick(["fox", "dog quick", "nothing"]) } }),
    () => ({ exists: { field: random.pick(["n", "m", "r", "p"]) } }),
    () => ({ bool: { must: [{ term: { b: true } }], must_not: [{ term: { m: "a" } }] } }),
  ])();
}

const sizes = (random) =>
  optional(random, 0.25, {
    size: () => 1 + random.below(6),
    shard_size: () => 1 + random.below(12),
    min_doc_count: () => random.pick([0, 1, 2, 3]),
  });

const term = (random, order) => {
  const field = random.pick(["k", "w", "m", "n", "i", "d", "u", "b", "t", "ip", "f", "nowhere"]);
  const isText = ["k", "w", "m"].includes(field);
  return {
    field,
    ...sizes(random),
    ...order(),
    ...optional(random, 0.1, { show_term_doc_count_error: () => true }),
    ...(isText
      ? optional(random, 0.1, {
          missing: () => random.pick(["a", "none"]),
          include: () => random.pick(["a.*", ["a", "w1", "w2"], "w[0-9]", { partition: 0, num_partitions: 2 }]),
          collect_mode: () => random.pick(["breadth_first", "depth_first"]),
          execution_hint: () => random.pick(["map", "global_ordinals"]),
        })
      : {}),
    ...(["n", "i"].includes(field) ? optional(random, 0.15, { missing: () => 3, exclude: () => [1, 2] }) : {}),
  };
};

const histogram = (random, order) => {
  const field = random.pick(["n", "i", "d", "f", "u", "r", "nowhere"]);
  const interval = { n: 3, i: 100, d: 7.5, f: 0.75, u: 10, r: 5, nowhere: 1 }[field] * random.pick([1, 1, 2]);
  return {
    field,
    interval,
    ...optional(random, 0.2, { offset: () => interval / random.pick([2, 3]), keyed: () => random.chance(0.6) }),
    ...optional(random, 0.3, { min_doc_count: () => random.pick([0, 1, 2]) }),
    ...(field === "r" ? {} : optional(random, 0.1, { missing: () => 4, hard_bounds: () => ({ min: 1, max: 900 }) })),
    ...order(),
  };
};

const dateHistogram = (random, order) => ({
  field: random.pick(["t", "t", "t", "tn", "rd", "nowhere"]),
  ...(random.chance(0.5)
    ? { calendar_interval: random.pick(["day", "week", "month", "quarter", "year", "1M"]) }
    : { fixed_interval: random.pick(["12h", "1d", "7d", "30d", "90000m"]) }),
  ...optional(random, 0.3, { time_zone: () => random.pick(ZONES), min_doc_count: () => random.pick([0, 1, 2]) }),
  ...optional(random, 0.12, {
    offset: () => random.pick(["+6h", "-1d"]),
    keyed: () => true,
    format: () => random.pick(["yyyy-MM-dd", "epoch_second", "yyyy'W'ww"]),
    missing: () => "2020-05-05",
    extended_bounds: () => ({ min: "2020-01-01", max: "2020-03-01" }),
  }),
  ...order(),
});

const bounds = (random, most) => {
  const from = random.below(most);
  return random.pick([{ to: from }, { from }, { from, to: from + random.below(most) }, { key: "all" }]);
};

const dates = (random) => {
  const day = () => random.pick(["2020-03-01", "2020-06-15||/M", "2020-11-01", "2021-02-02"]);
  return random.pick([{ to: day() }, { from: day() }, { from: "2020-02-01", to: "2020-09-01", key: "x" }]);
};

const sources = {
  terms: (random) => ({ field: random.pick(["k", "m", "n", "i", "b", "ip", "d"]) }),
  histogram: (random) => ({ field: random.pick(["i", "d", "n"]), interval: random.pick([5, 50]) }),
  date_histogram: (random) => ({
    field: "t",
    calendar_interval: random.pick(["month", "quarter"]),
    ...optional(random, 0.3, { format: () => "yyyy-MM", time_zone: () => random.pick(ZONES) }),
  }),
  geotile_grid: (random) => ({ field: "p", precision: random.below(4) }),
};

const composite = (random) => ({
  size: 1 + random.below(12),
  sources: several(random, 1, 3, (at) => {
    const kind = random.pick(Object.keys(sources));
    const more = optional(random, 0.2, { order: () => "desc", missing_bucket: () => true });
    return { [`s${at}`]: { [kind]: { ...sources[kind](random), ...more } } };
  }),
});

const grid = (most) => (random) => ({
  field: random.pick(["p", "p", "nowhere"]),
  precision: 1 + random.below(most),
  ...optional(random, 0.2, {
    size: () => 1 + random.below(5),
    bounds: () => ({ top_left: { lat: 60, lon: -100 }, bottom_right: { lat: -30, lon: 90 } }),
  }),
});

/** By kind; each answers a body. */
export const buckets = {
  terms: term,
  histogram,
  date_histogram: dateHistogram,
  range: (random) => ({
    field: random.pick(["n", "i", "d", "f", "u", "nowhere"]),
    ranges: several(random, 1, 4, () => bounds(random, 300)),
    ...optional(random, 0.2, { keyed: () => true, missing: () => 12 }),
  }),
  date_range: (random) => ({
    field: random.pick(["t", "tn", "nowhere"]),
    ranges: several(random, 1, 3, () => dates(random)),
    ...optional(random, 0.2, { keyed: () => true, time_zone: () => random.pick(ZONES), format: () => "yyyy-MM-dd" }),
  }),
  ip_range: (random) => ({
    field: "ip",
    ranges: several(random, 1, 3, () =>
      random.pick([{ mask: "10.0.1.0/25" }, { to: "10.0.1.2" }, { from: "10.0.0.3", to: "10.0.2.1" }]),
    ),
  }),
  ip_prefix: (random) => ({
    field: "ip",
    prefix_length: random.pick([8, 24, 31, 32]),
    ...optional(random, 0.3, { keyed: () => true, append_prefix_length: () => true, min_doc_count: () => 2 }),
  }),
  filter: (random) => queryOf(random),
  filters: (random) =>
    random.chance(0.5)
      ? { filters: several(random, 1, 3, () => queryOf(random)) }
      : {
          filters: { one: queryOf(random), two: queryOf(random) },
          ...optional(random, 0.3, { other_bucket: () => true, other_bucket_key: () => "rest" }),
        },
  missing: (random) => ({ field: random.pick(["k", "m", "n", "t", "p", "r", "nowhere"]) }),
  composite,
  rare_terms: (random) => ({
    field: random.pick(["k", "w", "m", "n", "i", "ip"]),
    ...optional(random, 0.6, { max_doc_count: () => 1 + random.below(4) }),
  }),
  significant_terms: (random) => ({
    field: random.pick(["k", "m", "n", "w"]),
    min_doc_count: 1 + random.below(3),
    ...optional(random, 0.3, {
      size: () => 1 + random.below(8),
      background_filter: () => queryOf(random),
      [random.pick(["chi_square", "gnd", "percentage", "mutual_information"])]: () => ({}),
    }),
  }),
  geohash_grid: grid(5),
  geotile_grid: grid(7),
  geo_distance: (random) => ({
    field: "p",
    origin: [random.below(300) - 150, random.below(120) - 60],
    unit: random.pick(["km", "mi"]),
    ranges: several(random, 1, 3, () => bounds(random, 9000)),
    ...optional(random, 0.3, { distance_type: () => "plane", keyed: () => true }),
  }),
  global: () => ({}),
  nested: () => ({ path: "o" }),
};
