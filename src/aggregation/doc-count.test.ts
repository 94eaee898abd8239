/** Documents that represent several (`_doc_count`), counted as in Elasticsearch 8.19. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../core/json.ts";
import { aggregate, testMapping, testShard } from "../testing/aggregation/aggregation-harness.ts";

const mapping = testMapping({
  k: { type: "keyword" },
  n: { type: "long" },
  d: { type: "date" },
  nest: { type: "nested", properties: { a: { type: "keyword" } } },
});

const documents: JsonObject[] = [
  { k: "a", n: 1, d: "2020-01-01", _doc_count: 5, nest: [{ a: "x" }, { a: "y" }] },
  { k: "a", n: 2, d: "2020-05-01", nest: [{ a: "x" }] },
  { k: ["b", "a"], n: 1, _doc_count: 3 },
  { n: 7, _doc_count: 10 },
];

/** Keys and counts of an aggregation's buckets, or the count of its one bucket. */
function counts(request: JsonObject, segments: readonly (readonly JsonObject[])[] = [documents]): unknown {
  const { buckets, doc_count: count } = aggregate([testShard(mapping, segments)], { x: request }).x as JsonObject;
  const countOf = (bucket: unknown): unknown => (bucket as JsonObject).doc_count;
  if (Array.isArray(buckets))
    return buckets.map((bucket) => [
      (bucket as JsonObject).key_as_string ?? (bucket as JsonObject).key,
      countOf(bucket),
    ]);
  return buckets ? Object.entries(buckets).map(([key, bucket]) => [key, countOf(bucket)]) : count;
}

describe("_doc_count", () => {
  test.each<[JsonObject, unknown]>([
    [{ terms: { field: "k" } }, [["a", 9], ["b", 3]]],
    [{ terms: { field: "k" }, aggs: { m: { max: { field: "n" } } } }, [["a", 9], ["b", 3]]],
    [{ terms: { field: "k", missing: "M" } }, [["M", 10], ["a", 9], ["b", 3]]],
    [{ terms: { field: "k", min_doc_count: 4 } }, [["a", 9]]],
    [{ terms: { field: "n" } }, [[7, 10], [1, 8], [2, 1]]],
    [{ histogram: { field: "n", interval: 5 } }, [[0, 9], [5, 10]]],
    [{ date_histogram: { field: "d", calendar_interval: "month", min_doc_count: 1 } }, [["2020-01-01T00:00:00.000Z", 5], ["2020-05-01T00:00:00.000Z", 1]]],
    [{ range: { field: "n", ranges: [{ to: 2 }, { from: 2 }] } }, [["*-2.0", 8], ["2.0-*", 11]]],
    [{ filter: { term: { k: "a" } } }, 9],
    [{ filters: { filters: { a: { term: { k: "a" } }, b: { match_all: {} } } } }, [["a", 9], ["b", 19]]],
    [{ missing: { field: "k" } }, 10],
    [{ nested: { path: "nest" } }, 3],
  ])("%j", (request, expected) => {
    expect(counts(request)).toEqual(expected);
  }); // oxfmt-ignore

  test("counts below other buckets, but not values", () => {
    const request = {
      terms: { field: "k" },
      aggs: { z: { terms: { field: "n" }, aggs: { s: { sum: { field: "n" } }, c: { value_count: { field: "n" } } } } },
    };
    const { buckets } = aggregate([testShard(mapping, [documents])], { x: request }).x as {
      buckets: { z: { buckets: unknown } }[];
    };
    expect(buckets[0]!.z.buckets).toEqual([
      { key: 1, doc_count: 8, s: { value: 2 }, c: { value: 2 } },
      { key: 2, doc_count: 1, s: { value: 2 }, c: { value: 1 } },
    ]);
  });

  test("counts documents around nested ones, nested ones once each", () => {
    const request = {
      nested: { path: "nest" },
      aggs: { y: { terms: { field: "nest.a" }, aggs: { r: { reverse_nested: {} } } } },
    };
    const { y } = aggregate([testShard(mapping, [documents])], { x: request }).x as { y: { buckets: unknown } };
    expect(y.buckets).toEqual([
      { key: "x", doc_count: 2, r: { doc_count: 6 } },
      { key: "y", doc_count: 1, r: { doc_count: 5 } },
    ]);
  });

  test("one document of weight n counts as n documents, in whichever segment", () => {
    const document = fc.record({
      k: fc.constantFrom("a", "b", "c"),
      n: fc.integer({ min: -5, max: 20 }),
      weight: fc.integer({ min: 1, max: 9 }),
    });
    const requests: JsonObject[] = [
      { terms: { field: "k" } },
      { terms: { field: "n", size: 30 } },
      { histogram: { field: "n", interval: 3 } },
      { missing: { field: "d" } },
    ];
    const property = fc.property(fc.array(document, { minLength: 1, maxLength: 30 }), fc.nat(30), (given, cut) => {
      const weighed = given.map(({ weight, ...rest }) => (weight === 1 ? rest : { ...rest, _doc_count: weight }));
      const repeated = given.flatMap(({ weight, ...rest }) => Array.from({ length: weight }, () => rest));
      for (const request of requests)
        expect(counts(request, [weighed.slice(0, cut), weighed.slice(cut)])).toEqual(counts(request, [repeated]));
    });
    fc.assert(property, { numRuns: 15 });
  });
});
