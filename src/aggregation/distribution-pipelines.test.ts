/**
 * Pipelines that test distributions of documents. The results are those of the examples in Elasticsearch's reference
 * (pages of bucket_correlation and bucket_count_ks_test, `correlate_latency`).
 */
import { expect, test } from "vitest";
import type { Json, JsonObject } from "../core/json.ts";
import { aggregate, testMapping, testShard } from "../testing/aggregation/aggregation-harness.ts";

const mapping = testMapping({ version: { type: "keyword" }, latency: { type: "double" } });
const BOUNDS = [0, 105, 225, 445, 665, 885, 1115, 1335, 1555, 1775];
const COUNTS: Readonly<Record<string, readonly number[]>> = {
  "1.0": [0, 1, 9, 0, 0, 0, 10, 20, 20, 20, 20],
  "2.0": [0, 19, 11, 20, 20, 20, 10, 0, 0, 0, 0],
  few: [0, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4],
  fewer: [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
};
const documents = Object.entries(COUNTS).flatMap(([version, counts]) =>
  counts.flatMap((count, range) =>
    Array.from({ length: count }, (): JsonObject => ({ version, latency: range === 0 ? -1 : BOUNDS[range - 1]! + 1 })),
  ),
);
const shards = [testShard(mapping, [documents.slice(0, 60)]), testShard(mapping, [documents.slice(60)])];

const ranges: JsonObject = {
  range: {
    field: "latency",
    ranges: [{ to: 0 }, ...BOUNDS.slice(1).map((to, at) => ({ from: BOUNDS[at]!, to })), { from: BOUNDS.at(-1)! }],
  },
};

function answers(pipeline: JsonObject, typedKeys = false): Map<string, Json | undefined> {
  const found = aggregate(
    shards,
    { t: { terms: { field: "version" }, aggs: { latency: ranges, p: pipeline } } },
    { typedKeys },
  );
  const terms = (typedKeys ? found["sterms#t"] : found["t"]) as { buckets: JsonObject[] };
  return new Map(terms.buckets.map((bucket) => [String(bucket["key"]), bucket["p"]]));
}

const rounded = (value: Json | undefined): unknown =>
  JSON.parse(JSON.stringify(value), (_key, item: unknown) =>
    typeof item === "number" ? Number(item.toPrecision(7)) : item,
  );

const indicator = { expectations: [0, 52.5, 165, 335, 555, 775, 1000, 1225, 1445, 1665, 1775], doc_count: 200 };
const correlation = (given: JsonObject): JsonObject => ({
  bucket_correlation: { buckets_path: "latency>_count", function: { count_correlation: { indicator: given } } },
});

test("bucket_correlation is that of the reference's example", () => {
  const found = answers(correlation(indicator));
  expect(rounded(found.get("1.0"))).toEqual({ value: 0.8402399 });
  expect(rounded(found.get("2.0"))).toEqual({ value: -0.5759856 });
  const even = indicator.expectations.map(() => 1 / indicator.expectations.length);
  expect(rounded(answers(correlation({ ...indicator, fractions: even })).get("1.0"))).toEqual({ value: 0.8402399 });
});

test("bucket_count_ks_test is that of the reference's example", () => {
  const found = answers({ bucket_count_ks_test: { buckets_path: "latency>_count" } });
  expect(rounded(found.get("1.0"))).toEqual({ less: 0.0002248673, greater: 1, two_sided: 0.0005791639 });
  expect(rounded(found.get("2.0"))).toEqual({
    less: 0.9642896,
    greater: 4.587182e-9,
    two_sided: 5.916657e-9,
  });
});

test("of too few documents nothing is told, and of some the same each time", () => {
  const only = { bucket_count_ks_test: { buckets_path: "latency>_count", alternative: "less" } };
  expect(answers(only).get("fewer")).toEqual({ less: "NaN" });
  const few = answers({ bucket_count_ks_test: { buckets_path: "latency>_count", sampling_method: "uniform" } });
  expect(few).toEqual(
    answers({ bucket_count_ks_test: { buckets_path: "latency>_count", sampling_method: "UNIFORM" } }),
  );
  expect((few.get("few") as { two_sided: number }).two_sided).toBeGreaterThan(0.9);
});

test.each<[string, JsonObject, string]>([
  ["no path", { bucket_correlation: { function: {} } }, "Required [buckets_path]"],
  ["nothing", { bucket_count_ks_test: {} }, "Required [buckets_path]"],
  [
    "no counts",
    { bucket_count_ks_test: { buckets_path: "latency" } },
    "requires that buckets_path points to bucket [_c",
  ],
  [
    "no alternatives",
    { bucket_count_ks_test: { buckets_path: "latency>_count", alternative: [] } },
    "Failed to build [bucket_count_ks_test] after last required field arrived",
  ],
  [
    "another policy",
    { bucket_count_ks_test: { buckets_path: "latency>_count", gap_policy: "skip" } },
    "Failed to build",
  ],
  ["few expectations", correlation({ expectations: [1, 2], doc_count: 200 }), "number of buckets [11]. Unable to calc"],
  ["few documents", correlation({ ...indicator, doc_count: 20 }), "correlating value total count [100]"],
  [
    "one expectation",
    correlation({ expectations: [1], doc_count: 2 }),
    "[bucket_correlation] failed to parse field [f",
  ],
  [
    "another function",
    { bucket_correlation: { buckets_path: "x", function: { f: {} } } },
    "failed to parse field [fun",
  ],
  ["moving_avg", { moving_avg: { buckets_path: "x" } }, "Use the [moving_fn] aggregation instead."],
  [
    "a model",
    { inference: { model_id: "m", buckets_path: { a: "latency>_count" } } },
    "Could not find trained model [m]",
  ],
])("refuses %s", (_what, pipeline, why) => {
  expect(() => answers(pipeline)).toThrow(why);
});
