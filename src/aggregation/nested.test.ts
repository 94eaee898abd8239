/** Aggregations over nested objects. Fixed answers are those of Elasticsearch 8.19. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../core/json.ts";
import { numbersFrom } from "../testing/segment/segment-model.ts";
import { aggregate, testMapping, testShard } from "../testing/aggregation/aggregation-harness.ts";

const keyword = { type: "keyword" };
const integer = { type: "integer" };
const mapping = testMapping({
  ck: keyword,
  a: { type: "nested", properties: { k: keyword, n: integer, b: { type: "nested", properties: { y: keyword } } } },
  c: { type: "nested", properties: { z: keyword } },
});

const shard = testShard(mapping, [
  [{ a: [{ k: "p", n: 1, b: [{ y: "u" }, { y: "v" }] }, { n: 5 }], c: { z: "red" } }, { ck: "plain" }],
  [
    { a: { k: "q", n: [3, 4] }, ck: "r2" },
    { "a.k": ["1", "2"], "a.b": [{ y: "3" }, { y: "4" }], a: { k: "5" } },
  ],
]);

const terms = (field: string, aggs?: JsonObject): JsonObject => ({ terms: { field }, ...(aggs ? { aggs } : {}) });
const bucketsOf = (answer: unknown): unknown => (answer as JsonObject).buckets;

describe("nested", () => {
  test.each<[JsonObject, JsonObject]>([
    [{ nested: { path: "a" } }, { doc_count: 6 }],
    [{ nested: { path: "zz" } }, { doc_count: 0 }],
    [
      { nested: { path: "ck" }, aggs: { m: { max: { field: "a.n" } } } },
      { doc_count: 0, m: { value: null } },
    ],
    [
      { nested: { path: "a.b" }, aggs: { up: { reverse_nested: {} } } },
      { doc_count: 4, up: { doc_count: 2 } },
    ],
    [
      { nested: { path: "a" }, aggs: { r: { nested: { path: "c" } } } },
      { doc_count: 6, r: { doc_count: 0 } },
    ],
    [
      { nested: { path: "a" }, aggs: { r: { nested: { path: "a" } } } },
      { doc_count: 6, r: { doc_count: 0 } },
    ],
    [
      { nested: { path: "a" }, aggs: { f: { filter: { exists: { field: "ck" } } }, m: { missing: { field: "ck" } } } },
      { doc_count: 6, f: { doc_count: 0 }, m: { doc_count: 6 } },
    ],
    [
      {
        nested: { path: "a" },
        aggs: { f: { filter: { nested: { path: "a.b", query: { term: { "a.b.y": "u" } } } } } },
      },
      { doc_count: 6, f: { doc_count: 1 } },
    ],
    [
      { nested: { path: "a" }, aggs: { k: { missing: { field: "a.k" } }, top: { max: { field: "a.n" } } } },
      { doc_count: 6, k: { doc_count: 2 }, top: { value: 5 } },
    ],
  ])("%j", (request, expected) => {
    expect(aggregate([shard], { x: request }).x).toEqual(expected);
  });

  test("orders parent buckets by results of nested objects", () => {
    const request = {
      terms: { field: "ck", order: { "n>m": "desc" } },
      aggs: { n: { nested: { path: "a" }, aggs: { m: { max: { field: "a.n" } } } } },
    };
    expect(bucketsOf(aggregate([shard], { x: request }).x)).toEqual([
      { key: "r2", doc_count: 1, n: { doc_count: 1, m: { value: 4 } } },
      { key: "plain", doc_count: 1, n: { doc_count: 0, m: { value: null } } },
    ]);
  });

  test("names its type", () => {
    const request = { x: { nested: { path: "a" }, aggs: { r: { reverse_nested: {} } } } };
    expect(aggregate([shard], request, { typedKeys: true })).toEqual({
      "nested#x": { doc_count: 6, "reverse_nested#r": { doc_count: 3 } },
    });
  });

  test.each([
    [{ nested: {} }, "Missing [path] field for nested aggregation [x]"],
    [{ nested: { path: 5 } }, "Unexpected token VALUE_NUMBER in [x]."],
    [{ nested: { path: "a", foo: "b" } }, "Unknown key for a VALUE_STRING in [x]: [foo]."],
    [{ reverse_nested: { foo: 1 } }, "Unexpected token VALUE_NUMBER in [x]."],
    [{ reverse_nested: {} }, "Reverse nested aggregation [x] can only be used inside a [nested] aggregation"],
    [
      { nested: { path: "a" }, aggs: { r: { reverse_nested: { path: "zz" } } } },
      "Reverse nested path [zz] is not a parent of the current nested scope [a]",
    ],
    [
      { nested: { path: "a" }, aggs: { r: { reverse_nested: { path: "a.b" } } } },
      "Reverse nested path [a.b] is not a parent of the current nested scope [a]",
    ],
  ])("refuses %j", (request, reason) => {
    expect(() => aggregate([shard], { x: request })).toThrow(reason);
  });
});

describe("reverse_nested", () => {
  test("counts a document once for each bucket", () => {
    const up = {
      up: { reverse_nested: { path: "a" }, aggs: { s: { sum: { field: "a.n" } } } },
      root: { reverse_nested: {}, aggs: { ck: terms("ck") } },
    };
    const found = aggregate([shard], {
      x: {
        nested: { path: "a.b" },
        aggs: {
          y: terms("a.b.y", up),
          up: { reverse_nested: { path: "a" }, aggs: { again: { nested: { path: "a.b" } } } },
        },
      },
    });
    const bucket = (key: string, sum: number): JsonObject => {
      const none = { doc_count_error_upper_bound: 0, sum_other_doc_count: 0, buckets: [] };
      return { key, doc_count: 1, up: { doc_count: 1, s: { value: sum } }, root: { doc_count: 1, ck: none } };
    };
    expect(bucketsOf((found.x as JsonObject).y)).toEqual([
      bucket("3", 0),
      bucket("4", 0),
      bucket("u", 1),
      bucket("v", 1),
    ]);
    expect((found.x as JsonObject).up).toEqual({ doc_count: 2, again: { doc_count: 4 } });
  });
});

test("documents in many buckets, with many objects, give each object to each bucket and nothing twice", () => {
  const shape = fc.record({
    seed: fc.integer(),
    count: fc.integer({ min: 1, max: 1500 }),
    keys: fc.constantFrom(1, 7, 40),
    objects: fc.constantFrom(3, 30),
  });
  fc.assert(
    fc.property(shape, ({ seed, count, keys, objects }) => {
      const next = numbersFrom(seed);
      const below = (limit: number): number => Math.floor(next() * limit);
      const documents = Array.from({ length: count }, () => ({
        ck: [...new Set(Array.from({ length: below(keys + 1) }, () => `k${below(keys)}`))],
        a: Array.from({ length: below(objects) }, () => ({ k: `v${below(3)}`, n: below(10) })),
      }));
      const inside = {
        v: { filter: { term: { "a.k": "v1" } }, aggs: { s: { sum: { field: "a.n" } }, up: { reverse_nested: {} } } },
      };
      const request = {
        x: { terms: { field: "ck", size: 100 }, aggs: { n: { nested: { path: "a" }, aggs: inside } } },
      };
      const half = documents.length >> 1;
      const found = aggregate([testShard(mapping, [documents.slice(0, half), documents.slice(half)])], request);
      for (const { key, n } of bucketsOf(found.x) as { key: string; n: JsonObject }[]) {
        const own = documents.filter(({ ck }) => ck.includes(key));
        const matching = own.flatMap(({ a }) => a.filter(({ k }) => k === "v1"));
        expect(n).toEqual({
          doc_count: own.reduce((sum, { a }) => sum + a.length, 0),
          v: {
            doc_count: matching.length,
            s: { value: matching.reduce((sum, { n: value }) => sum + value, 0) },
            up: { doc_count: own.filter(({ a }) => a.some(({ k }) => k === "v1")).length },
          },
        });
      }
    }),
    { numRuns: 8 },
  );
});

test("a document with more buckets than a batch and more objects than a window is collected completely", () => {
  const many = (count: number): JsonObject[] => Array.from({ length: count }, () => ({ k: "v" }));
  // The last document's ten (document, bucket) pairs begin at 4,094, and its twenty objects at 4,090.
  const last = { ck: Array.from({ length: 10 }, (_, i) => `k${i}`), a: many(20) };
  const documents = [{ ck: "k0", a: many(4090) }, ...Array.from({ length: 4093 }, () => ({ ck: "k0" })), last];
  const objects = { n: { nested: { path: "a" }, aggs: { v: { filter: { term: { "a.k": "v" } } } } } };
  const found = aggregate([testShard(mapping, [documents])], { x: terms("ck", objects) });
  for (const { key, n } of bucketsOf(found.x) as { key: string; n: JsonObject }[])
    expect(n.v).toEqual({ doc_count: key === "k0" ? 4110 : 20 });
});
