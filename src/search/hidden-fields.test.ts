/**
 * Who does not see a field gets the answers of an index that does not have it: for each kind of query and of
 * aggregation that is there, and for what else a search takes fields by. A kind that is new needs a line here.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { aggregationKinds } from "../aggregation/kinds.ts";
import { RequestError } from "../compat/errors.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { suggesters } from "../hits/suggest/suggesters.ts";
import { queryKinds } from "../query/kinds.ts";
import { SearchFixture } from "../testing/search/search-fixture.ts";

const fixture = new SearchFixture();
fixture.resolve = () => null;

/** Hidden fields by type, with the values of two documents. */
const FIELDS: Readonly<Record<string, readonly [Json, Json]>> = {
  text: ["quick fox", "lazy dog"],
  keyword: ["fox", "dog"],
  integer: [1, 2],
  double: [1.5, 2.5],
  date: ["2024-01-01", "2025-01-01"],
  ip: ["10.0.0.1", "10.0.0.2"],
  completion: ["fox", "dog"],
  counted_keyword: [["fox", "fox"], "dog"],
  boolean: [true, false],
  geo_point: [
    [1, 1],
    [2, 2],
  ],
  point: ["POINT (1 2)", "POINT (3 4)"],
  geo_shape: ["BBOX (0, 5, 5, 0)", "POINT (60 60)"],
  shape: ["BBOX (0, 5, 5, 0)", "POINT (60 60)"],
  sparse_vector: [{ fox: 2 }, { fox: 3, dog: 1 }],
  dense_vector: [
    [1, 2],
    [3, 1],
  ],
  percolator: [{ term: { k: "k0" } }, { match_all: {} }],
  nested: [{ k: "fox" }, [{ k: "dog" }, { k: "fox" }]],
};

const NAMES = Object.keys(FIELDS).map((type) => `hidden.${type}`);

beforeAll(async () => {
  const shown = { k: { type: "keyword" }, t: { type: "text" } };
  const properties = Object.fromEntries(Object.keys(FIELDS).map((type) => [type, { type }]));
  await fixture.create("with", { mapping: { properties: { ...shown, hidden: { properties } } } });
  await fixture.create("without", { mapping: { properties: shown } });
  for (const at of [0, 1] as const) {
    const hidden: JsonObject = Object.fromEntries(Object.entries(FIELDS).map(([type, values]) => [type, values[at]]));
    const document: JsonObject = { k: `k${at}`, t: "some words" };
    await fixture.write("with", [[`d${at}`, { ...document, hidden }]]);
    await fixture.write("without", [[`d${at}`, document]]);
  }
});

/** What an index answers, or the kind of its error. */
async function answerOf(index: "with" | "without" | "restricted", body: JsonObject): Promise<unknown> {
  const target = fixture.target(index === "without" ? "without" : "with");
  const access =
    index === "restricted" ? { queries: [], fields: [[{ grant: ["*"], except: ["hidden.*"] }]] } : undefined;
  try {
    const response = await fixture.search([{ ...target, access }], body);
    return JSON.parse(JSON.stringify({ ...response, took: 0 }).replaceAll('"without"', '"with"'));
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return { status: error.status, type: error.type, cause: error.cause?.type };
  }
}

/** Expects that restricted callers see no difference, and that at least one of the requests makes one. */
async function expectHidden(requests: readonly JsonObject[]): Promise<void> {
  let told = 0;
  for (const request of requests) {
    const without = JSON.stringify(await answerOf("without", request));
    expect(JSON.stringify(await answerOf("restricted", request)), JSON.stringify(request)).toBe(without);
    if (JSON.stringify(await answerOf("with", request)) !== without) told++;
  }
  expect(told).toBeGreaterThan(0);
}

const VALUES = Object.values(FIELDS).flat();
const BOX = { top_left: { lat: 50, lon: -50 }, bottom_right: { lat: -50, lon: 50 } };

/** Queries of a kind for a field; those without any take no field. */
const QUERIES: Readonly<Record<string, (field: string) => readonly JsonObject[]>> = {
  bool: (f) => [{ bool: { filter: [{ exists: { field: f } }] } }, { bool: { must_not: [{ term: { [f]: "fox" } }] } }],
  boosting: (f) => [
    { boosting: { positive: { match_all: {} }, negative: { exists: { field: f } }, negative_boost: 0.5 } },
  ],
  combined_fields: (f) => [{ combined_fields: { query: "quick fox some", fields: [f, "t"] } }],
  distance_feature: (f) => [
    { distance_feature: { field: f, origin: "2024-01-01", pivot: "7d" } },
    { distance_feature: { field: f, origin: "1,1", pivot: "7km" } },
  ],
  rank_feature: (f) => [{ rank_feature: { field: f } }],
  terms_set: (f) => [
    { terms_set: { [f]: { terms: ["fox", "dog"], minimum_should_match: 1 } } },
    { terms_set: { k: { terms: ["k0", "k1"], minimum_should_match_field: f } } },
  ],
  common: (f) => [{ common: { [f]: { query: "quick fox" } } }],
  constant_score: (f) => [{ constant_score: { filter: { exists: { field: f } } } }],
  dis_max: (f) => [{ dis_max: { queries: [{ term: { [f]: "fox" } }, { term: { k: "k1" } }] } }],
  exists: (f) => [{ exists: { field: f } }, { exists: { field: "hidden" } }, { exists: { field: "hid*" } }],
  function_score: (f) => [
    { function_score: { field_value_factor: { field: f, missing: 1 } } },
    { function_score: { gauss: { [f]: { origin: 1, scale: 1 } } } },
    { function_score: { random_score: { seed: 1, field: f } } },
    { function_score: { functions: [{ filter: { exists: { field: f } }, weight: 3 }] } },
  ],
  fuzzy: (f) => [{ fuzzy: { [f]: "fix" } }],
  geo_bounding_box: (f) => [{ geo_bounding_box: { [f]: BOX, ignore_unmapped: true } }],
  geo_distance: (f) => [{ geo_distance: { distance: "5000km", [f]: { lat: 1, lon: 1 }, ignore_unmapped: true } }],
  geo_polygon: (f) => [
    {
      geo_polygon: {
        [f]: {
          points: [
            [-9, -9],
            [9, -9],
            [9, 9],
            [-9, 9],
          ],
        },
        ignore_unmapped: true,
      },
    },
  ],
  geo_shape: (f) => [
    { geo_shape: { [f]: { shape: "BBOX (-9, 9, 9, -9)" }, boost: 1, ignore_unmapped: true } },
    { geo_shape: { [f]: { shape: "POINT (60 60)", relation: "disjoint" } } },
  ],
  // Join fields cannot stand in objects: see below.
  has_child: () => [],
  has_parent: () => [],
  ids: () => [],
  knn: () => [{ knn: { field: "hidden.dense_vector", query_vector: [1, 2] } }],
  match: (f) => VALUES.filter((value) => typeof value !== "object").map((value) => ({ match: { [f]: value } })),
  match_all: () => [],
  match_bool_prefix: (f) => [{ match_bool_prefix: { [f]: "quick fo" } }],
  match_none: () => [],
  match_phrase: (f) => [{ match_phrase: { [f]: "quick fox" } }],
  match_phrase_prefix: (f) => [{ match_phrase_prefix: { [f]: "quick fo" } }],
  more_like_this: (f) => [
    { more_like_this: { fields: [f], like: "quick fox dog", min_term_freq: 1, min_doc_freq: 1 } },
    { more_like_this: { fields: [f, "t"], like: { doc: { t: "some words" } }, min_term_freq: 1, min_doc_freq: 1 } },
  ],
  multi_match: (f) => [
    { multi_match: { query: "fox", fields: [f, "k"] } },
    { multi_match: { query: "fox", fields: ["hid*"], lenient: true } },
    { multi_match: { query: "quick fox", type: "cross_fields", fields: [f, "t"] } },
  ],
  nested: () => [
    { nested: { path: "hidden.nested", query: { match_all: {} } } },
    { nested: { path: "hidden.nested", query: { match: { "hidden.nested.k": "dog" } }, ignore_unmapped: true } },
    {
      nested: {
        path: "hidden.nested",
        query: { match_all: {} },
        ignore_unmapped: true,
        inner_hits: { fields: ["*"], docvalue_fields: ["*"], highlight: { fields: { "*": {} } } },
      },
    },
    { match: { "hidden.nested.k": "dog" } },
  ],
  parent_id: () => [],
  percolate: () => [{ percolate: { field: "hidden.percolator", document: { k: "k0" } } }],
  rule: (f) => [{ rule: { organic: { exists: { field: f } }, ruleset_ids: ["r"], match_criteria: { a: "b" } } }],
  rule_query: (f) => [
    { rule_query: { organic: { exists: { field: f } }, ruleset_ids: ["r"], match_criteria: { a: "b" } } },
  ],
  semantic: (f) => [{ semantic: { field: f, query: "fox" } }],
  text_expansion: () => [],
  geo_grid: (f) => [
    { geo_grid: { [f]: { geohash: "s" }, ignore_unmapped: true } },
    { geo_grid: { [f]: { geotile: "0/0/0" } } },
  ],
  pinned: (f) => [{ pinned: { ids: ["d1"], organic: { exists: { field: f } } } }],
  sparse_vector: () => [{ sparse_vector: { field: "hidden.sparse_vector", query_vector: { fox: 1 } } }],
  weighted_tokens: () => [{ weighted_tokens: { "hidden.sparse_vector": { tokens: { fox: 1 } } } }],
  intervals: (f) => [
    { intervals: { [f]: { match: { query: "quick fox" } } } },
    { intervals: { t: { match: { query: "quick", use_field: f } } } },
    { intervals: { t: { prefix: { prefix: "qu", use_field: f } } } },
  ],
  prefix: (f) => [{ prefix: { [f]: "fo" } }],
  query_string: (f) => [
    { query_string: { query: `${f}:fox` } },
    { query_string: { query: "fox" } },
    { query_string: { query: "\\*:fox OR hidden.\\*:dog" } },
    { query_string: { query: `_exists_:${f}` } },
  ],
  range: (f) =>
    VALUES.filter((value) => typeof value !== "object").map((value) => ({ range: { [f]: { gte: value } } })),
  regexp: (f) => [{ regexp: { [f]: "fo." } }],
  script: (f) => [{ script: { script: `doc.containsKey('${f}') && doc['${f}'].size() > 0` } }],
  script_score: (f) => [
    {
      script_score: {
        query: { match_all: {} },
        script: { source: `doc.containsKey('${f}') && doc['${f}'].size() > 0 ? 2 : 1` },
      },
    },
  ],
  shape: (f) => [
    { shape: { [f]: { shape: "BBOX (-9, 9, 9, -9)", relation: "within" }, ignore_unmapped: true } },
    { shape: { [f]: { shape: "POINT (1 1)" } } },
  ],
  simple_query_string: (f) => [
    { simple_query_string: { query: "fox", fields: [f] } },
    { simple_query_string: { query: "fo*" } },
  ],
  term: (f) => VALUES.filter((value) => typeof value !== "object").map((value) => ({ term: { [f]: { value } } })),
  field_masking_span: (f) => [{ field_masking_span: { query: { span_term: { [f]: "fox" } }, field: "t" } }],
  span_containing: (f) => [
    { span_containing: { big: { span_term: { [f]: "fox" } }, little: { span_term: { [f]: "fox" } } } },
  ],
  span_field_masking: (f) => [
    { span_field_masking: { query: { span_term: { [f]: "fox" } }, field: "t" } },
    {
      span_near: {
        clauses: [
          { span_term: { t: "some" } },
          { span_field_masking: { query: { span_term: { [f]: "fox" } }, field: "t" } },
        ],
        slop: 9,
        in_order: false,
      },
    },
  ],
  span_first: (f) => [{ span_first: { match: { span_term: { [f]: "fox" } }, end: 5 } }],
  span_multi: (f) => [{ span_multi: { match: { prefix: { [f]: "fo" } } } }],
  span_near: (f) => [{ span_near: { clauses: [{ span_term: { [f]: "quick" } }, { span_term: { [f]: "fox" } }] } }],
  span_not: (f) => [{ span_not: { include: { span_term: { [f]: "fox" } }, exclude: { span_term: { [f]: "dog" } } } }],
  span_or: (f) => [{ span_or: { clauses: [{ span_term: { [f]: "fox" } }] } }],
  span_term: (f) => [{ span_term: { [f]: "fox" } }],
  span_within: (f) => [{ span_within: { big: { span_term: { [f]: "fox" } }, little: { span_term: { [f]: "fox" } } } }],
  terms: (f) => [{ terms: { [f]: ["fox", "dog"] } }, { terms: { [f]: ["1", "2"] } }],
  type: () => [],
  wildcard: (f) => [{ wildcard: { [f]: "*o*" } }],
  wrapper: (f) => [{ wrapper: { query: Buffer.from(JSON.stringify({ exists: { field: f } })).toString("base64") } }],
};

/** Aggregations of a kind over a field. */
const AGGREGATIONS: Readonly<Record<string, (field: string) => readonly JsonObject[]>> = {
  avg: (field) => [{ avg: { field } }],
  cardinality: (field) => [{ cardinality: { field } }],
  date_histogram: (field) => [{ date_histogram: { field, calendar_interval: "year" } }],
  extended_stats: (field) => [{ extended_stats: { field } }],
  filter: (field) => [{ filter: { exists: { field } } }],
  filters: (field) => [{ filters: { filters: { a: { exists: { field } } }, other_bucket: true } }],
  histogram: (field) => [{ histogram: { field, interval: 1 } }],
  max: (field) => [{ max: { field } }],
  min: (field) => [{ min: { field } }],
  missing: (field) => [{ missing: { field } }],
  nested: () => [
    {
      nested: { path: "hidden.nested" },
      aggs: { k: { terms: { field: "hidden.nested.k.keyword", min_doc_count: 0 } } },
    },
  ],
  range: (field) => [{ range: { field, ranges: [{ from: 0 }] } }],
  reverse_nested: () => [
    { nested: { path: "hidden.nested" }, aggs: { r: { reverse_nested: {}, aggs: { k: { terms: { field: "k" } } } } } },
  ],
  sampler: (field) => [{ sampler: { shard_size: 5 }, aggs: { t: { terms: { field } } } }],
  matrix_stats: (field) => [{ matrix_stats: { fields: [field], missing: { [field]: 4 } } }],
  diversified_sampler: (field) => [{ diversified_sampler: { field }, aggs: { t: { terms: { field: "k" } } } }],
  significant_text: (field) => [
    { significant_text: { field, min_doc_count: 1, percentage: {} } },
    { significant_text: { field: "t", source_fields: [field], min_doc_count: 1, percentage: {} } },
  ],
  categorize_text: (field) => [{ categorize_text: { field } }],
  random_sampler: (field) => [{ random_sampler: { probability: 1, seed: 1 }, aggs: { t: { terms: { field } } } }],
  children: () => [],
  parent: () => [],
  scripted_metric: (field) => [
    {
      scripted_metric: {
        init_script: "state.seen = []",
        map_script: `state.seen.add(doc.containsKey('${field}')); state.seen.add(params._source)`,
        combine_script: "return state.seen",
        reduce_script: "return states",
      },
    },
  ],
  stats: (field) => [{ stats: { field } }],
  sum: (field) => [{ sum: { field } }],
  terms: (field) => [
    { terms: { field } },
    { terms: { field, min_doc_count: 0 } },
    { terms: { field: "k", order: { m: "asc" } }, aggs: { m: { max: { field } } } },
    { terms: { script: `'' + doc.containsKey('${field}')` } },
    { terms: { script: `'' + params._source.keySet()` } },
    { terms: { field, script: "_value" } },
  ],
  value_count: (field) => [{ value_count: { field } }],
  rate: (field) => [
    { date_histogram: { field: "t", fixed_interval: "1d", missing: "2024-01-01" }, aggs: { r: { rate: { field } } } },
    { date_histogram: { field, calendar_interval: "year" }, aggs: { r: { rate: { unit: "day" } } } },
  ],
  string_stats: (field) => [{ string_stats: { field, show_distribution: true } }],
  t_test: (field) => [
    { t_test: { a: { field }, b: { field: "none", missing: 1 } } },
    { t_test: { a: { field: "none", missing: 1 }, b: { field: "none", missing: 1, filter: { exists: { field } } } } },
  ],
  boxplot: (field) => [{ boxplot: { field } }],
  median_absolute_deviation: (field) => [{ median_absolute_deviation: { field } }],
  percentile_ranks: (field) => [{ percentile_ranks: { field, values: [1.5, 2] } }],
  percentiles: (field) => [{ percentiles: { field } }, { percentiles: { field, hdr: {} } }],
  weighted_avg: (field) => [
    { weighted_avg: { value: { field }, weight: { field: "none", missing: 1 } } },
    { weighted_avg: { value: { field }, weight: { field } } },
  ],
  date_range: (field) => [{ date_range: { field, ranges: [{ from: 0 }] } }],
  cartesian_bounds: (field) => [{ cartesian_bounds: { field } }],
  cartesian_centroid: (field) => [{ cartesian_centroid: { field } }],
  geo_bounds: (field) => [{ geo_bounds: { field } }],
  geo_centroid: (field) => [{ geo_centroid: { field } }],
  geo_distance: (field) => [{ geo_distance: { field, origin: "0,0", ranges: [{ to: 1e9 }] } }],
  geo_line: (field) => [
    { geo_line: { point: { field }, sort: { field: "none", missing: 1 } } },
    { geo_line: { point: { field: "hidden.geo_point" }, sort: { field } } },
  ],
  geohash_grid: (field) => [{ geohash_grid: { field } }],
  geohex_grid: (field) => [{ geohex_grid: { field } }],
  geotile_grid: (field) => [{ geotile_grid: { field } }],
  global: (field) => [{ global: {}, aggs: { t: { terms: { field } } } }],
  ip_prefix: (field) => [{ ip_prefix: { field, prefix_length: 32 } }],
  ip_range: (field) => [{ ip_range: { field, ranges: [{ to: "255.0.0.0" }] } }],
  adjacency_matrix: (field) => [{ adjacency_matrix: { filters: { a: { exists: { field } }, b: { match_all: {} } } } }],
  auto_date_histogram: (field) => [{ auto_date_histogram: { field } }],
  composite: (field) => [
    { composite: { sources: [{ a: { terms: { field } } }] } },
    { composite: { sources: [{ a: { terms: { field, missing_bucket: true } } }, { k: { terms: { field: "k" } } }] } },
    { composite: { sources: [{ a: { histogram: { field, interval: 1 } } }] } },
    { composite: { sources: [{ a: { date_histogram: { field, fixed_interval: "1d" } } }] } },
    { composite: { sources: [{ a: { geotile_grid: { field } } }] } },
  ],
  // It takes no field, see below.
  time_series: () => [],
  counted_terms: (field) => [{ counted_terms: { field } }, { counted_terms: { field, missing: "x" } }],
  frequent_item_sets: (field) => [
    { frequent_item_sets: { fields: [{ field }, { field: "k" }] } },
    { frequent_item_sets: { fields: [{ field: "k" }], filter: { exists: { field } } } },
  ],
  multi_terms: (field) => [{ multi_terms: { terms: [{ field: "k" }, { field }] } }],
  rare_terms: (field) => [{ rare_terms: { field } }],
  variable_width_histogram: (field) => [{ variable_width_histogram: { field } }],
  top_hits: (field) => [
    { top_hits: {} },
    { top_hits: { fields: [field], docvalue_fields: ["hid*"], stored_fields: [field] } },
    { top_hits: { highlight: { require_field_match: false, fields: { "*": {} } } } },
  ],
  significant_terms: (field) => [
    { significant_terms: { field, min_doc_count: 1, percentage: {} } },
    { significant_terms: { field: "k", background_filter: { exists: { field } }, min_doc_count: 1, percentage: {} } },
  ],
  top_metrics: (field) => [
    { top_metrics: { metrics: { field }, sort: { k: "asc" } } },
    { top_metrics: { metrics: { field: "k" }, sort: { [field]: { order: "asc", unmapped_type: "long" } } } },
  ],
};

/** What else a search takes fields by. Sorts are not here: a hidden field is sorted like one without values. */
const OTHERS: Readonly<Record<string, (field: string) => readonly JsonObject[]>> = {
  _source: (f) => [{}, { _source: [f, "k"] }, { _source: { excludes: ["t"] } }],
  collapse: (f) => [{ collapse: { field: f } }, { collapse: { field: "k", inner_hits: { name: "x", sort: ["k"] } } }],
  docvalue_fields: () => [{ docvalue_fields: ["hid*", "k"] }],
  fields: (f) => [
    { fields: [f, "*"], _source: false },
    { fields: [{ field: "*", include_unmapped: true }], _source: false },
  ],
  highlight: (f) => [
    {
      query: { query_string: { query: "fox quick some", lenient: true } },
      highlight: { require_field_match: false, fields: { "*": {} } },
    },
    { query: { match: { t: "some" } }, highlight: { fields: { [f]: { highlight_query: { match: { [f]: "fox" } } } } } },
  ],
  post_filter: (f) => [{ post_filter: { exists: { field: f } } }],
  suggest: (f) => suggesters.flatMap(({ name }) => SUGGESTIONS[name]?.(f) ?? []).map((s) => ({ suggest: { s } })),
  stored_fields: (f) => [{ stored_fields: [f] }, { stored_fields: ["_source"] }],
};

/** Suggestions of a kind for a field. */
const SUGGESTIONS: Readonly<Record<string, (field: string) => readonly JsonObject[]>> = {
  completion: (field) => [
    { prefix: "f", completion: { field } },
    { regex: ".*", completion: { field } },
    { prefix: "fax", completion: { field, fuzzy: { prefix_length: 0 } } },
  ],
  phrase: (field) => [
    { text: "quick fax", phrase: { field, confidence: 0, max_errors: 2 } },
    {
      text: "quick fax",
      phrase: { field: "t", confidence: 0, direct_generator: [{ field, suggest_mode: "always", min_word_length: 1 }] },
    },
  ],
  term: (field) => [{ text: "fax dig", term: { field, min_word_length: 1 } }],
};

test("each kind of query, of aggregation and of suggester is asked about hidden fields", () => {
  expect(queryKinds.map(({ name }) => name).filter((name) => !Object.hasOwn(QUERIES, name))).toEqual([]);
  expect(aggregationKinds.map(({ name }) => name).filter((name) => !Object.hasOwn(AGGREGATIONS, name))).toEqual([]);
  expect(suggesters.map(({ name }) => name).filter((name) => !Object.hasOwn(SUGGESTIONS, name))).toEqual([]);
});

describe("a field that is not shown is one that is not there for", () => {
  test.each(Object.keys(QUERIES))("the query %s", async (kind) => {
    const requests = NAMES.flatMap((name) => QUERIES[kind]?.(name) ?? []).map((query) => ({ query }));
    if (requests.length > 0) await expectHidden(requests);
  });

  test.each(Object.keys(AGGREGATIONS))("the aggregation %s", async (kind) => {
    const requests = NAMES.flatMap((name) => AGGREGATIONS[kind]?.(name) ?? []).map((a) => ({ size: 0, aggs: { a } }));
    if (requests.length > 0) await expectHidden(requests);
  });

  test.each(Object.keys(OTHERS))("%s", async (part) => {
    const requests = NAMES.flatMap((name) => OTHERS[part]?.(name) ?? []);
    if (requests.length > 0) await expectHidden(requests);
  });
});

test("series that differ in dimensions that are not shown are one", async () => {
  const dimension = { type: "keyword", time_series_dimension: true };
  const properties = { "@timestamp": { type: "date" }, host: dimension, user: dimension };
  const settings = { "index.mode": "time_series", "index.routing_path": "host" };
  await fixture.create("series", { settings, mapping: { properties } });
  const point = { "@timestamp": "2024-03-01T10:00:00.000Z", host: "blue" };
  // As Elasticsearch 8.19 makes their ids.
  await fixture.write("series", [
    ["LaAxrBDX6jWFgaCKAAABjfl01QA", point],
    ["LaAxrOtEv0asBELHAAABjfl01QA", { ...point, user: "ann" }],
  ]);
  const access = { queries: [], fields: [[{ grant: ["*"], except: ["user"] }]] };
  const keysOf = async (target: object): Promise<unknown> => {
    const aggs = { a: { time_series: {} } };
    const { aggregations } = await fixture.search([{ ...fixture.target("series"), ...target }], { size: 0, aggs });
    return (aggregations as { a: { buckets: { key: object }[] } }).a.buckets.map(({ key }) => key);
  };
  expect(await keysOf({})).toEqual([{ host: "blue" }, { host: "blue", user: "ann" }]);
  expect(await keysOf({ access })).toEqual([{ host: "blue" }]);
});

test.each(NAMES)("sorts by %s tell nothing of it", async (name) => {
  for (const order of ["asc", "desc"]) {
    const sorted = await answerOf("restricted", { sort: [{ [name]: { order } }, "k"] });
    const words = Object.values(FIELDS)
      .flat(2)
      .filter((value) => typeof value === "string");
    for (const word of words) expect(JSON.stringify(sorted)).not.toContain(`"${word}"`);
    expect(JSON.stringify(sorted)).not.toMatch(/"sort":\[(1|2|1\.5|2\.5|17\d+),/);
  }
});

test("relations are hidden with their field, and what they are asked by with its own", async () => {
  const properties = { j: { type: "join", relations: { q: "a" } }, secret: { type: "keyword" } };
  await fixture.create("joined", { mapping: { properties } });
  await fixture.write(
    "joined",
    [
      ["1", { j: "q", secret: "x" }],
      ["2", { j: { name: "a", parent: "1" }, secret: "x" }],
    ],
    { 2: "1" },
  );
  const all = { match_all: {} };
  const secret = { term: { secret: "x" } };
  const asked: readonly JsonObject[] = [all, secret].flatMap((query): JsonObject[] => [
    { has_child: { type: "a", query, ignore_unmapped: true } },
    { has_parent: { parent_type: "q", query, ignore_unmapped: true } },
  ]);
  const countsWithout = async (field: string): Promise<unknown[]> => {
    const access = { queries: [], fields: [[{ grant: ["*"], except: [field] }]] };
    const counts = [...asked, { parent_id: { type: "a", id: "1", ignore_unmapped: true } }].map(
      async (query) => (await fixture.call("count", [{ ...fixture.target("joined"), access }], { query })).count,
    );
    return Promise.all(counts);
  };
  expect(await countsWithout("none")).toEqual([1, 1, 1, 1, 1]);
  expect(await countsWithout("j*")).toEqual([0, 0, 0, 0, 0]);
  expect(await countsWithout("secret")).toEqual([1, 1, 0, 0, 1]);
});

test("a key of a flattened field is hidden like a field of its name", async () => {
  await fixture.create("flat", {
    mapping: { properties: { labels: { type: "flattened" }, tags: { type: "alias", path: "labels" } } },
  });
  await fixture.write("flat", [["1", { labels: { open: "yes", secret: "quokka" } }]]);
  const restricted = {
    ...fixture.target("flat"),
    access: { queries: [], fields: [[{ grant: ["*"], except: ["labels.secret"] }]] },
  };
  const countOf = async (query: JsonObject): Promise<unknown> =>
    (await fixture.call("count", [restricted], { query })).count;
  expect(await countOf({ term: { "labels.open": "yes" } })).toBe(1);
  expect(await countOf({ term: { "labels.secret": "quokka" } })).toBe(0);
  expect(await countOf({ term: { "tags.open": "yes" } })).toBe(1);
  expect(await countOf({ term: { "tags.secret": "quokka" } })).toBe(0);
  expect(
    JSON.stringify(
      await fixture.search([restricted], {
        aggs: { a: { terms: { field: "labels.secret" } } },
        fields: ["labels.secret"],
      }),
    ),
  ).not.toContain("quokka");
});
