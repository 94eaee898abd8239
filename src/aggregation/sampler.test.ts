/** Sampling: which documents are best, and that collecting them again changes no result. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type JsonObject, isJsonObject, type Json } from "../core/json.ts";
import { aggregate, testMapping, testShard } from "../testing/aggregation/aggregation-harness.ts";
import { MODEL_FIELDS, modelDocuments, modelRequests } from "../testing/aggregation/aggregation-model.ts";
import { BestDocs } from "./sampler/best-docs.ts";

const SAMPLE = "all_of_them";

/** The request with a sampler of all documents between every two levels. */
function sampled(aggs: JsonObject): JsonObject {
  const inside = Object.fromEntries(
    Object.entries(aggs).map(([name, definition]) => {
      const { aggs: below, ...own } = definition as JsonObject;
      return [name, below === undefined ? own : { ...own, aggs: sampled(below as JsonObject) }];
    }),
  );
  return { [SAMPLE]: { sampler: { shard_size: 10_000 }, aggs: inside } };
}

/** The answer without the samplers. */
function unsampled(answer: Json): Json {
  if (Array.isArray(answer)) return answer.map(unsampled);
  if (!isJsonObject(answer)) return answer;
  const { [SAMPLE]: sample, ...rest } = answer;
  const inside = isJsonObject(sample) ? Object.fromEntries(Object.entries(sample).slice(1)) : {};
  return Object.fromEntries(Object.entries({ ...rest, ...inside }).map(([key, value]) => [key, unsampled(value)]));
}

/** Orders adapted to targets that are one level deeper. */
function deeper(request: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(request), (key, value: unknown) =>
    key === "order" && isJsonObject(value)
      ? Object.fromEntries(
          Object.entries(value).map(([path, order]) => [path.startsWith("_") ? path : `${SAMPLE}>${path}`, order]),
        )
      : value,
  ) as JsonObject;
}

describe("sampler", () => {
  test("in any place of any tree, a sample of all documents gives the results of all documents", () => {
    const mapping = testMapping(MODEL_FIELDS);
    fc.assert(
      fc.property(modelDocuments, modelRequests, fc.nat(9), (documents, request, cut) => {
        const sources = documents.map(({ dead: _dead, ...source }) => source as unknown as JsonObject);
        const shards = [testShard(mapping, [sources.slice(0, cut), sources.slice(cut)])];
        const query = { bool: { should: [{ exists: { field: "k" } }, { match_all: {} }] } };
        expect(unsampled(aggregate(shards, sampled(deeper(request)), { query }))).toEqual(
          aggregate(shards, request, { query }),
        );
      }),
      { numRuns: 100 },
    );
  });

  const mapping = testMapping({
    k: { type: "keyword" },
    n: { type: "integer" },
    a: { type: "nested", properties: { m: { type: "integer" } } },
  });
  const shard = testShard(mapping, [
    Array.from({ length: 30 }, (_, n) => ({ k: `k${n % 3}`, n, a: [{ m: n }, { m: n + 1000 }] })),
    Array.from({ length: 30 }, (_, i) => ({ k: `k${i % 3}`, n: 100 + i, a: { m: 100 + i } })),
  ]);
  const constant = (query: JsonObject, boost: number): JsonObject => ({ constant_score: { filter: query, boost } });
  /** 28, 29, 100 and 101 score best, then 27. */
  const query = {
    bool: {
      must: [constant({ match_all: {} }, 1)],
      should: [constant({ range: { n: { gte: 28, lte: 101 } } }, 5), constant({ term: { n: 27 } }, 2)],
    },
  };
  const numbers = { n: { terms: { field: "n", order: { _key: "asc" }, size: 100 } } };
  const keysOf = (result: unknown): Json[] =>
    (result as { n: { buckets: { key: Json }[] } }).n.buckets.map((bucket) => bucket.key);

  test.each([
    [1, [28]],
    [4, [28, 29, 100, 101]],
    [6, [0, 27, 28, 29, 100, 101]],
  ])("keeps the best %i documents, of equal ones the first", (shardSize, keys) => {
    const { s } = aggregate([shard], { s: { sampler: { shard_size: shardSize }, aggs: numbers } }, { query });
    expect(keysOf(s)).toEqual(keys);
    expect(s).toMatchObject({ doc_count: shardSize });
  });

  test("each bucket and each shard has its own sample", () => {
    const request = { t: { terms: { field: "k" }, aggs: { s: { sampler: { shard_size: 2 }, aggs: numbers } } } };
    const { t } = aggregate([shard, shard], request, { query }) as unknown as { t: { buckets: JsonObject[] } };
    expect(t.buckets.map((bucket) => keysOf(bucket["s"]))).toEqual([
      [27, 100],
      [28, 101],
      [2, 29].sort((left, right) => left - right),
    ]);
    expect(t.buckets.map((bucket) => bucket["s"])).toMatchObject([
      { doc_count: 4 },
      { doc_count: 4 },
      { doc_count: 4 },
    ]);
  });

  test("samples within samples are of the samples", () => {
    const inner = { sampler: { shard_size: 3 }, aggs: numbers };
    const { s } = aggregate([shard], { s: { sampler: { shard_size: 6 }, aggs: { i: inner } } }, { query });
    expect(keysOf((s as JsonObject)["i"])).toEqual([28, 29, 100]);
  });

  test("nested objects score as their documents, and documents around them as before", () => {
    const up = { reverse_nested: {}, aggs: { s: { sampler: { shard_size: 2 }, aggs: numbers } } };
    const below = { n: { terms: { field: "a.m", order: { _key: "asc" } } } };
    const request = { a: { nested: { path: "a" }, aggs: { s: { sampler: { shard_size: 5 }, aggs: below }, up } } };
    const { a } = aggregate([shard], request, { query }) as unknown as { a: { s: Json; up: { s: Json } } };
    expect(keysOf(a.s)).toEqual([28, 29, 100, 1028, 1029]);
    expect(keysOf(a.up.s)).toEqual([28, 29]);
  });

  test("refuses what Elasticsearch refuses, in its words", () => {
    const reject = (body: JsonObject, aggs?: JsonObject): void => {
      aggregate([shard], { s: { sampler: body, ...(aggs ? { aggs } : {}) } });
    };
    expect(() => reject({ shard_size: "5" }, numbers)).toThrow('Unsupported property "shard_size" for aggregation "s');
    expect(() => reject({ size: 5 }, numbers)).toThrow('Unsupported property "size" for aggregation "s');
    expect(() => reject({})).toThrow("Sampler aggregation must be used with child aggregations.");
    expect(() => reject({ shard_size: 0 }, numbers)).toThrow("numHits must be > 0");
  });
});

test("the best documents are those of a stable sort", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
      fc.integer({ min: 1, max: 40 }),
      (scores, limit) => {
        const best = new BestDocs(limit, () => undefined);
        scores.forEach((score, doc) => best.add(doc, score));
        const expected = scores.map((score, doc) => ({ score, doc })).sort((left, right) => right.score - left.score);
        expect([...best.docs.subarray(0, best.count)].sort((left, right) => left - right)).toEqual(
          expected
            .slice(0, limit)
            .map(({ doc }) => doc)
            .sort((left, right) => left - right),
        );
      },
    ),
  );
});
