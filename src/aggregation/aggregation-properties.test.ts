import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../core/json.ts";
import { type TestShard, aggregate, testMapping, testShard } from "../testing/aggregation/aggregation-harness.ts";
import {
  MODEL_FIELDS,
  type ModelDocument,
  modelAnswer,
  modelDocuments,
  modelRequests,
} from "../testing/aggregation/aggregation-model.ts";

const mapping = testMapping(MODEL_FIELDS);

function source({ dead: _dead, ...fields }: ModelDocument): JsonObject {
  // oxlint-disable-next-line no-unsafe-type-assertion -- fields of the model are JSON
  return fields as unknown as JsonObject;
}

/** Distributes documents over shards and segments by the drawn numbers. */
function spread(documents: readonly ModelDocument[], places: readonly number[]): TestShard[] {
  const shards: ModelDocument[][][] = Array.from({ length: 3 }, () => [[], [], []]);
  documents.forEach((document, i) => {
    const place = places[i % places.length]!;
    shards[place % 3]![Math.floor(place / 3)]!.push(document);
  });
  return shards.map((segments) => {
    const dead = new Set(
      segments
        .flat()
        .filter((document) => document.dead)
        .map((document) => JSON.stringify(source(document))),
    );
    const living = new Set(
      segments
        .flat()
        .filter((document) => !document.dead)
        .map((document) => JSON.stringify(source(document))),
    );
    // Equal documents are indistinguishable by source: all live if any of them does.
    return testShard(
      mapping,
      segments.map((segment) => segment.map(source)),
      (document) => dead.has(JSON.stringify(document)) && !living.has(JSON.stringify(document)),
    );
  });
}

/** The documents that are live in the shards above. */
function livingOf(documents: readonly ModelDocument[], places: readonly number[]): ModelDocument[] {
  const shardOf = (i: number): number => places[i % places.length]! % 3;
  const living = new Set(
    documents.map((document, i) => (document.dead ? "" : `${shardOf(i)}${JSON.stringify(source(document))}`)),
  );
  return documents.filter((document, i) => living.has(`${shardOf(i)}${JSON.stringify(source(document))}`));
}

const spreading = fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 7 });

describe("aggregations over any documents", () => {
  test("give the results of a simple model, however the documents are distributed over shards and segments", () => {
    fc.assert(
      fc.property(modelDocuments, modelRequests, spreading, (documents, request, places) => {
        expect(aggregate(spread(documents, places), request)).toEqual(
          modelAnswer(livingOf(documents, places), request),
        );
      }),
      { numRuns: 150 },
    );
  });

  test("collect a document twice below buckets of two of its values", () => {
    const documents = [
      { d: [0], t: [1_582_156_800_000], i: 0, dead: false },
      { d: [5], i: 1, dead: false },
      { d: [-0.25], t: [1_582_156_800_000, 1_582_502_400_000], i: 2, dead: false },
    ];
    const request = {
      a0: {
        date_histogram: { field: "t", calendar_interval: "week", min_doc_count: 1 },
        aggs: { a0: { min: { field: "d" } } },
      },
    };
    expect(aggregate(spread(documents, [0]), request)).toEqual(modelAnswer(documents, request));
  });

  test("answer the same for windows that are full and for several of them", () => {
    const documents = Array.from({ length: 9000 }, (_, i): ModelDocument => ({
      ...(i % 3 === 0 ? {} : { k: [["a", "b", "z"][i % 3]!, ...(i % 7 === 0 ? ["ab"] : [])] }),
      n: [i % 17, ...(i % 5 === 0 ? [i % 11] : [])],
      ...(i % 4 === 0 ? {} : { d: [(i % 90) / 4] }),
      t: [Date.UTC(2020, 1, 20) + i * 600_000],
      b: [i % 2 === 0],
      i: i % 6,
      dead: i % 13 === 0 && i > 100,
    }));
    const below = {
      m: { stats: { field: "d" } },
      c: { cardinality: { field: "n" } },
      f: {
        filters: { filters: { x: { term: { b: true } }, y: { range: { n: { gte: 5 } } } }, other_bucket: true },
        aggs: { k: { filter: { term: { k: "a" } } } },
      },
    };
    const request = {
      h: { histogram: { field: "n", interval: 3, offset: 0 }, aggs: below },
      d: { date_histogram: { field: "t", calendar_interval: "week", min_doc_count: 1 }, aggs: below },
      k: { terms: { field: "k", size: 1000, order: { _count: "desc" } }, aggs: below },
      i: { terms: { field: "i", size: 1000, order: { _key: "desc" } }, aggs: below },
      r: { range: { field: "d", ranges: [{ to: 5 }, { from: 3, to: 20 }, { from: 20 }] }, aggs: below },
      x: { filter: { term: { b: false } }, aggs: below },
      y: { missing: { field: "k" }, aggs: below },
    };
    const marked = documents.map((document, i) => ({ ...document, t: [document.t![0]! + i] }));
    const dead = new Set(marked.filter((document) => document.dead).map((document) => JSON.stringify(document.t)));
    const shard = testShard(mapping, [marked.slice(0, 8500).map(source), marked.slice(8500).map(source)], (document) =>
      dead.has(JSON.stringify(document["t"])),
    );
    expect(aggregate([shard], request)).toEqual(
      modelAnswer(
        marked.filter((document) => !document.dead),
        request,
      ),
    );
  });
});

interface Buckets {
  readonly doc_count_error_upper_bound: number;
  readonly sum_other_doc_count: number;
  readonly buckets: readonly {
    readonly key: number | string;
    readonly doc_count: number;
    readonly doc_count_error_upper_bound: number;
  }[];
}

test("counts of terms that were cut off are within the reported errors", () => {
  fc.assert(
    fc.property(
      modelDocuments,
      spreading,
      fc.constantFrom("k", "n", "d"),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 6 }),
      (documents, places, field, size, shardSize) => {
        const request = (body: JsonObject): JsonObject => ({
          a: { terms: { field, show_term_doc_count_error: true, ...body } },
        });
        const shards = spread(documents, places);
        const cut = aggregate(shards, request({ size, shard_size: shardSize }))["a"] as unknown as Buckets;
        const whole = aggregate(shards, request({ size: 1000 }))["a"] as unknown as Buckets;
        const truth = new Map(whole.buckets.map((bucket) => [bucket.key, bucket.doc_count]));
        let total = cut.sum_other_doc_count;
        for (const bucket of cut.buckets) {
          total += bucket.doc_count;
          expect(truth.get(bucket.key)!).toBeGreaterThanOrEqual(bucket.doc_count);
          expect(truth.get(bucket.key)!).toBeLessThanOrEqual(bucket.doc_count + bucket.doc_count_error_upper_bound);
          truth.delete(bucket.key);
        }
        expect(total).toBe(whole.buckets.reduce((sum, bucket) => sum + bucket.doc_count, 0));
        const least = Math.min(...cut.buckets.map((bucket) => bucket.doc_count));
        // A term that was cut off exceeds the last returned one by at most the error.
        for (const count of truth.values()) expect(count).toBeLessThanOrEqual(least + cut.doc_count_error_upper_bound);
      },
    ),
    { numRuns: 120 },
  );
});

test("ordering by a metric is the order of the rendered values", () => {
  fc.assert(
    fc.property(
      modelDocuments,
      spreading,
      fc.constantFrom("min", "max", "sum"),
      fc.constantFrom("asc", "desc"),
      (documents, places, kind, direction) => {
        const request = {
          a: {
            terms: { field: "n", size: 1000, order: { "f>m": direction } },
            aggs: { f: { filter: { range: { i: { gte: 1 } } }, aggs: { m: { [kind]: { field: "d" } } } } },
          },
        };
        const { a } = aggregate(spread(documents, places), request) as unknown as {
          a: { buckets: { key: number; f: { m: { value: number | null } } }[] };
        };
        const none = kind === "min" ? Infinity : -Infinity;
        const values = a.buckets.map((bucket) => bucket.f.m.value ?? none);
        const sorted = [...values].sort((left, right) =>
          left === right ? 0 : (left < right ? -1 : 1) * (direction === "asc" ? 1 : -1),
        );
        expect(values).toEqual(sorted);
      },
    ),
    { numRuns: 100 },
  );
});
