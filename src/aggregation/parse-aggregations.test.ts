import { describe, expect, test } from "vitest";
import { RequestError } from "../compat/errors.ts";
import type { JsonObject } from "../core/json.ts";
import {
  aggregate,
  collect,
  testAggregations,
  testMapping,
  testShard,
} from "../testing/aggregation/aggregation-harness.ts";
import { MAX_AGGREGATION_DEPTH } from "./parse-aggregations.ts";

const mapping = testMapping({
  k: { type: "keyword" },
  n: { type: "long" },
  t: { type: "date" },
  x: { type: "text" },
  b: { type: "boolean" },
  ip: { type: "ip" },
});
const shard = testShard(mapping, [
  [
    { k: "a", n: 1, t: "2020-01-01", b: true },
    { k: "b", n: 2 },
  ],
]);

/** The chain of reasons of what a function throws. */
function reasons(run: () => unknown): string[] {
  try {
    run();
  } catch (error) {
    const told: string[] = [];
    for (let at: unknown = error; at instanceof RequestError; at = at.cause) told.push(`${at.type}: ${at.message}`);
    return told;
  }
  return [];
}

const one = (kind: string, body: JsonObject): JsonObject => ({ a: { [kind]: body } });

describe("invalid bodies are refused by the parser", () => {
  test.each<[JsonObject, string]>([
    [
      { "a>b": { max: { field: "n" } } },
      "parsing_exception: Invalid aggregation name [a>b]. Aggregation names can contain any character except '[', ']', and '>'",
    ],
    [
      { a: 5 },
      "parsing_exception: Aggregation definition for [a starts with a [VALUE_NUMBER], expected a [START_OBJECT].",
    ],
    [{ a: {} }, "parsing_exception: Missing definition for aggregation [a]"],
    [
      { a: { max: { field: "n" }, min: { field: "n" } } },
      "parsing_exception: Found two aggregation type definitions in [a]: [max] and [min]",
    ],
    [{ a: { max: 5 } }, "parsing_exception: Expected [START_OBJECT] under [max], but got a [VALUE_NUMBER] in [a]"],
    [{ a: { maxx: {} } }, "parsing_exception: Unknown aggregation type [maxx] did you mean [max]?"],
    [
      { a: { max: { field: "n" }, aggs: { b: { min: { field: "n" } } } } },
      "illegal_argument_exception: Aggregator [a] of type [max] cannot accept sub-aggregations",
    ],
    [
      { a: { terms: { field: "k" }, aggs: {}, aggregations: {} } },
      "parsing_exception: Found two sub aggregation definitions under [a]",
    ],
    [one("max", {}), "illegal_argument_exception: Required one of fields [field, script], but none were specified."],
    [one("max", { script: {} }), "x_content_parse_exception: [1:1] [max] failed to parse field [script]"],
    [
      one("max", { script: { source: "x", foo: 1 } }),
      "x_content_parse_exception: [1:1] [max] failed to parse field [script]",
    ],
    [
      one("max", { script: 5 }),
      "x_content_parse_exception: [1:1] [max] script doesn't support values of type: VALUE_NUMBER",
    ],
    [one("max", { fild: "n" }), "x_content_parse_exception: [1:1] [max] unknown field [fild] did you mean [field]?"],
    [
      one("max", { field: ["n"] }),
      "x_content_parse_exception: [1:1] [max] field doesn't support values of type: START_ARRAY",
    ],
    [
      one("terms", { field: "k", size: 0 }),
      "illegal_argument_exception: [size] must be greater than 0. Found [0] in [a]",
    ],
    [one("terms", { field: "k", missing: null }), "illegal_argument_exception: [missing] must not be null: [a]"],
    [one("terms", { field: "k", order: { m: "up" } }), "parsing_exception: Unknown order direction [up]"],
    [one("terms", { field: "k", include: "(" }), "illegal_argument_exception: unexpected end-of-string"],
    [
      one("terms", { field: "k", include: { partition: 2, num_partitions: 2 } }),
      "illegal_argument_exception: Partition must be >=0 and < numPartition which is 2",
    ],
    [one("terms", { field: "k", collect_mode: "x" }), "parse_exception: no [collect_mode] found for value [x]"],
    [
      one("histogram", { field: "n", interval: 0 }),
      "illegal_argument_exception: [interval] must be >0 for histogram aggregation [a]",
    ],
    [
      one("date_histogram", { field: "t", calendar_interval: "2d" }),
      "illegal_argument_exception: The supplied interval [2d] could not be parsed as a calendar interval.",
    ],
    [
      one("date_histogram", { field: "t", fixed_interval: "1M" }),
      "illegal_argument_exception: failed to parse setting [date_histogram.fixedInterval] with value [1M] as a time value: unit is missing or unrecognized",
    ],
    [
      one("date_histogram", { field: "t", fixed_interval: "1d", calendar_interval: "day" }),
      "illegal_argument_exception: Cannot use [calendar_interval] with [fixed_interval] configuration option.",
    ],
    [
      one("date_histogram", { field: "t", fixed_interval: "1d", time_zone: "Nowhere/City" }),
      "zone_rules_exception: Unknown time-zone ID: Nowhere/City",
    ],
    [one("filters", { filters: {} }), "illegal_argument_exception: [filters] cannot be empty."],
    [
      one("filters", { filters: [{ match_all: {} }], other_bucket: "x" }),
      "parsing_exception: Unknown key for a VALUE_STRING in [a]: [other_bucket].",
    ],
    [
      one("range", { field: "n", ranges: [{ form: 1 }] }),
      "x_content_parse_exception: [1:1] [range] unknown field [form]",
    ],
  ])("%j: %s", (body, reason) => {
    expect(reasons(() => testAggregations(mapping, body))).toContain(reason);
  });

  test("trees deeper than the limit are refused, those at the limit are not", () => {
    const nested = (depth: number): JsonObject => ({
      a: { filter: { match_all: {} }, ...(depth > 1 ? { aggs: nested(depth - 1) } : {}) },
    });
    expect(reasons(() => testAggregations(mapping, nested(MAX_AGGREGATION_DEPTH)))).toEqual([]);
    expect(reasons(() => testAggregations(mapping, nested(MAX_AGGREGATION_DEPTH + 1)))).toHaveLength(1);
  });
});

describe("aggregations that do not fit the index are refused by its shards", () => {
  test.each<[JsonObject, string]>([
    [
      one("max", { field: "k" }),
      "illegal_argument_exception: Field [k] of type [keyword] is not supported for aggregation [max]",
    ],
    [
      one("terms", { field: "_id" }),
      "illegal_argument_exception: Fielddata access on the _id field is disallowed, you can re-enable it by updating the dynamic cluster setting: indices.id_field_data.enabled",
    ],
    [
      one("terms", { field: "b", format: "0" }),
      "illegal_argument_exception: Field [b] of type [boolean] does not support custom formats",
    ],
    [
      one("terms", { field: "n", include: ".*" }),
      "illegal_argument_exception: Aggregation [a] cannot support regular expression style include/exclude settings as they can only be applied to string fields. Use an array of numeric values for include/exclude clauses used to filter numeric fields",
    ],
    [
      one("terms", { field: "k", execution_hint: "x" }),
      "illegal_argument_exception: Unknown `execution_hint`: [x], expected any of [map, global_ordinals]",
    ],
    [
      one("terms", { field: "nowhere", order: { m: "asc" } }),
      "invalid_path: Invalid aggregation order path [m]. The provided aggregation [m] either does not exist, or is a pipeline aggregation and cannot be used to sort the buckets.",
    ],
    [one("min", { field: "n", missing: "x" }), 'number_format_exception: For input string: "x"'],
    [one("range", { field: "n" }), "illegal_argument_exception: No [ranges] specified for the [a] aggregation"],
    [
      one("date_histogram", { field: "t" }),
      "illegal_argument_exception: Invalid interval specified, must be non-null and non-empty",
    ],
    [
      { a: { filter: { match_all: {} }, aggs: one("max", { field: "ip" }) } },
      "illegal_argument_exception: Field [ip] of type [ip] is not supported for aggregation [max]",
    ],
  ])("%j: %s", (body, reason) => {
    const parsed = testAggregations(mapping, body);
    expect(reasons(() => collect(shard, parsed))).toContain(reason);
  });
});

describe("errors that show only in the merged result are refused by the reduction", () => {
  const below = { m: { stats: { field: "n" } }, f: { filter: { match_all: {} } }, t: { terms: { field: "b" } } };
  test.each([
    ["f>none", "Cannot find aggregation named [none]"],
    ["m", "Missing value key in [null] which refers to a multi-value metric aggregation"],
    ["m.x", "No enum constant org.elasticsearch.search.aggregations.metrics.InternalStats.Metrics.x"],
    [
      "f._count",
      "Unknown value key [_count] for single-bucket aggregation [f]. Either use [doc_count] as key or drop the key all together.",
    ],
    ["t", "Can't sort a [lterms] aggregation [t]"],
    ["t>m", "Can't sort by a descendant of a [lterms] aggregation [m]"],
    ["m>m", "Metrics aggregations cannot have sub-aggregations (at [>m]"],
  ])("an order by %s: %s", (path, why) => {
    const body = { a: { terms: { field: "k", order: { [path]: "asc" } }, aggs: below } };
    expect(reasons(() => aggregate([shard], body))).toEqual([
      `illegal_argument_exception: Invalid aggregation order path [${path}]. ${why}`,
      `illegal_argument_exception: ${why}`,
    ]);
  });

  test("keys of two types and too many buckets are refused by the reduction", () => {
    const other = testShard(testMapping({ n: { type: "keyword" } }), [[{ n: "x" }]]);
    expect(reasons(() => aggregate([shard, other], one("terms", { field: "n" })))[0]).toMatch(
      /existed as two different types in two different indices$/,
    );
    expect(reasons(() => aggregate([shard], one("histogram", { field: "n", interval: 0.00001 })))[0]).toMatch(
      /^too_many_buckets_exception/,
    );
  });
});

test("results of mapped and unmapped fields keep their shape, whichever index comes first", () => {
  const bare = testShard(testMapping({}), [[{}, {}]]);
  const body = {
    s: { stats: { field: "t" } },
    d: { date_histogram: { field: "t", calendar_interval: "day" } },
    k: { terms: { field: "b" } },
    m: { missing: { field: "t" } },
    u: { terms: { field: "nowhere" } },
  };
  const expected = {
    s: { count: 1, min_as_string: "2020-01-01T00:00:00.000Z" },
    d: { buckets: [{ key: 1577836800000, key_as_string: "2020-01-01T00:00:00.000Z", doc_count: 1 }] },
    k: { buckets: [{ key: 1, key_as_string: "true", doc_count: 1 }] },
    m: { doc_count: 3 },
    u: { doc_count_error_upper_bound: 0, sum_other_doc_count: 0, buckets: [] },
  };
  expect(aggregate([bare, shard], body)).toMatchObject(expected);
  expect(aggregate([shard, bare], body)).toMatchObject(expected);
  expect(Object.keys(aggregate([bare], body, { typedKeys: true }))).toEqual([
    "stats#s",
    "date_histogram#d",
    "sterms#k",
    "missing#m",
    "sterms#u",
  ]);
});
