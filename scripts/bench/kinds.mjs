// Documents and requests that show what each kind of query and aggregation costs, the same in each run.
import { randomNumbers } from "./random-numbers.mjs";

const WORDS = 5000;
const BATCH = 1000;
const DAYS = 1000;
const DAY_MS = 86_400_000;
const DIMENSIONS = 64;
const TOPICS = 40;

export const mapping = {
  properties: {
    title: { type: "text" },
    body: { type: "text" },
    tag: { type: "keyword" },
    user: { type: "keyword" },
    skills: { type: "keyword" },
    wanted: { type: "integer" },
    date: { type: "date" },
    votes: { type: "integer" },
    price: { type: "double" },
    address: { type: "ip" },
    place: { type: "geo_point" },
    during: { type: "date_range" },
    rank: { type: "rank_feature" },
    topics: { type: "rank_features" },
    vector: { type: "dense_vector", dims: DIMENSIONS, index: true, similarity: "cosine" },
    lines: { type: "nested", properties: { part: { type: "keyword" }, amount: { type: "integer" } } },
  },
};

/** Few words are in most texts, and most words in few. */
const word = (random) => `w${Math.floor(WORDS ** random()) - 1}`;
const list = (length, make) => Array.from({ length }, (_, at) => make(at));
const day = (at) => new Date(at * DAY_MS).toISOString();

function document(random, id) {
  const text = (length) => list(length, () => word(random)).join(" ");
  const begun = Math.floor(random() * DAYS);
  return {
    title: text(6),
    body: text(60),
    tag: `t${Math.floor(random() * 50)}`,
    user: `u${Math.floor(random() * 20_000)}`,
    skills: list(4, () => `s${Math.floor(random() * 30)}`),
    wanted: 1 + Math.floor(random() * 3),
    date: day(begun),
    votes: Math.floor(random() * 1000),
    price: Math.round(random() * 1e6) / 100,
    address: `10.${id % 200}.${Math.floor(random() * 200)}.${Math.floor(random() * 200)}`,
    place: { lat: 40 + random() * 15, lon: random() * 25 },
    during: { gte: day(begun), lt: day(begun + 1 + Math.floor(random() * 30)) },
    rank: 0.1 + random() * 100,
    topics: Object.fromEntries(list(5, () => [`c${Math.floor(random() * TOPICS)}`, 0.1 + random() * 10])),
    vector: list(DIMENSIONS, () => random() - 0.5),
    lines: list(3, () => ({ part: `p${Math.floor(random() * 200)}`, amount: Math.floor(random() * 50) })),
  };
}

/** Bodies of bulk requests; `fields`: those of the mapping that the server took. */
export function* documents(count, fields) {
  const random = randomNumbers(1);
  let lines = "";
  for (let id = 0; id < count; id++) {
    const source = Object.entries(document(random, id)).filter(([name]) => fields.has(name));
    lines += `{"index":{"_id":"${id}"}}\n${JSON.stringify(Object.fromEntries(source))}\n`;
    if ((id + 1) % BATCH !== 0 && id + 1 < count) continue;
    yield lines;
    lines = "";
  }
}

const one = (at) => `w${1 + (at % 40)}`;
const two = (at) => `w${1 + (at % 40)} w${1 + ((at * 7) % 60)}`;
const match = (at) => ({ match: { body: two(at) } });
const span = (at) => ({ span_term: { body: one(at) } });
const days = (at) => ({ gte: day(at % 500), lt: day((at % 500) + 60) });
const vectors = new Map();
function vector(at) {
  const number = at % 50;
  if (!vectors.has(number)) {
    const random = randomNumbers(100 + number);
    vectors.set(
      number,
      list(DIMENSIONS, () => random() - 0.5),
    );
  }
  return vectors.get(number);
}
const CENTRE = { lat: 47, lon: 8 };
const scored = (query, functions) => ({ function_score: { query, ...functions } });

/** By the names of kinds, their query of a number. */
export const queries = {
  match_all: () => ({ match_all: {} }),
  match: (at) => match(at),
  match_phrase: (at) => ({ match_phrase: { body: two(at) } }),
  match_phrase_prefix: (at) => ({ match_phrase_prefix: { body: `${one(at)} w1` } }),
  match_bool_prefix: (at) => ({ match_bool_prefix: { body: `${two(at)} w12` } }),
  multi_match: (at) => ({ multi_match: { query: two(at), fields: ["title^2", "body"] } }),
  combined_fields: (at) => ({ combined_fields: { query: two(at), fields: ["title^2", "body"] } }),
  query_string: (at) => ({ query_string: { query: `title:${one(at)} OR body:(${two(at)})` } }),
  simple_query_string: (at) => ({ simple_query_string: { query: `${one(at)} +w5`, fields: ["title", "body"] } }),
  intervals: (at) => ({ intervals: { body: { match: { query: two(at), max_gaps: 5 } } } }),
  more_like_this: (at) => ({
    more_like_this: { fields: ["title", "body"], like: [{ _id: String(at * 37) }], max_query_terms: 10 },
  }),
  term: (at) => ({ term: { tag: `t${at % 50}` } }),
  terms: (at) => ({ terms: { user: list(100, (n) => `u${(at * 131 + n * 17) % 20_000}`) } }),
  terms_set: (at) => ({
    terms_set: { skills: { terms: list(6, (n) => `s${(at + n * 5) % 30}`), minimum_should_match_field: "wanted" } },
  }),
  range: (at) => ({ range: { date: days(at) } }),
  "range of ranges": (at) => ({ range: { during: { ...days(at), relation: "within" } } }),
  exists: () => ({ exists: { field: "votes" } }),
  ids: (at) => ({ ids: { values: list(20, (n) => String(at * 53 + n * 7)) } }),
  prefix: (at) => ({ prefix: { body: `w${1 + (at % 9)}2` } }),
  wildcard: (at) => ({ wildcard: { user: `u*${at % 90}7` } }),
  regexp: (at) => ({ regexp: { user: `u1[0-9]+${at % 10}` } }),
  fuzzy: (at) => ({ fuzzy: { body: { value: `w1${at % 90}`, fuzziness: 1 } } }),
  bool: (at) => ({ bool: { must: [match(at)], filter: [{ range: { votes: { gte: 200 } } }] } }),
  boosting: (at) => ({ boosting: { positive: match(at), negative: { term: { tag: "t1" } }, negative_boost: 0.5 } }),
  constant_score: (at) => ({ constant_score: { filter: { term: { tag: `t${at % 50}` } } } }),
  dis_max: (at) => ({ dis_max: { queries: [{ match: { title: two(at) } }, match(at)], tie_breaker: 0.3 } }),
  "function_score, decay": (at) => scored(match(at), { gauss: { date: { origin: day(500), scale: "30d" } } }),
  "function_score, field": (at) => scored(match(at), { field_value_factor: { field: "votes", modifier: "log1p" } }),
  "function_score, random": (at) => scored(match(at), { random_score: { seed: at, field: "_seq_no" } }),
  distance_feature: (at) => ({
    bool: { must: match(at), should: { distance_feature: { field: "date", origin: day(500), pivot: "30d" } } },
  }),
  rank_feature: (at) => ({ bool: { must: match(at), should: { rank_feature: { field: "rank" } } } }),
  "rank_feature alone": (at) => ({ rank_feature: { field: "topics.c1", boost: 1 + at } }),
  script_score: (at) => ({
    script_score: { query: match(at), script: { source: "_score * Math.log(2 + doc['votes'].value)" } },
  }),
  span_near: (at) => ({ span_near: { clauses: [span(at), span(at + 3)], slop: 5, in_order: true } }),
  span_or: (at) => ({ span_or: { clauses: [span(at), span(at + 3)] } }),
  span_first: (at) => ({ span_first: { match: span(at), end: 10 } }),
  span_not: (at) => ({ span_not: { include: span(at), exclude: span(at + 3), post: 3 } }),
  nested: (at) => ({
    nested: {
      path: "lines",
      query: {
        bool: { must: [{ term: { "lines.part": `p${at % 200}` } }, { range: { "lines.amount": { gte: 20 } } }] },
      },
    },
  }),
  geo_distance: (at) => ({ geo_distance: { distance: `${50 + (at % 100)}km`, place: CENTRE } }),
  geo_bounding_box: () => ({
    geo_bounding_box: { place: { top_left: { lat: 50, lon: 5 }, bottom_right: { lat: 45, lon: 12 } } },
  }),
  geo_shape: () => ({
    geo_shape: {
      place: {
        shape: {
          type: "polygon",
          coordinates: [
            [
              [5, 45],
              [12, 46],
              [9, 51],
              [5, 45],
            ],
          ],
        },
      },
    },
  }),
  knn: (at) => ({ knn: { field: "vector", query_vector: vector(at), k: 10, num_candidates: 100 } }),
};

const months = { date_histogram: { field: "date", calendar_interval: "month" } };
const average = { v: { avg: { field: "votes" } } };

/** By the names of kinds, an aggregation. */
export const aggregations = {
  terms: { terms: { field: "tag" } },
  "terms of many": { terms: { field: "user" } },
  "terms, avg": { terms: { field: "tag" }, aggs: average },
  multi_terms: { multi_terms: { terms: [{ field: "tag" }, { field: "wanted" }] } },
  significant_terms: { significant_terms: { field: "skills" } },
  rare_terms: { rare_terms: { field: "user", max_doc_count: 2 } },
  composite: {
    composite: { size: 100, sources: [{ t: { terms: { field: "tag" } } }, { w: { terms: { field: "wanted" } } }] },
  },
  date_histogram: months,
  "date_histogram, avg": { ...months, aggs: average },
  "date_histogram, terms": { ...months, aggs: { t: { terms: { field: "tag" } } } },
  auto_date_histogram: { auto_date_histogram: { field: "date", buckets: 20 } },
  histogram: { histogram: { field: "votes", interval: 50 } },
  variable_width_histogram: { variable_width_histogram: { field: "price", buckets: 10 } },
  range: { range: { field: "votes", ranges: [{ to: 100 }, { from: 100, to: 500 }, { from: 500 }] } },
  date_range: { date_range: { field: "date", ranges: [{ to: day(300) }, { from: day(300) }] } },
  ip_range: { ip_range: { field: "address", ranges: [{ mask: "10.0.0.0/10" }, { mask: "10.64.0.0/10" }] } },
  geo_distance: { geo_distance: { field: "place", origin: CENTRE, unit: "km", ranges: [{ to: 100 }, { from: 100 }] } },
  geohash_grid: { geohash_grid: { field: "place", precision: 4 } },
  geotile_grid: { geotile_grid: { field: "place", precision: 8 } },
  filters: { filters: { filters: { a: { term: { tag: "t1" } }, b: { range: { votes: { gte: 500 } } } } } },
  adjacency_matrix: { adjacency_matrix: { filters: { a: { term: { tag: "t1" } }, b: { term: { skills: "s1" } } } } },
  nested: {
    nested: { path: "lines" },
    aggs: { p: { terms: { field: "lines.part" }, aggs: { back: { reverse_nested: {} } } } },
  },
  sampler: { sampler: { shard_size: 200 }, aggs: { t: { terms: { field: "tag" } } } },
  avg: { avg: { field: "votes" } },
  stats: { stats: { field: "price" } },
  extended_stats: { extended_stats: { field: "price" } },
  percentiles: { percentiles: { field: "price" } },
  median_absolute_deviation: { median_absolute_deviation: { field: "price" } },
  cardinality: { cardinality: { field: "user" } },
  "cardinality of numbers": { cardinality: { field: "price" } },
  weighted_avg: { weighted_avg: { value: { field: "price" }, weight: { field: "votes" } } },
  geo_bounds: { geo_bounds: { field: "place" } },
  geo_centroid: { geo_centroid: { field: "place" } },
  top_hits: {
    terms: { field: "tag", size: 5 },
    aggs: { h: { top_hits: { size: 2, _source: false, sort: [{ votes: "desc" }] } } },
  },
  cumulative_sum: { ...months, aggs: { ...average, s: { cumulative_sum: { buckets_path: "v" } } } },
  bucket_sort: {
    terms: { field: "tag", size: 50 },
    aggs: { ...average, s: { bucket_sort: { sort: [{ v: "desc" }], size: 5 } } },
  },
};

/** What is asked of a kind, as a body: the ten best of a query, or an aggregation of what a common word finds. */
export const requests = [
  ...Object.entries(queries).map(([name, query]) => ({
    name: `query ${name}`,
    body: (at) => ({ query: query(at), _source: false }),
  })),
  ...Object.entries(aggregations).map(([name, aggregation]) => ({
    name: `aggregation ${name}`,
    body: (at) => ({ size: 0, query: { match: { body: one(at) } }, aggs: { a: aggregation } }),
  })),
];
