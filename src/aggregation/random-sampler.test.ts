import { expect, test } from "vitest";
import type { JsonObject } from "../core/json.ts";
import { aggregate, testMapping, testShard } from "../testing/aggregation/aggregation-harness.ts";

const shard = testShard(testMapping({ n: { type: "long" } }), [
  Array.from({ length: 9000 }, (_, n) => ({ n: n % 10 })),
  Array.from({ length: 3000 }, (_, n) => ({ n: n % 10 })),
]);

function sampled(probability: number, seed: number): JsonObject {
  const aggs = {
    v: { value_count: { field: "n" } },
    s: { sum: { field: "n" } },
    a: { avg: { field: "n" } },
    t: { terms: { field: "n", size: 3 } },
  };
  return aggregate([shard], { r: { random_sampler: { probability, seed }, aggs } })["r"] as JsonObject;
}

test("a random sample looks at some of the documents, and tells counts and sums of all", () => {
  const { doc_count, v, s, a, t } = sampled(0.1, 42) as unknown as {
    doc_count: number;
    v: { value: number };
    s: { value: number };
    a: { value: number };
    t: { sum_other_doc_count: number; buckets: readonly { doc_count: number }[] };
  };
  expect(doc_count).toBeGreaterThan(1000);
  expect(doc_count).toBeLessThan(1400);
  expect(v.value).toBe(doc_count * 10);
  expect(Math.abs(s.value - 54_000)).toBeLessThan(6000);
  expect(Math.abs(a.value - 4.5)).toBeLessThan(0.4);
  const counted = t.buckets.reduce((sum, bucket) => sum + bucket.doc_count, t.sum_other_doc_count);
  expect(counted).toBe(v.value);
});

test("a seed gives the same sample again, and another one another", () => {
  expect(sampled(0.2, 7)).toEqual(sampled(0.2, 7));
  expect(sampled(0.2, 7)).not.toEqual({ ...sampled(0.2, 8), seed: 7 });
});
