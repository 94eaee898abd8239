/** Percolation: what is selected before queries are run changes nothing, and few queries are run. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../core/json.ts";
import { Mapping } from "../mapping/mapping.ts";
import { mergeMappings } from "../mapping/merge-mappings.ts";
import { candidateQueries } from "../query/percolate/candidate-queries.ts";
import { profilesOf } from "../query/percolate/document-profile.ts";
import { readStoredQuery } from "../query/percolation/stored-query.ts";
import { MemoryPool } from "../segment/memory/memory-pool.ts";
import { MemorySegmentBuilder } from "../segment/memory-segment-builder.ts";
import type { SegmentReader } from "../segment/segment-reader.ts";
import { openSegment } from "../segment/shared-segment-reader.ts";
import { hitsOf, idsOf, SearchFixture } from "../testing/search/search-fixture.ts";

const mapping = {
  properties: {
    q: { type: "percolator" },
    k: { type: "keyword" },
    t: { type: "text" },
    n: { type: "integer" },
    ip: { type: "ip" },
    o: { type: "nested", properties: { a: { type: "keyword" }, b: { type: "integer" } } },
  },
};

function segmentOf(documents: readonly JsonObject[]): SegmentReader {
  const metadata = { name: "s", settings: {}, mapping: mergeMappings({}, mapping, {}), mappingVersion: 1 };
  const parser = Mapping.parse(metadata).documentParser(readStoredQuery);
  const builder = new MemorySegmentBuilder({ pool: new MemoryPool(0), scratchSlots: 1 });
  for (const [at, source] of documents.entries()) {
    builder.start(String(at), at, 1);
    parser.index({ id: String(at), routing: undefined, source, dynamicTemplates: undefined }, builder);
    builder.end(0, 0);
  }
  return openSegment(builder.build(0).segment);
}

const word = fc.constantFrom("a", "b", "c", "d");
const small = fc.integer({ min: 0, max: 5 });

const simple: fc.Arbitrary<JsonObject> = fc.oneof(
  word.map((k): JsonObject => ({ term: { k } })),
  fc.uniqueArray(word, { minLength: 1 }).map((k): JsonObject => ({ terms: { k } })),
  word.map((t): JsonObject => ({ match: { t: `${t} a` } })),
  word.map((t): JsonObject => ({ match_phrase: { t: `${t} a` } })),
  small.map((from): JsonObject => ({ range: { n: { gte: from, lt: from + 2 } } })),
  small.map((n): JsonObject => ({ term: { n } })),
  small.map((last): JsonObject => ({ range: { ip: { gte: `10.0.0.${last}` } } })),
  fc.constant<JsonObject>({ exists: { field: "ip" } }),
  fc.constant<JsonObject>({ wildcard: { k: "a*" } }),
  fc.constant<JsonObject>({ match_all: {} }),
);
const object = fc.record({ a: word, b: small });
const nested = object.map(({ a, b }): JsonObject => ({
  nested: { path: "o", query: { bool: { must: [{ term: { "o.a": a } }, { range: { "o.b": { lte: b } } }] } } },
}));
const list = (query: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject[]> => fc.array(query, { maxLength: 3 });
const { query: anyQuery } = fc.letrec<{ query: JsonObject }>((tie) => ({
  query: fc.oneof(
    { maxDepth: 3 },
    { weight: 3, arbitrary: simple },
    { weight: 1, arbitrary: nested },
    {
      weight: 3,
      arbitrary: fc
        .record({ must: list(tie("query")), should: list(tie("query")), must_not: fc.array(simple, { maxLength: 1 }) })
        .map((bool): JsonObject => ({ bool })),
    },
  ),
}));
const anyDocument = fc.record({
  k: fc.uniqueArray(word),
  t: fc.array(word).map((words) => words.join(" ")),
  n: fc.uniqueArray(small),
  ip: small.map((last) => `10.0.0.${last}`),
  o: fc.array(object, { maxLength: 2 }),
});

test("documents match the stored queries that find them", async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyDocument, { minLength: 1, maxLength: 3 }),
      fc.array(anyQuery, { minLength: 5, maxLength: 15 }),
      async (documents, queries) => {
        const fixture = new SearchFixture();
        const index = `i${run++}`;
        await fixture.create(index, { mapping });
        await fixture.create("d", { mapping });
        await fixture.write(
          "d",
          documents.map((document, at) => [String(at), document] as const),
        );
        const slots: Record<string, number[]> = {};
        for (const [at, query] of queries.entries()) {
          await fixture.write(index, [[String(at), { q: query }]]);
          const found = idsOf(await fixture.search("d", { query, size: 10 }));
          if (found.length > 0) slots[String(at)] = found.map(Number).sort((one, other) => one - other);
        }
        for (const scored of [true, false]) {
          const percolate = { percolate: { field: "q", documents } };
          const query = scored ? percolate : { bool: { filter: [percolate] } };
          const answer = await fixture.search(index, { query, size: 100 });
          const got = hitsOf(answer).map((hit) => [
            hit._id,
            (hit.fields as Record<string, unknown>)["_percolator_document_slot"],
          ]);
          expect(Object.fromEntries(got)).toEqual(slots);
        }
      },
    ),
    { numRuns: 25 },
  );
});

describe("percolation", () => {
  test("sees fields that are not mapped as text, where the index says so", async () => {
    const fixture = new SearchFixture();
    const settings = { "index.percolator.map_unmapped_fields_as_text": "true" };
    await fixture.create("text", { mapping, settings });
    await fixture.write("text", [["1", { q: { match: { other: "quick" } } }]]);
    const ask = async (document: JsonObject): Promise<string[]> =>
      idsOf(await fixture.search("text", { query: { percolate: { field: "q", document } } }));
    expect(await ask({ other: "a Quick one" })).toEqual(["1"]);
    expect(await ask({ other: "slow" })).toEqual([]);
  });

  test("takes a document of an index, and the version that it must have", async () => {
    const fixture = new SearchFixture();
    await fixture.create("i", { mapping });
    await fixture.write("i", [["1", { q: { term: { k: "a" } } }]]);
    const asked: unknown[] = [];
    fixture.resolve = (reference) => {
      asked.push(reference);
      return { k: "a" };
    };
    const place = { index: "there", id: "7", routing: "r", version: 3 };
    const found = await fixture.search("i", { query: { percolate: { field: "q", ...place } } });
    expect(idsOf(found)).toEqual(["1"]);
    expect(asked).toEqual([{ kind: "document", query: "percolate", path: "", ...place }]);
  });

  test("runs few of many queries", () => {
    const queries = Array.from({ length: 3_000 }, (_, at): JsonObject => ({
      bool: { must: [{ term: { k: `k${at % 100}` } }, { match: { t: `t${at}` } }, { range: { n: { lte: at } } }] },
    }));
    queries.push({ term: { k: "k8" } }, { prefix: { k: "x" } });
    const stored = segmentOf(queries.map((q) => ({ q })));
    const documents = segmentOf([{ k: ["k7", "k8"], t: "t107 t208 t307 t5", n: 250 }]);
    const { docs, certain } = candidateQueries(profilesOf(documents), {
      segment: stored,
      path: "q",
      live: undefined,
      isFlat: true,
      checkpoint() {},
    });
    // 107 and 208 lack the range; the prefix may match anything, and the term is known to match.
    expect([...docs]).toEqual([307, 3_000, 3_001]);
    expect([...docs].filter((doc) => (certain[doc >>> 5]! >>> (doc & 31)) & 1)).toEqual([3_000]);
  });

  test("explains the query on the first document", async () => {
    const fixture = new SearchFixture();
    await fixture.create("e", { mapping });
    await fixture.write("e", [["1", { q: { term: { k: { value: "a", boost: 2 } } } }]]);
    const query = { percolate: { field: "q", document: { k: "a" } } };
    const [hit] = hitsOf(await fixture.search("e", { query, explain: true }));
    expect(hit!["_explanation"]).toMatchObject({ value: hit!._score, description: "PercolateQuery" });
    expect((hit!["_explanation"] as { details: JsonObject[] }).details[0]!["description"]).toContain(
      "weight(k:a in 0)",
    );
  });
});
