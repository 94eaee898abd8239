import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../core/json.ts";
import { aggregate, testMapping, testShard } from "../testing/aggregation/aggregation-harness.ts";

const mapping = testMapping({
  k: { type: "keyword" },
  n: { type: "long" },
  m: { type: "long" },
  o: { type: "long" },
  t: { type: "date" },
  p: { type: "geo_point" },
});

const document = fc.record(
  {
    k: fc.array(fc.string({ unit: "binary-ascii", maxLength: 4 }), { maxLength: 3 }),
    n: fc.array(fc.integer({ min: -50, max: 50 }), { maxLength: 2 }),
    m: fc.integer({ min: 0, max: 50 }),
    p: fc.integer({ min: 1, max: 9 }).map((at) => ({ lat: at, lon: at })),
    t: fc.integer({ min: 0, max: 10 ** 11 }),
  },
  { requiredKeys: [] },
);

const byMonth = (below: JsonObject): JsonObject => ({
  h: { date_histogram: { field: "t", calendar_interval: "month", min_doc_count: 1 }, aggs: below },
});

/** Requests of whole numbers, whose sums are exact in any order. */
const REQUESTS: Readonly<Record<string, JsonObject>> = {
  rate: byMonth({ d: { rate: { unit: "day" } }, n: { rate: { field: "n", unit: "year" } } }),
  string_stats: { s: { string_stats: { field: "k", show_distribution: true } } },
  geo_line: {
    l: { geo_line: { point: { field: "p" }, sort: { field: "m" } } },
    k: {
      terms: { field: "k" },
      aggs: { l: { geo_line: { point: { field: "p" }, sort: { field: "m" }, sort_order: "desc" } } },
    },
  },
  t_test: {
    u: { t_test: { a: { field: "n" }, b: { field: "m", filter: { range: { m: { gte: 5 } } } } } },
    p: {
      terms: { field: "k" },
      aggs: { p: { t_test: { a: { field: "m" }, b: { field: "o", missing: 3 }, type: "paired", tails: 1 } } },
    },
  },
};

describe("splitting the documents over shards and segments changes nothing for", () => {
  test.each(Object.keys(REQUESTS))("%s", (name) => {
    const request = REQUESTS[name]!;
    fc.assert(
      fc.property(fc.array(document, { maxLength: 30 }), fc.nat(30), fc.nat(30), (documents, cut, other) => {
        const all: readonly JsonObject[] = documents;
        const shards = [
          testShard(mapping, [all.slice(0, cut), all.slice(cut, cut + other)]),
          testShard(mapping, [all.slice(cut + other)]),
        ];
        expect(aggregate(shards, request)).toEqual(aggregate([testShard(mapping, [all])], request));
      }),
      { numRuns: 40 },
    );
  });
});

test("a line over shards is cut behind its first points, and complete only when no shard was full", () => {
  const documents = (from: number): JsonObject[] =>
    Array.from({ length: 4 }, (_, i) => ({ m: 2 * i + from, p: { lat: 2 * i + from, lon: 1 } }));
  const lineOf = (size: number): unknown =>
    JSON.parse(
      JSON.stringify(
        aggregate([testShard(mapping, [documents(1)]), testShard(mapping, [documents(2)])], {
          l: { geo_line: { point: { field: "p" }, sort: { field: "m" }, size } },
        }),
      ),
    );
  const line = (count: number, complete: boolean): unknown => ({
    l: {
      type: "Feature",
      geometry: { type: "LineString", coordinates: Array.from({ length: count }, (_, i) => [1, i + 1]) },
      properties: { complete },
    },
  });
  expect(lineOf(8)).toEqual(line(8, true));
  expect(lineOf(5)).toEqual(line(5, false));
  expect(lineOf(4)).toEqual(line(4, false));
});
