/** Results that one would not think of, as Elasticsearch 8.19 answers them. */
import { expect, test } from "vitest";
import type { JsonObject } from "../core/json.ts";
import { aggregate, testMapping, testShard } from "../testing/aggregation/aggregation-harness.ts";

const mapping = testMapping({ k: { type: "keyword" }, n: { type: "long" } });
const run = (shards: readonly (readonly JsonObject[])[], aggs: JsonObject): JsonObject =>
  aggregate(
    shards.map((documents) => testShard(mapping, [documents])),
    aggs,
  );

test("the error of a term that was seen where a last bucket has one document counts as if no other shard had it", () => {
  const one = [{ k: "a" }, { k: "a" }, { k: "b" }, { k: "c" }];
  const shards = [one, one, one];
  const terms = { field: "k", size: 1, shard_size: 2, show_term_doc_count_error: true };
  // Errors of three shards, 1 each, less one of them.
  expect(run(shards, { t: { terms } })["t"]).toMatchObject({
    doc_count_error_upper_bound: 3,
    buckets: [{ key: "a", doc_count: 6, doc_count_error_upper_bound: 2 }],
  });
  const two = [...one, { k: "b" }];
  // Errors of 2 are added up.
  expect(run([two, two, two], { t: { terms } })["t"]).toMatchObject({
    doc_count_error_upper_bound: 6,
    buckets: [{ key: "a", doc_count: 6, doc_count_error_upper_bound: 0 }],
  });
});

test("ranks are told as often as they are asked for, and percents are asked for once", () => {
  const ranks = { percentile_ranks: { field: "n", values: [2, 1, 2], keyed: false } };
  const values = (run([[{ n: 1 }, { n: 3 }]], { r: ranks })["r"] as { values: { key: number }[] }).values;
  expect(values.map(({ key }) => key)).toEqual([1, 2, 2]);
  expect(() => run([[]], { p: { percentiles: { field: "n", percents: [5, 1, 5] } } })).toThrow(
    "Failed to build [percentiles] after last required field arrived",
  );
});

test("rare numbers count as often as a document has them, rare texts once", () => {
  const documents = [{ n: [9, -1, 9], k: ["x", "y", "x"] }];
  const buckets = (field: string, most: number): unknown =>
    (run([documents], { r: { rare_terms: { field, max_doc_count: most } } })["r"] as JsonObject)["buckets"];
  expect(buckets("n", 2)).toEqual([
    { key: -1, doc_count: 1 },
    { key: 9, doc_count: 2 },
  ]);
  expect(buckets("n", 1)).toEqual([{ key: -1, doc_count: 1 }]);
  expect(buckets("k", 1)).toEqual([
    { key: "x", doc_count: 1 },
    { key: "y", doc_count: 1 },
  ]);
});

test("what is below ranges of a field that is not mapped knows of no terms", () => {
  const terms = { terms: { field: "k", min_doc_count: 0 } };
  const ranges = (field: string): JsonObject => ({ range: { field, ranges: [{ to: 0 }] }, aggs: { t: terms } });
  const below = (field: string): unknown =>
    (run([[{ k: "a", n: 1 }]], { r: ranges(field) })["r"] as JsonObject)["buckets"];
  expect(below("n")).toMatchObject([{ doc_count: 0, t: { buckets: [{ key: "a", doc_count: 0 }] } }]);
  expect(below("nowhere")).toMatchObject([{ doc_count: 0, t: { buckets: [] } }]);
});

test("rare terms of a bucket without documents are of the type of their field", () => {
  const shard = testShard(mapping, [
    [
      { k: "a", n: 1 },
      { k: "b", n: 3 },
    ],
  ]);
  const histogram = { histogram: { field: "n", interval: 1 }, aggs: { r: { rare_terms: { field: "k" } } } };
  const found = aggregate([shard], { h: histogram }, { typedKeys: true })["histogram#h"] as { buckets: JsonObject[] };
  expect(found.buckets.map((bucket) => Object.keys(bucket).at(-1))).toEqual(Array(3).fill("srareterms#r"));
});

test("buckets without documents have the extended bounds of histograms below", () => {
  const below = { histogram: { field: "n", interval: 1, extended_bounds: { min: 0, max: 1 } } };
  const histogram = { histogram: { field: "n", interval: 1 }, aggs: { h: below } };
  const found = run([[{ n: 5 }, { n: 7 }]], { h: histogram })["h"] as { buckets: { h: { buckets: unknown[] } }[] };
  expect(found.buckets.map((bucket) => bucket.h.buckets.length)).toEqual([6, 2, 8]);
});

test("significance is judged before anything below is, which may fail too", () => {
  const below = { s: { significant_terms: { field: "k", min_doc_count: 1 } } };
  const aggs = { s: { significant_terms: { field: "n", min_doc_count: 1, gnd: {} }, aggs: below } };
  expect(() => run([[{ k: "a", n: 1, _doc_count: 3 }]], aggs)).toThrow("subsetFreq > subsetSize, in GND");
});
