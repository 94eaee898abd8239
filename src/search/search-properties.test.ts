import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../core/json.ts";
import { numbersFrom } from "../testing/segment/segment-model.ts";
import { hitsOf, idsOf, SearchFixture } from "../testing/search/search-fixture.ts";

const SEED = Number(process.env.SEED ?? 1823);
const DOCUMENTS = 300;

interface Document {
  readonly id: string;
  readonly source: JsonObject;
  readonly shard: number;
}

const fixture = new SearchFixture();
const documents: Document[] = [];

/**
 * Documents over three shards, several segments each, some of them replaced or deleted; many values are equal or
 * missing.
 */
beforeAll(async () => {
  const next = numbersFrom(SEED);
  const below = (limit: number): number => Math.floor(next() * limit);
  await fixture.create("p", {
    shards: 3,
    mapping: {
      properties: {
        t: { type: "text" },
        n: { type: "integer" },
        l: { type: "long" },
        f: { type: "double" },
        k: { type: "keyword" },
        m: { type: "integer" },
        d: { type: "date" },
      },
    },
  });
  const sources = new Map<string, JsonObject>();
  for (let part = 0; part < 4; part++) {
    const written: [string, JsonObject][] = [];
    for (let i = 0; i < DOCUMENTS / 4 + 20; i++) {
      const id = `d${below(2) === 0 && part > 0 ? below(part * 75) : part * 75 + i}`;
      const source: JsonObject = { t: Array.from({ length: 1 + below(6) }, () => `w${below(8)}`).join(" ") };
      if (below(5) > 0) source.n = below(6) - 3;
      if (below(5) > 0) source.l = below(2) === 0 ? BigInt(below(3)) + 9007199254740993n : below(4);
      if (below(5) > 0) source.f = below(8) / 4 - 1;
      if (below(5) > 0) source.k = `k${below(9)}`;
      if (below(5) > 0) source.m = Array.from({ length: 1 + below(3) }, () => below(10));
      if (below(5) > 0) source.d = 1_600_000_000_000 + below(4) * 86_400_000;
      written.push([id, source]);
      sources.set(id, source);
    }
    await fixture.write("p", written);
  }
  const deleted = [...sources.keys()].filter(() => below(6) === 0);
  await fixture.delete("p", deleted);
  for (const id of deleted) sources.delete(id);
  const order = hitsOf(await fixture.search("p", { size: 10_000, _source: false, explain: true }));
  for (const hit of order)
    documents.push({
      id: String(hit._id),
      source: sources.get(String(hit._id)) ?? {},
      shard: Number(/\[(\d+)\]$/.exec(String(hit._shard))?.[1]),
    });
  expect(new Set(documents.map((document) => document.id))).toEqual(new Set(sources.keys()));
});

/** Value of a key, as the model compares it; undefined: missing. */
function modelValue(
  source: JsonObject,
  field: string,
  order: string,
  mode: string | undefined,
): number | bigint | string | undefined {
  const raw = source[field];
  if (raw === undefined) return undefined;
  const values = (Array.isArray(raw) ? raw : [raw]) as (number | bigint | string)[];
  if (mode === "sum") return values.reduce((sum, value) => Number(sum) + Number(value), 0);
  if (mode === "avg")
    return Math.floor(values.reduce<number>((sum, value) => sum + Number(value), 0) / values.length + 0.5);
  const sorted = [...values].sort((left, right) => (left < right ? -1 : left > right ? 1 : 0));
  return mode === "max" || (mode === undefined && order === "desc") ? sorted.at(-1) : sorted[0];
}

const key = fc.record({
  field: fc.constantFrom("n", "l", "f", "k", "m", "d"),
  order: fc.constantFrom("asc", "desc"),
  missing: fc.constantFrom("_first", "_last"),
  mode: fc.constantFrom(undefined, "min", "max", "sum", "avg"),
});

type Key = typeof key extends fc.Arbitrary<infer T> ? T : never;

/** Sums and averages only exist for the numbers that the model adds up. */
function usable(keys: readonly Key[]): Key[] {
  return keys.map((each) =>
    each.field === "m" || each.mode === "min" || each.mode === "max" ? each : { ...each, mode: undefined },
  );
}

function sortOf(keys: readonly Key[]): Json {
  return keys.map(({ field, order, missing, mode }) => ({ [field]: { order, missing, ...(mode ? { mode } : {}) } }));
}

/** The documents in the order of the keys; ties by shard, then by place in the shard. */
function modelOrder(keys: readonly Key[], among: readonly Document[]): string[] {
  const compare = (left: Document, right: Document): number => {
    for (const { field, order, missing, mode } of keys) {
      const a = modelValue(left.source, field, order, mode);
      const b = modelValue(right.source, field, order, mode);
      if (a === b) continue;
      if (a === undefined) return missing === "_first" ? -1 : 1;
      if (b === undefined) return missing === "_first" ? 1 : -1;
      if (a === b) continue;
      return (a < b ? -1 : 1) * (order === "asc" ? 1 : -1);
    }
    return left.shard - right.shard;
  };
  return [...among].sort(compare).map((document) => document.id);
}

describe(`sorting (seed ${SEED})`, () => {
  test("hits stand in the order of a plain comparison", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(key, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 400 }),
        async (drawn, size) => {
          const keys = usable(drawn);
          const response = await fixture.search("p", { sort: sortOf(keys), size, _source: false });
          expect(idsOf(response)).toEqual(modelOrder(keys, documents).slice(0, size));
          expect((response.hits as JsonObject).total).toEqual({ value: documents.length, relation: "eq" });
        },
      ),
      { numRuns: 60, seed: SEED },
    );
  });

  test("pages are slices of the whole order, by relevance and by field", async () => {
    const bodies: JsonObject[] = [
      { query: { match: { t: "w1 w2" } } },
      { query: { match: { t: "w1 w2" } }, min_score: 0.2 },
      { query: { match: { t: "w3" } }, sort: [{ n: "desc" }, "_score"] },
      { query: { match: { t: "w3" } }, post_filter: { range: { n: { gte: 0 } } } },
    ];
    for (const body of bodies) {
      const whole = hitsOf(await fixture.search("p", { ...body, size: 1000 }));
      expect(whole.length).toBeGreaterThan(20);
      for (const [from, size] of [
        [0, 7],
        [7, 1],
        [5, 30],
        [whole.length - 3, 10],
        [whole.length + 5, 10],
      ] as const) {
        const page = await fixture.search("p", { ...body, from, size });
        expect(hitsOf(page)).toEqual(whole.slice(from, from + size));
        expect((page.hits as JsonObject).total).toEqual({ value: whole.length, relation: "eq" });
      }
    }
  });

  test("search_after meets every document once, in order", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(key, { minLength: 1, maxLength: 2 }),
        fc.integer({ min: 3, max: 60 }),
        async (drawn, size) => {
          const sort = [...(sortOf(usable(drawn)) as Json[]), "_seq_no", { k: "asc" }];
          const whole = idsOf(await fixture.search("p", { sort, size: 1000, _source: false }));
          const seen: string[] = [];
          let after: Json | undefined;
          for (;;) {
            const text = await fixture.send({
              call: "search",
              targets: [[fixture.target("p")]],
              bodies: [
                `{"sort":${JSON.stringify(sort)},"size":${size},"_source":false${after === undefined ? "" : `,"search_after":${String(after)}`}}`,
              ],
              parameters: [{}],
            });
            const ids = idsOf(JSON.parse(text) as JsonObject);
            if (ids.length === 0) break;
            seen.push(...ids);
            // As text, so that longs stay what they are.
            after = text.slice(text.lastIndexOf('"sort":') + 7, text.indexOf("]", text.lastIndexOf('"sort":')) + 1);
          }
          // Documents of different shards may agree in all keys; those are passed over together, as in Elasticsearch.
          expect(new Set(seen).size).toBe(seen.length);
          const order = new Map(whole.map((id, place) => [id, place]));
          expect(seen.every((id, i) => i === 0 || (order.get(seen[i - 1] ?? "") ?? 0) < (order.get(id) ?? 0))).toBe(
            true,
          );
          expect(seen.length).toBeGreaterThan(whole.length * 0.95);
        },
      ),
      { numRuns: 15, seed: SEED },
    );
  });
});

test("the best scores do not depend on how they are collected", async () => {
  for (const text of ["w1", "w1 w2 w3", "w0 w7"]) {
    const query = { match: { t: text } };
    const fast = hitsOf(await fixture.search("p", { query, size: 25, track_total_hits: false }));
    // A minimum score that all reach keeps the request off the kernel's own loop.
    const plain = hitsOf(await fixture.search("p", { query, size: 25, min_score: 0 }));
    expect(fast).toEqual(plain);
    const sorted = hitsOf(await fixture.search("p", { query, size: 25, sort: [{ _score: "desc" }, { _doc: "asc" }] }));
    expect(sorted.map((hit) => hit._score)).toEqual(plain.map((hit) => hit._score));
  }
});

test("counting, searching and aggregating agree", async () => {
  for (const query of [
    { match: { t: "w1" } },
    { range: { n: { gte: 0 } } },
    { match_all: {} },
    { bool: { must: [{ match: { t: "w2" } }], must_not: [{ term: { k: "k1" } }] } },
  ]) {
    const counted = await fixture.call("count", ["p"], { query });
    const found = await fixture.search("p", {
      query,
      size: 1000,
      aggs: {
        all: { filter: { match_all: {} } },
        ks: { terms: { field: "k", size: 100 }, aggs: { n: { sum: { field: "n" } } } },
      },
    });
    const matching = new Set(idsOf(found));
    expect(matching.size).toBe(counted.count);
    expect((found.hits as JsonObject).total).toEqual({ value: counted.count, relation: "eq" });
    const aggregations = found.aggregations as Record<string, JsonObject>;
    expect(aggregations.all?.doc_count).toBe(counted.count);
    const sums = new Map<string, number>();
    for (const { id, source } of documents)
      if (matching.has(id) && source.k !== undefined)
        sums.set(String(source.k), (sums.get(String(source.k)) ?? 0) + Number(source.n ?? 0));
    const buckets = aggregations.ks?.buckets as { key: string; n: { value: number } }[];
    expect(new Map(buckets.map((bucket) => [bucket.key, bucket.n.value]))).toEqual(sums);
  }
});
