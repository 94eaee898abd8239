/** Cases after the published test `counted_terms` and the reference of counted_keyword. */
import { expect, test } from "vitest";
import type { JsonObject } from "../../core/json.ts";
import { aggregate, testMapping, testShard } from "../../testing/aggregation/aggregation-harness.ts";

const mapping = testMapping({ values: { type: "counted_keyword" }, plain: { type: "keyword" }, n: { type: "long" } });
const documents: readonly JsonObject[] = [
  { values: ["a", "a", "b"], plain: ["a", "a"], n: 1 },
  { values: [], n: 2 },
  { values: ["b", "b", null, "c"], n: 4 },
  { n: 8 },
];
const shards = [
  testShard(mapping, [documents.slice(0, 1), documents.slice(1, 3)]),
  testShard(mapping, [documents.slice(3)]),
];
const run = (body: JsonObject, aggs?: JsonObject): unknown =>
  aggregate(shards, { t: { counted_terms: body, ...(aggs ? { aggs } : {}) } }, { typedKeys: true })["sterms#t"];

test("each text counts as often as documents repeat it", () => {
  const found = run({ field: "values", size: 2 }, { n: { sum: { field: "n" } } });
  expect(found).toEqual({
    doc_count_error_upper_bound: 0,
    sum_other_doc_count: 1,
    buckets: [
      { key: "b", doc_count: 3, "sum#n": { value: 9 } },
      { key: "a", doc_count: 2, "sum#n": { value: 2 } },
    ],
  });
});

test("a keyword counts once, and a document without a text as the missing one", () => {
  expect(run({ field: "plain" })).toMatchObject({ buckets: [{ key: "a", doc_count: 1 }] });
  expect(run({ field: "values", missing: "z", size: 1 })).toMatchObject({ buckets: [{ key: "b", doc_count: 3 }] });
  expect(run({ field: "values", missing: "c" })).toMatchObject({
    buckets: [
      { key: "b", doc_count: 3 },
      { key: "c", doc_count: 3 },
      { key: "a", doc_count: 2 },
    ],
  });
  expect(run({ field: "unknown" })).toMatchObject({ buckets: [] });
});

test("refuses numbers and sizes below 1", () => {
  expect(() => run({ field: "n" })).toThrow(
    "Field [n] of type [long] is not supported for aggregation [counted_terms]",
  );
  expect(() => run({ field: "values", size: 0 })).toThrow("[counted_terms] failed to parse field [size]");
});
