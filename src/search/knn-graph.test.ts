/** Searches by the graphs of large segments, beside the exact order of all vectors. */
import { beforeAll, describe, expect, test } from "vitest";
import { LEAST_GRAPH_VECTORS } from "../segment/vectors/write-vectors.ts";
import { numbersFrom } from "../testing/segment/segment-model.ts";
import { idsOf, SearchFixture } from "../testing/search/search-fixture.ts";
import type { JsonObject } from "../core/json.ts";

const DIMS = process.env.WARDEX_DEEP ? 128 : 16;
/** Of vectors with a bit for each dimension, of which there must be 64 at least. */
const WIDE = 128;
const COUNT = process.env.WARDEX_DEEP ? 100_000 : LEAST_GRAPH_VECTORS + 600;
/** Directions in which vectors differ: those of texts lie in few. */
const DIRECTIONS = 12;
const QUERIES = 30;
const K = 10;

const next = numbersFrom(7);
const gauss = (): number => next() + next() + next() - 1.5;
function vectorsOf(dims: number): { all: number[][]; queries: number[][] } {
  const directions = Array.from({ length: DIRECTIONS }, () => Array.from({ length: dims }, gauss));
  const vector = (): number[] => {
    const weights = directions.map(gauss);
    return Array.from({ length: dims }, (_none, dim) =>
      Math.fround(weights.reduce((sum, weight, at) => sum + weight * directions[at]![dim]!, gauss() * 0.05)),
    );
  };
  return { all: Array.from({ length: COUNT }, vector), queries: Array.from({ length: QUERIES }, vector) };
}
const { all: vectors, queries } = vectorsOf(DIMS);
const wide = vectorsOf(WIDE);
const deleted = new Set(vectors.flatMap((_vector, at) => (at % 11 === 3 ? [at] : [])));

type Similarity = "l2_norm" | "cosine" | "max_inner_product";

function nearness(one: readonly number[], other: readonly number[], similarity: Similarity): number {
  if (similarity === "l2_norm") return -one.reduce((sum, value, i) => sum + (value - other[i]!) ** 2, 0);
  const product = one.reduce((sum, value, i) => sum + value * other[i]!, 0);
  if (similarity === "max_inner_product") return product;
  return product / Math.hypot(...one) / Math.hypot(...other);
}

/** The exact twin: the nearest of all that are accepted. */
function nearest(query: readonly number[], { similarity, isWide }: Field, accepts: (at: number) => boolean): string[] {
  return (isWide ? wide.all : vectors)
    .flatMap((own, at) => (accepts(at) && !deleted.has(at) ? [{ at, near: nearness(query, own, similarity) }] : []))
    .sort((one, other) => other.near - one.near)
    .slice(0, K)
    .map(({ at }) => String(at));
}

interface Field {
  readonly field: string;
  readonly similarity: Similarity;
  readonly index_options: JsonObject;
  readonly isWide?: true;
}

const graph = { m: 16, ef_construction: 100 };
const floats: Field = { field: "floats", similarity: "l2_norm", index_options: { type: "hnsw", ...graph } };
const fields: readonly Field[] = [
  floats,
  { field: "bytes", similarity: "cosine", index_options: { type: "int8_hnsw", ...graph } },
  { field: "halves", similarity: "cosine", index_options: { type: "int4_flat" } },
  { field: "bits", similarity: "l2_norm", index_options: { type: "bbq_hnsw", ...graph }, isWide: true },
  { field: "inner_bits", similarity: "max_inner_product", index_options: { type: "bbq_flat" }, isWide: true },
];

describe("a graph of vectors", () => {
  const fixture = new SearchFixture();

  beforeAll(async () => {
    const mapped = fields.map(({ field, similarity, index_options, isWide }): [string, JsonObject] => [
      field,
      { type: "dense_vector", dims: isWide ? WIDE : DIMS, similarity, index_options },
    ]);
    await fixture.create("near", {
      mapping: { properties: { ...Object.fromEntries(mapped), n: { type: "integer" } } },
    });
    const documents = vectors.map((own, at): [string, JsonObject] => [
      String(at),
      { ...Object.fromEntries(fields.map(({ field, isWide }) => [field, isWide ? wide.all[at]! : own])), n: at % 10 },
    ]);
    // Of two segments one is large enough for a graph, which the merge goes on from.
    await fixture.write("near", documents.slice(0, COUNT - 300));
    await fixture.merge("near");
    await fixture.write("near", documents.slice(COUNT - 300));
    await fixture.merge("near");
    await fixture.delete("near", [...deleted].map(String));
  });

  /** The part of the exact answer that is found. */
  async function recall(
    asked: Field,
    { filter, candidates = 100 }: { readonly filter?: number; readonly candidates?: number } = {},
  ): Promise<number> {
    let found = 0;
    const { field } = asked;
    for (const query_vector of asked.isWide ? wide.queries : queries) {
      const knn: JsonObject = { field, query_vector, k: K, num_candidates: candidates };
      if (filter !== undefined) knn["filter"] = { range: { n: { lt: filter } } };
      const wanted = nearest(query_vector, asked, (at) => filter === undefined || at % 10 < filter);
      const ids = idsOf(await fixture.search("near", { size: K, _source: false, knn }));
      expect(ids).toHaveLength(K);
      expect(ids.filter((id) => deleted.has(Number(id)))).toEqual([]);
      found += ids.filter((id) => wanted.includes(id)).length;
    }
    return found / (QUERIES * K);
  }

  test.each(fields)("$field finds what all comparisons find, but for one in twenty", async (field) => {
    expect(await recall(field)).toBeGreaterThanOrEqual(0.95);
    expect(await recall(field, { filter: 8 })).toBeGreaterThanOrEqual(0.95);
  });

  test("what bytes find keeps the scores of the bytes, but the vectors themselves tell which is nearer", async () => {
    const found = async (query_vector: readonly number[], more: JsonObject): Promise<[string, number][]> => {
      const knn: JsonObject = { field: "bytes", query_vector: [...query_vector], k: K, num_candidates: 100, ...more };
      const answer = await fixture.search("near", { size: K, _source: false, knn });
      return (answer as { hits: { hits: { _id: string; _score: number }[] } }).hits.hits.map(({ _id, _score }) => [
        _id,
        _score,
      ]);
    };
    let common = 0;
    let exact = 0;
    for (const query of queries) {
      const chosen = await found(query, {});
      const byBytes = new Map(await found(query, { rescore_vector: { oversample: 0 } }));
      const rescored = new Map(await found(query, { rescore_vector: { oversample: 2 } }));
      expect(chosen.map(([id]) => id).sort()).toEqual([...rescored.keys()].sort());
      for (const [id, score] of chosen) {
        if (byBytes.has(id)) common++;
        if (byBytes.has(id)) expect(score).toBe(byBytes.get(id));
        if (rescored.get(id) === score) exact++;
      }
    }
    expect(common).toBeGreaterThan(QUERIES * 5);
    expect(common).toBeLessThan(QUERIES * K);
    expect(exact).toBeLessThan(QUERIES);
  });

  test("where a filter leaves few documents, and where many are asked for, all are compared", async () => {
    expect(await recall(floats, { filter: 1 })).toBe(1);
    expect(await recall(floats, { candidates: 2_000 })).toBe(1);
  });

  test("few candidates find less", async () => {
    expect(await recall(floats, { candidates: K })).toBeLessThan(await recall(floats, { candidates: 100 }));
  });
});
