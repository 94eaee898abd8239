import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../core/json.ts";
import { numbersFrom } from "../testing/segment/segment-model.ts";
import { SearchFixture } from "../testing/search/search-fixture.ts";
import type { SearchTarget } from "./search-service.ts";

const fixture = new SearchFixture({ queryCache: { bytes: 20_000, leastDocs: 1 } });
const mapping = {
  properties: {
    t: { type: "text" },
    k: { type: "keyword" },
    n: { type: "integer" },
    d: { type: "date" },
    p: { type: "geo_point" },
    secret: { type: "keyword" },
  },
};
const settings = { "index.queries.cache.enabled": "false" };

const next = numbersFrom(11);
const below = (limit: number): number => Math.floor(next() * limit);

function documentOf(): JsonObject {
  return {
    t: Array.from({ length: 1 + below(6) }, () => `w${below(6)}`).join(" "),
    k: `k${below(5)}`,
    n: below(20),
    d: 1_600_000_000_000 + below(10) * 86_400_000,
    p: { lat: 40 + below(10), lon: 2 + below(10) },
    secret: `s${below(3)}`,
  };
}

/** The same documents in an index with the cache and in one without. */
async function writeBoth(documents: readonly (readonly [string, JsonObject])[]): Promise<void> {
  for (const index of ["on", "off"]) await fixture.write(index, documents);
}

beforeAll(async () => {
  await fixture.create("on", { shards: 2, mapping });
  await fixture.create("off", { shards: 2, mapping, settings });
  for (let part = 0; part < 3; part++)
    await writeBoth(Array.from({ length: 40 }, (_, at) => [`d${part * 40 + at}`, documentOf()] as const));
});

const filters: readonly Json[] = [
  { range: { n: { gte: 5 } } },
  { range: { n: { gte: 5, lt: 12, boost: 2 } } },
  { range: { d: { gte: 1_600_000_000_000, lt: 1_600_300_000_000, _name: "days" } } },
  { range: { d: { lt: "now/d" } } },
  { range: { k: { gte: "k2" } } },
  { prefix: { k: "k" } },
  { wildcard: { t: "w*" } },
  { regexp: { t: "w[0-3]" } },
  { fuzzy: { t: { value: "w1", fuzziness: 1 } } },
  { terms: { k: ["k1", "k3"] } },
  { terms: { secret: ["s1"] } },
  { ids: { values: ["d1", "d50", "d99"] } },
  { exists: { field: "n" } },
  { match_phrase: { t: "w0 w1" } },
  { match_phrase: { t: { query: "w0 w1", slop: 3 } } },
  { match: { t: "w0 w1" } },
  { match: { t: { query: "w0 w1 w2", minimum_should_match: 2 } } },
  { geo_distance: { distance: "300km", p: { lat: 44, lon: 6 } } },
  { dis_max: { queries: [{ term: { t: "w0" } }, { range: { n: { lt: 4 } } }], tie_breaker: 0.4 } },
  { boosting: { positive: { match: { t: "w1" } }, negative: { range: { n: { gte: 9 } } }, negative_boost: 0.3 } },
  { range: { n: { gte: 100 } } },
];

const filter = fc.constantFrom(...filters);
const query = fc.oneof(
  filter,
  fc
    .record({
      filter: fc.array(filter, { maxLength: 2 }),
      must_not: fc.array(filter, { maxLength: 2 }),
      must: fc.array(filter, { maxLength: 2 }),
    })
    .map((bool) => ({ bool })),
  filter.map((inner) => ({ constant_score: { filter: inner, boost: 1.5 } })),
  fc
    .tuple(filter, filter)
    .map((should) => ({ bool: { should, minimum_should_match: 1, filter: [{ range: { n: { gte: 5 } } }] } })),
);

const body = fc.record(
  {
    query,
    size: fc.constantFrom(0, 0, 5, 200),
    sort: fc.constantFrom<Json>(["_score"], [{ n: { order: "desc", unmapped_type: "integer" } }, "_doc"]),
    post_filter: filter,
    track_total_hits: fc.constantFrom<Json>(true, 10),
    aggregations: fc.tuple(filter, filter).map(([one, other]) => ({
      f: { filter: one, aggregations: { s: { sum: { field: "n" } } } },
      fs: { filters: { filters: { one, other } } },
    })),
  },
  { requiredKeys: ["query", "size"] },
);

/** What an alias or a role adds. */
const restriction = fc.constantFrom<Partial<SearchTarget>>(
  {},
  {},
  { filters: [{ term: { k: "k1" } }] },
  { filters: [{ range: { n: { lt: 15 } } }] },
  { access: { queries: [], fields: [[{ grant: ["*"], except: ["secret", "n"] }]] } },
  { access: { queries: [['{"term":{"k":"k1"}}', '{"range":{"n":{"lt":15}}}']], fields: [] } },
  {
    access: {
      queries: [['{"range":{"n":{"lt":40}}}'], ['{"term":{"k":"k1"}}']],
      fields: [[{ grant: ["*"], except: ["n"] }]],
    },
  },
);

const change = fc.oneof(
  fc.constant<readonly string[]>([]),
  fc.constant<readonly string[]>([]),
  fc.array(
    fc.nat(119).map((number) => `d${number}`),
    { minLength: 1, maxLength: 3 },
  ),
);

async function answerOf(index: string, request: JsonObject, added: Partial<SearchTarget>): Promise<unknown> {
  const response = await fixture.search([{ ...fixture.target(index), ...added }], request);
  return JSON.parse(JSON.stringify({ ...response, took: 0 }).replaceAll(`"_index":"${index}"`, `"_index":"any"`));
}

describe("the query cache", () => {
  test("counts what is live: a set outlives deletes, and knows nothing of new segments", async () => {
    await fixture.create("counted", { mapping });
    const numbered = (from: number, to: number): (readonly [string, JsonObject])[] =>
      Array.from({ length: to - from }, (_, at) => [`d${from + at}`, { n: from + at }] as const);
    const count = async (): Promise<unknown> => {
      const { hits } = await fixture.search("counted", { size: 0, query: { range: { n: { gte: 10 } } } });
      return ((hits as JsonObject).total as JsonObject).value;
    };
    const countsOf = () => fixture.thread.queryCacheCounts().find(({ uuid }) => uuid === "uuid-of-counted")?.counts;
    await fixture.write("counted", numbered(0, 200));
    expect([await count(), await count(), await count()]).toEqual([190, 190, 190]);
    expect(countsOf()).toMatchObject({ hits: 1, misses: 2, sets: 1, cached: 1 });
    await fixture.delete("counted", ["d5", "d11", "d12"]);
    expect([await count(), await count()]).toEqual([188, 188]);
    await fixture.delete("counted", ["d13"]);
    expect(await count()).toBe(187);
    expect(countsOf()).toMatchObject({ hits: 4, misses: 2, sets: 1, cached: 1 });
    await fixture.write("counted", numbered(300, 310));
    expect([await count(), await count()]).toEqual([197, 197]);
  });

  test("changes no answer, whatever was asked, written and deleted before", async () => {
    await fc.assert(
      fc.asyncProperty(body, restriction, change, fc.nat(), async (request, added, ids, kind) => {
        if (kind % 2 === 0) for (const index of ["on", "off"]) await fixture.delete(index, ids);
        else if (ids.length > 0) await writeBoth(ids.map((id) => [id, documentOf()] as const));
        const expected = await answerOf("off", request, added);
        // Used once more it may be kept, and then it is found.
        for (let use = 0; use < 3; use++) expect(await answerOf("on", request, added)).toEqual(expected);
      }),
      { numRuns: 150 },
    );
    const counts = [...fixture.thread.queryCacheCounts()];
    expect(counts.filter(({ uuid }) => uuid === "uuid-of-off")).toEqual([]);
    const on = counts.filter(({ uuid }) => uuid === "uuid-of-on");
    // The test is worth nothing unless sets were kept, found, and let go.
    for (const { counts: shard } of on) {
      expect(shard.hits).toBeGreaterThan(10);
      expect(shard.cached).toBeGreaterThan(shard.sets);
    }
    expect(on).toHaveLength(2);
  });
});
