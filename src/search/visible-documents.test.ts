import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../core/json.ts";
import type { IndexAccess } from "../access/index-access.ts";
import { hitsOf, idsOf, SearchFixture } from "../testing/search/search-fixture.ts";
import type { SearchTarget } from "./search-service.ts";

const fixture = new SearchFixture();

const mapping: JsonObject = {
  properties: {
    team: { type: "keyword" },
    level: { type: "integer" },
    text: { type: "text" },
    at: { type: "date" },
    own: { type: "keyword" },
  },
};

beforeAll(async () => {
  await fixture.create("i", { mapping, shards: 2 });
  for (let round = 0; round < 3; round++) {
    const documents = Array.from({ length: 20 }, (_, at) => {
      const number = round * 20 + at;
      return [
        `d${number}`,
        {
          team: `t${number % 3}`,
          level: number % 7,
          text: `word${number % 5} all`,
          at: number * 1000,
          own: `own${number}`,
        },
      ] as const;
    });
    await fixture.write("i", documents);
  }
  await fixture.delete("i", ["d3", "d30", "d59"]);
});

function seenWith(access: IndexAccess): SearchTarget {
  return { ...fixture.target("i"), access };
}

function seenBy(...queries: readonly (readonly JsonObject[])[]): SearchTarget {
  return seenWith({ queries: queries.map((list) => list.map((query) => JSON.stringify(query))), fields: [] });
}

const query = fc.oneof(
  fc.constantFrom<JsonObject>({ match_all: {} }, { match_none: {} }, { exists: { field: "team" } }),
  fc.integer({ min: 0, max: 3 }).map((number): JsonObject => ({ term: { team: `t${number}` } })),
  fc.integer({ min: 0, max: 7 }).map((number): JsonObject => ({ range: { level: { gte: number } } })),
  fc.integer({ min: 0, max: 5 }).map((number): JsonObject => ({ match: { text: `word${number}` } })),
);

/** What was found; how many shards could be left out differs. */
function foundIn(response: JsonObject): unknown {
  const { total, hits } = response.hits as JsonObject;
  return { total, hits, aggregations: response.aggregations };
}

test("what a caller finds is what a filter with the queries of the roles lets through", async () => {
  const request = fc.constantFrom<JsonObject>(
    { size: 0, track_total_hits: true },
    { size: 5, sort: ["level", "own"] },
    { size: 5, sort: [{ at: "desc" }] },
    {
      size: 0,
      aggs: {
        teams: { terms: { field: "team" } },
        most: { max: { field: "level" } },
        many: { cardinality: { field: "own" } },
      },
    },
    {
      size: 0,
      aggs: { levels: { histogram: { field: "level", interval: 2 } }, without: { missing: { field: "team" } } },
    },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(query, { maxLength: 3 }), { minLength: 1, maxLength: 2 }),
      query,
      request,
      async (roles, asked, body) => {
        const filter = roles.map((list): JsonObject =>
          list.length === 0 ? { match_none: {} } : { bool: { should: [...list], minimum_should_match: 1 } },
        );
        const restricted = await fixture.search([seenBy(...roles)], {
          ...body,
          query: { constant_score: { filter: asked } },
        });
        const filtered = await fixture.search("i", {
          ...body,
          query: { constant_score: { filter: { bool: { filter: [asked, ...filter] } } } },
        });
        expect(foundIn(restricted)).toEqual(foundIn(filtered));
      },
    ),
    { numRuns: 60 },
  );
});

test("scores are those of the whole index, as in Elasticsearch", async () => {
  const body = { query: { match: { text: "word1" } }, size: 100 };
  const all = new Map(hitsOf(await fixture.search("i", body)).map((hit) => [hit._id, hit._score]));
  const seen = hitsOf(await fixture.search([seenBy([{ term: { team: "t1" } }])], body));
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.length).toBeLessThan(all.size);
  for (const hit of seen) expect(hit._score).toBe(all.get(hit._id));
});

test("terms of hidden documents alone are not among those without documents", async () => {
  const body = {
    size: 0,
    query: { match_none: {} },
    aggs: {
      own: { terms: { field: "own", min_doc_count: 0, size: 100 } },
      level: { terms: { field: "level", min_doc_count: 0 } },
    },
  };
  const response = await fixture.search([seenBy([{ ids: { values: ["d1", "d8"] } }])], body);
  const { own, level } = response.aggregations as { own: { buckets: JsonObject[] }; level: { buckets: JsonObject[] } };
  expect(own.buckets.map(({ key }) => key)).toEqual(["own1", "own8"]);
  // Both have level 1.
  expect(level.buckets.map(({ key }) => key)).toEqual([1]);
});

test("the queries of roles see fields that the caller does not", async () => {
  const access = { queries: [['{"term":{"team":"t2"}}']], fields: [[{ grant: ["*"], except: ["team"] }]] };
  const response = await fixture.search([seenWith(access)], { size: 100, sort: ["own"] });
  expect(idsOf(response).map((id) => Number(id.slice(1)) % 3)).toEqual(Array.from({ length: 19 }, () => 2));
  expect(JSON.stringify(response)).not.toContain("team");
  expect(idsOf(await fixture.search([seenWith(access)], { query: { term: { team: "t2" } } }))).toEqual([]);
});

test("a query of a role that does not fit the index shows nothing, but an error", async () => {
  await expect(fixture.search([seenBy([{ range: { level: { gte: "high" } } }])], {})).rejects.toMatchObject({
    status: 400,
    type: "query_shard_exception",
  });
});

test("nothing that would tell of hidden documents is answered", async () => {
  await expect(fixture.search([seenBy([{ match_all: {} }])], { profile: true })).rejects.toMatchObject({
    status: 400,
    type: "security_exception",
  });
  await expect(
    fixture.search([seenBy([{ match_all: {} }])], { suggest: { s: { text: "word", term: { field: "text" } } } }),
  ).rejects.toMatchObject({
    status: 400,
    message: "Suggest isn't supported if document level security is enabled",
  });
  await expect(
    fixture.call("validate", [seenBy([{ match_all: {} }])], undefined, { rewrite: "true" }),
  ).rejects.toMatchObject({ type: "security_exception" });
  expect(await fixture.call("validate", [seenBy([{ match_all: {} }])], undefined, { explain: "true" })).toMatchObject({
    valid: true,
  });
});

// As Elasticsearch 8.19 shows them: the terms of the shard only where the query is rewritten.
test("what a query is, is told without the terms that it stands for", async () => {
  const queries: readonly (readonly [JsonObject, string, string])[] = [
    [{ fuzzy: { text: "word" } }, "text:word~1", "(text:word0)^0.75"],
    [{ prefix: { text: { value: "wor", rewrite: "scoring_boolean" } } }, "text:wor*", "text:word0"],
    [{ match_phrase_prefix: { text: "wor" } }, 'text:"wor*"', "text:word0"],
    [{ query_string: { query: "text:word~ text:all" } }, "text:word~1 text:all", "(text:word0)^0.75"],
  ];
  const explanationOf = async (body: JsonObject, parameters: Record<string, string>): Promise<unknown> => {
    const { explanations } = await fixture.call("validate", ["i"], body, parameters);
    return (explanations as JsonObject[])[0]?.explanation;
  };
  for (const [asked, told, rewritten] of queries) {
    expect(await explanationOf({ query: asked }, { explain: "true" })).toBe(told);
    expect(await explanationOf({ query: asked }, { rewrite: "true" })).toContain(rewritten);
  }
});

test("explain knows no hidden document", async () => {
  const body = { query: { match_all: {} } };
  const target = { ...seenBy([{ term: { team: "t1" } }]), shards: undefined };
  expect(await fixture.call("explain", [target], body, { index: "i", id: "d1" })).toMatchObject({ matched: true });
  expect(await fixture.call("explain", [target], body, { index: "i", id: "d2" })).toEqual({
    _index: "i",
    _id: "d2",
    matched: false,
  });
});

test("a sort by a field that is not shown is one by a field without values", async () => {
  const access = { queries: [], fields: [[{ grant: ["team"], except: [] }]] };
  const [hit] = hitsOf(await fixture.search([seenWith(access)], { sort: ["level"], size: 1 }));
  expect(hit?.sort).toEqual([2147483647]);
});

test("searchers are given back when the query of a role fails", async () => {
  const before = fixture.released.length;
  await expect(fixture.search([seenBy([{ range: { level: { gte: "high" } } }])], {})).rejects.toThrow();
  await fixture.write("i", [["late", { team: "t0" }]]);
  await fixture.delete("i", ["late"]);
  expect(fixture.released.length).toBeGreaterThan(before);
});
