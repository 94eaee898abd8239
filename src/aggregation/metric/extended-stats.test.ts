/** The numbers of `extended_stats`. Those of two grades are of Elasticsearch's documentation. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../core/json.ts";
import { aggregate, testMapping, testShard } from "../../testing/aggregation/aggregation-harness.ts";

const mapping = testMapping({ v: { type: "double" }, k: { type: "keyword" }, t: { type: "date" } });
const shardOf = (values: readonly number[]): ReturnType<typeof testShard> =>
  testShard(mapping, [values.map((v) => ({ v }))]);
const stats = (values: readonly number[], more: JsonObject = {}): JsonObject =>
  aggregate([shardOf(values)], { e: { extended_stats: { field: "v", ...more } } })["e"] as JsonObject;

const GRADES = {
  count: 2,
  min: 50,
  max: 100,
  avg: 75,
  sum: 150,
  sum_of_squares: 12500,
  variance: 625,
  variance_population: 625,
  variance_sampling: 1250,
  std_deviation: 25,
  std_deviation_population: 25,
  std_deviation_sampling: 35.35533905932738,
  std_deviation_bounds: {
    upper: 125,
    lower: 25,
    upper_population: 125,
    lower_population: 25,
    upper_sampling: 145.71067811865476,
    lower_sampling: 4.289321881345245,
  },
};

describe("extended_stats", () => {
  test("tells how far values lie apart", () => {
    expect(stats([100, 50])).toEqual(GRADES);
    expect(Object.keys(stats([100, 50]))).toEqual(Object.keys(GRADES));
  });

  test("puts bounds as many deviations around the mean as asked for", () => {
    expect(stats([100, 50], { sigma: 3 })["std_deviation_bounds"]).toMatchObject({ upper: 150, lower: 0 });
    expect(() => stats([1], { sigma: -1 })).toThrow("[extended_stats] failed to parse field [sigma]");
  });

  test("shows texts in a format", () => {
    const shown = stats([100, 50], { format: "0.0" });
    expect(shown).toMatchObject({ ...GRADES, avg_as_string: "75.0", variance_sampling_as_string: "1250.0" });
    expect(shown["std_deviation_bounds_as_string"]).toEqual({
      upper: "125.0",
      lower: "25.0",
      upper_population: "125.0",
      lower_population: "25.0",
      upper_sampling: "145.7",
      lower_sampling: "4.3",
    });
  });

  test("tells nothing of no values, and no sampling of one", () => {
    const { count, sum, std_deviation_bounds: bounds, ...rest } = stats([]);
    expect([count, sum, ...new Set(Object.values(rest))]).toEqual([0, 0, null]);
    expect([...new Set(Object.values(bounds as JsonObject))]).toEqual([null]);
    expect(stats([5])).toMatchObject({ variance: 0, variance_sampling: "NaN", std_deviation_sampling: "NaN" });
  });

  test("shows what it tells of instants as instants", () => {
    const shard = testShard(mapping, [[{ t: "1970-01-01" }, { t: "1970-01-03" }]]);
    expect(aggregate([shard], { e: { extended_stats: { field: "t" } } })["e"]).toMatchObject({
      std_deviation: 86_400_000,
      std_deviation_as_string: "1970-01-02T00:00:00.000Z",
      sum_of_squares_as_string: "+948190-08-30T00:00:00.000Z",
    });
    const one = testShard(mapping, [[{ t: "2020-01-01" }]]);
    expect(aggregate([one], { e: { extended_stats: { field: "t" } } })["e"]).toMatchObject({
      sum_of_squares_as_string: null,
      variance_sampling_as_string: "1970-01-01T00:00:00.000Z",
    });
  });

  test("orders buckets on shards and in all", () => {
    const shards = [
      ["a", 1, 2],
      ["b", 10, 90],
      ["c", 5, 5],
    ].map(([k, ...values]) => testShard(mapping, [values.map((v) => ({ k: k!, v }))]));
    for (const path of ["e.std_deviation", "e.std_upper_sampling", "e[variance]"]) {
      const request = {
        t: { terms: { field: "k", order: { [path]: "desc" } }, aggs: { e: { extended_stats: { field: "v" } } } },
      };
      const { buckets } = aggregate(shards, request)["t"] as unknown as { buckets: { key: string }[] };
      const expected = path === "e.std_upper_sampling" ? ["b", "c", "a"] : ["b", "a", "c"];
      expect(buckets.map(({ key }) => key)).toEqual(expected);
    }
  });

  test("splitting the documents over shards does not change the result", () => {
    const whole = fc.array(fc.integer({ min: -1000, max: 1000 }), { maxLength: 30 });
    fc.assert(
      fc.property(whole, fc.nat(30), (values, cut) => {
        const parts = [shardOf(values.slice(0, cut)), shardOf(values.slice(cut))];
        expect(aggregate(parts, { e: { extended_stats: { field: "v" } } })["e"]).toEqual(stats(values));
      }),
    );
  });
});
