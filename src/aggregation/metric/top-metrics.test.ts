/** The examples of Elasticsearch's documentation of top_metrics, and its limits. */
import { expect, test } from "vitest";
import type { JsonObject } from "../../core/json.ts";
import { aggregate, testMapping, testShard } from "../../testing/aggregation/aggregation-harness.ts";

const mapping = testMapping({
  s: { type: "long" },
  m: { type: "double" },
  i: { type: "integer" },
  d: { type: "date" },
});
const DOCUMENTS: readonly JsonObject[] = [
  { s: 1, m: 3.25, i: 1, d: "2024-01-01" },
  { s: 2, m: 1, i: -12 },
  { s: 3, m: 2.5, d: "2025-01-01" },
  { m: 9 },
];
const shards = [
  testShard(mapping, [DOCUMENTS.slice(0, 1), DOCUMENTS.slice(1, 2)]),
  testShard(mapping, [DOCUMENTS.slice(2)]),
];
const tops = (body: JsonObject): unknown => aggregate(shards, { t: { top_metrics: body } })["t"];

test("tells values of the documents that come first", () => {
  expect(tops({ metrics: { field: "m" }, sort: { s: "desc" } })).toEqual({
    top: [{ sort: [3], metrics: { m: 2.5 } }],
  });
  expect(tops({ metrics: [{ field: "m" }, { field: "i" }, { field: "d" }], sort: { s: "desc" }, size: 3 })).toEqual({
    top: [
      { sort: [3], metrics: { m: 2.5, i: null, d: "2025-01-01T00:00:00.000Z" } },
      { sort: [2], metrics: { m: 1, i: -12, d: null } },
      { sort: [1], metrics: { m: 3.25, i: 1, d: "2024-01-01T00:00:00.000Z" } },
    ],
  });
});

test("orders buckets, and is limited", () => {
  const order = {
    terms: { field: "i", order: { "t.m": "desc" } },
    aggs: { t: { top_metrics: { metrics: { field: "m" }, sort: { s: "asc" } } } },
  };
  const { buckets } = aggregate(shards, { k: order })["k"] as unknown as { buckets: { key: number }[] };
  expect(buckets.map(({ key }) => key)).toEqual([1, -12]);
  expect(() => tops({ metrics: { field: "m" }, sort: { s: "asc" }, size: 11 })).toThrow("must not be more than [10]");
  expect(() => tops({ sort: { s: "asc" } })).toThrow("Required [metrics]");
});
