/** Pipelines over results: the values that they read, their positions, and independence of shards. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../core/json.ts";
import { aggregate, testMapping, testShard } from "../testing/aggregation/aggregation-harness.ts";

const mapping = testMapping({ k: { type: "keyword" }, n: { type: "integer" }, v: { type: "double" } });
/** By k: a has 1 and 2, b has 10, c has no value of v. By n: 0, 10 and 30, with a gap at 20. */
const documents: readonly JsonObject[] = [
  { k: "a", n: 1, v: 1 },
  { k: "a", n: 12, v: 2 },
  { k: "b", n: 13, v: 10 },
  { k: "c", n: 35 },
];
const shards = [testShard(mapping, [documents.slice(0, 2)]), testShard(mapping, [documents.slice(2)])];

const terms = (aggs?: JsonObject): JsonObject => ({ terms: { field: "k" }, ...(aggs ? { aggs } : {}) });
const histogram = (aggs: JsonObject): JsonObject => ({ histogram: { field: "n", interval: 10 }, aggs });
const sum = { s: { sum: { field: "v" } } };
const run = (aggs: JsonObject, typedKeys = false): JsonObject => aggregate(shards, aggs, { typedKeys });
const bucketsOf = (result: Json | undefined): JsonObject[] => (result as { buckets: JsonObject[] }).buckets;

describe("over the buckets of siblings", () => {
  test.each<[string, JsonObject, JsonObject]>([
    ["sum_bucket", { buckets_path: "t>s" }, { value: 13 }],
    ["avg_bucket", { buckets_path: "t>s" }, { value: 13 / 3 }],
    ["max_bucket", { buckets_path: "t>s" }, { value: 10, keys: ["b"] }],
    ["min_bucket", { buckets_path: "t>s.value" }, { value: 0, keys: ["c"] }],
    ["max_bucket", { buckets_path: "t>_count" }, { value: 2, keys: ["a"] }],
    ["min_bucket", { buckets_path: ["t>_count"] }, { value: 1, keys: ["b", "c"] }],
    ["sum_bucket", { buckets_path: "t>st.avg", format: "0.00" }, { value: 11.5, value_as_string: "11.50" }],
    // The mean of no values is NaN: a gap.
    ["min_bucket", { buckets_path: "t>m" }, { value: 1.5, keys: ["a"] }],
    ["min_bucket", { buckets_path: "t>m", gap_policy: "insert_zeros" }, { value: 0, keys: ["c"] }],
    ["sum_bucket", { buckets_path: "t>f>s" }, { value: 12 }],
    ["sum_bucket", { buckets_path: "t>f>_count" }, { value: 2 }],
    ["sum_bucket", { buckets_path: "f>t>s" }, { value: 12 }],
    ["sum_bucket", { buckets_path: "t['a']>h>_count" }, { value: 2 }],
    ["sum_bucket", { buckets_path: "t>h._bucket_count" }, { value: 4 }],
    ["sum_bucket", { buckets_path: "none>s" }, { value: 0 }],
    ["avg_bucket", { buckets_path: "none>s" }, { value: null }],
    ["max_bucket", { buckets_path: "none>s" }, { value: null, keys: [] }],
  ])("%s of %j", (kind, body, expected) => {
    const inside = {
      ...sum,
      st: { stats: { field: "v" } },
      m: { avg: { field: "v" } },
      f: { filter: { range: { v: { gte: 2 } } }, aggs: sum },
      h: { histogram: { field: "n", interval: 10, min_doc_count: 1 } },
    };
    const aggs = {
      t: terms(inside),
      f: { filter: { range: { v: { gte: 2 } } }, aggs: { t: terms(sum) } },
      none: { terms: { field: "unmapped" }, aggs: sum },
    };
    expect(run({ ...aggs, p: { [kind]: body } })["p"]).toEqual(expected);
  });

  test("a pipeline reads another, and each bucket has its own", () => {
    const inside = {
      h: histogram({ ...sum, c: { cumulative_sum: { buckets_path: "s" } } }),
      m: { max_bucket: { buckets_path: "h>c" } },
    };
    const answer = run({ all: { sum_bucket: { buckets_path: "t>m" } }, t: terms(inside) }, true);
    expect(answer["simple_value#all"]).toEqual({ value: 13 });
    expect(bucketsOf(answer["sterms#t"]).map((bucket) => bucket["bucket_metric_value#m"])).toEqual([
      { value: 3, keys: ["10.0"] },
      { value: 10, keys: ["10.0"] },
      { value: 0, keys: ["30.0"] },
    ]);
  });
});

describe("over the buckets of the parent", () => {
  test("cumulative_sum adds up, over gaps and through counts", () => {
    const inside = {
      ...sum,
      c: { cumulative_sum: { buckets_path: "s", format: "0.0" }, meta: { unit: "m" } },
      d: { cumulative_sum: { buckets_path: "_count" } },
      e: { cumulative_sum: { buckets_path: "c" } },
    };
    const rows = bucketsOf(run({ h: histogram(inside) })["h"]);
    expect(
      rows.map(({ c, d, e }) => [(c as JsonObject)["value"], (d as JsonObject)["value"], (e as JsonObject)["value"]]),
    ).toEqual([
      [1, 1, 1],
      [13, 3, 14],
      [13, 3, 14],
      [13, 4, 27],
    ]);
    expect(rows[0]!["c"]).toEqual({ meta: { unit: "m" }, value: 1, value_as_string: "1.0" });
  });
});

test("the distribution of documents over shards has no effect", () => {
  const request = {
    t: terms({
      h: histogram({ ...sum, c: { cumulative_sum: { buckets_path: "s" } } }),
      m: { max_bucket: { buckets_path: "h>c" } },
    }),
    total: { sum_bucket: { buckets_path: "t>m" } },
  };
  const document = fc.record({ k: fc.constantFrom("a", "b"), n: fc.nat(40), v: fc.nat(8) });
  fc.assert(
    fc.property(fc.array(document, { maxLength: 20 }), fc.nat(20), (all, cut) => {
      const split = [all.slice(0, cut), all.slice(cut)].map((part) => testShard(mapping, [part]));
      expect(aggregate(split, request)).toEqual(aggregate([testShard(mapping, [all])], request));
    }),
    { numRuns: 60 },
  );
});

describe("refuses what Elasticsearch refuses, in its words", () => {
  const invalid = (...problems: string[]): string =>
    `Validation Failed: ${problems.map((problem, place) => `${place + 1}: ${problem};`).join("")}`;

  test.each<[JsonObject, string]>([
    [{ p: { cumulative_sum: {} } }, "Required [buckets_path]"],
    [{ p: { cumulative_sum: { buckets_path: "t", x: 1 } } }, "[cumulative_sum] unknown field [x]"],
    [
      {
        h: {
          histogram: { field: "n", interval: 1, min_doc_count: 1 },
          aggs: { d: { cumulative_sum: { buckets_path: "_count" } } },
        },
      },
      invalid("parent histogram of cumulative_sum aggregation [d] must have min_doc_count of 0"),
    ],
    [{ t: terms(), p: { sum_bucket: { buckets_path: "t" } } }, "aggregation, got: [Bucket] at aggregation [t]"],
    [{ t: terms(), p: { sum_bucket: { buckets_path: "t>_key" } } }, "aggregation, got: [String] at aggregation [_key]"],
    [
      { t: terms({ t: terms() }), p: { sum_bucket: { buckets_path: "t['zz']>t>_count" } } },
      "Cannot find an key ['zz'] in [t]",
    ],
    [
      { s: { stats: { field: "v" } }, p: { sum_bucket: { buckets_path: "s" } } },
      "found :org.elasticsearch.search.aggregations.metrics.StatsAggregationBuilder for buckets path: s;",
    ],
    [{ p: { sum_bucket: {} } }, "Missing required field [buckets_path] for aggregation [p]"],
    [{ p: { sum_bucket: { buckets_path: "t", size: 1 } } }, "Unexpected token VALUE_NUMBER [size] in [p]"],
    [
      { p: { sum_bucket: { buckets_path: "t", gap_policy: "x" } } },
      "Invalid gap policy: [x], accepted values: [insert_zeros, skip, keep_values]",
    ],
    [{ p: { sum_bucket: { buckets_path: "t" }, aggs: sum } }, "Aggregation [p] cannot define sub-aggregations"],
    [{ p: { sum_bucket: { buckets_path: "t>s" } } }, invalid("No aggregation found for path [t>s]")],
    [{ t: terms(), p: { sum_bucket: { buckets_path: "t>s" } } }, invalid("No aggregation [s] found for path [t>s]")],
    [
      { p: { sum_bucket: { buckets_path: "q" } }, q: { sum_bucket: { buckets_path: "p" } } },
      invalid("Cyclical dependency found with pipeline aggregator [p]"),
    ],
    [
      {
        c: { cumulative_sum: { buckets_path: "_count" } },
        t: terms({ c: { cumulative_sum: { buckets_path: "_count" } } }),
      },
      invalid(
        "cumulative_sum aggregation [c] must have a histogram, date_histogram or auto_date_histogram as parent but doesn't have a parent",
        "cumulative_sum aggregation [c] must have a histogram, date_histogram or auto_date_histogram as parent",
      ),
    ],
    [
      { t: terms({ st: { stats: { field: "v" } } }), p: { sum_bucket: { buckets_path: "t>st" } } },
      "No enum constant org.elasticsearch.search.aggregations.metrics.InternalStats.Metrics.st",
    ],
    [
      { t: terms({ p: { sum_bucket: { buckets_path: "x" } } }), s: { terms: { field: "k", order: { p: "asc" } } } },
      invalid("No aggregation found for path [x]"),
    ],
  ])("%j", (aggs, message) => {
    expect(() => run(aggs)).toThrow(message);
  });
});
