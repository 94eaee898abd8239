/**
 * Random documents with nested objects: what is answered depends neither on segments, nor on merges, nor on cached
 * filters.
 */
import { beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../core/json.ts";
import { QueryCache } from "../query/query-cache/query-cache.ts";
import { NestedCorpus, nestedMapping } from "../testing/search/nested-corpus.ts";
import { hitsOf, SearchFixture } from "../testing/search/search-fixture.ts";

const DOCUMENTS = 90;
const REQUESTS = 25;

const seed = Number(process.env.SEED ?? 1);
const corpus = new NestedCorpus(seed);
const whole = new SearchFixture();
const parts = new SearchFixture({ queryCache: new QueryCache({ bytes: 1_000_000, leastDocs: 0 }) });

beforeAll(async () => {
  const documents = Array.from({ length: DOCUMENTS }, (_, i) => [`d${i}`, corpus.document()] as const);
  await whole.create("i", { mapping: nestedMapping });
  await whole.write("i", documents);
  await parts.create("i", { mapping: nestedMapping });
  // Parts that are merged as they become many.
  for (let from = 0; from < DOCUMENTS; from += 7) await parts.write("i", documents.slice(from, from + 7));
});

async function expectSame(body: JsonObject): Promise<void> {
  const expected = await whole.search("i", body);
  // Again and again, so that filters come out of the cache.
  for (let turn = 0; turn < 3; turn++) {
    const found = await parts.search("i", body);
    expect(summary(found), `SEED=${seed} ${JSON.stringify(body)}`).toEqual(summary(expected));
  }
}

function summary(answer: JsonObject): unknown {
  const hits = hitsOf(answer).map((hit) => [hit._id, hit._score, hit.sort]);
  return {
    hits: hits.sort(([left], [right]) => String(left).localeCompare(String(right))),
    aggregations: answer.aggregations,
  };
}

const all = { size: DOCUMENTS, _source: false, track_total_hits: true };

test("queries", async () => {
  for (let i = 0; i < REQUESTS; i++) await expectSame({ ...all, query: corpus.query() });
});

test("filters", async () => {
  for (let i = 0; i < REQUESTS; i++)
    await expectSame({ ...all, query: { bool: { filter: [corpus.query(), corpus.query()] } } });
});

test("aggregations", async () => {
  for (let i = 0; i < REQUESTS; i++) await expectSame({ size: 0, query: corpus.query(), aggs: corpus.aggregations() });
});

test("sorts", async () => {
  for (let i = 0; i < REQUESTS; i++) await expectSame({ ...all, query: { match_all: {} }, sort: [corpus.sort()] });
});
