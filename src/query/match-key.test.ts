import { describe, expect, test } from "vitest";
import { RequestError } from "../compat/errors.ts";
import type { Json } from "../core/json.ts";
import { corpusDocuments, corpusMapping, corpusQueries } from "../testing/query/query-corpus.ts";
import { QueryFixture } from "../testing/query/query-fixture.ts";
import { expressionOf } from "./kind-query.ts";
import { matchKeyOf, rewriteFully } from "./expression.ts";

const fixture = new QueryFixture(corpusMapping, corpusDocuments(60));

function keyOf(body: Json): string {
  return matchKeyOf(rewriteFully(expressionOf(fixture.parse(body), fixture.searcher), fixture.searcher));
}

/** Some queries of the corpus are refused. */
function isRead(body: Json): boolean {
  try {
    fixture.plan(body);
    return true;
  } catch (error) {
    if (error instanceof RequestError) return false;
    throw error;
  }
}

const same: readonly (readonly [Json, Json])[] = [
  [{ range: { n: { gte: 3 } } }, { range: { n: { gt: 2, boost: 4, _name: "x" } } }],
  [{ term: { body: { value: "fox", _name: "x", boost: 3 } } }, { term: { body: "fox" } }],
  [{ constant_score: { filter: { prefix: { tag: "t" } }, boost: 2 } }, { prefix: { tag: "t" } }],
  [{ terms: { tag: ["t1", "t3", "t1"] } }, { terms: { tag: ["t3", "t1"] } }],
  [
    { bool: { must: [{ match: { body: "fox" } }, { range: { n: { gte: 2 } } }], must_not: { prefix: { tag: "t1" } } } },
    {
      bool: { filter: [{ range: { n: { gte: 2 } } }, { match: { body: "fox" } }], must_not: { prefix: { tag: "t1" } } },
    },
  ],
  [
    { dis_max: { queries: [{ term: { body: "fox" } }, { term: { body: "dog" } }], tie_breaker: 0.3 } },
    { dis_max: { queries: [{ term: { body: "dog" } }, { term: { body: "fox" } }] } },
  ],
  [
    { boosting: { positive: { prefix: { tag: "t" } }, negative: { term: { body: "fox" } }, negative_boost: 0.5 } },
    { prefix: { tag: "t" } },
  ],
  [{ range: { when: { gte: "now-4y+4M/d" } } }, { range: { when: { gte: "2020-05-01T00:00:00Z" } } }],
];

const different: readonly Json[] = [
  { fuzzy: { body: { value: "quick", rewrite: "constant_score" } } },
  { fuzzy: { body: { value: "quick", rewrite: "constant_score", prefix_length: 2 } } },
  { fuzzy: { body: { value: "quick", rewrite: "constant_score", transpositions: false } } },
  { regexp: { body: "qu.*" } },
  { regexp: { body: { value: "qu.*", case_insensitive: true } } },
  { regexp: { body: { value: "qu.*", flags: "NONE" } } },
  { wildcard: { body: "qu*k" } },
  { wildcard: { body: { value: "qu*k", case_insensitive: true } } },
  { prefix: { body: "qu" } },
  { prefix: { title: "qu" } },
  { range: { tag: { gte: "a" } } },
  { range: { tag: { gt: "a" } } },
  { range: { tag: { gte: "a", lt: "b" } } },
  { range: { tag: { gte: "a", lte: "b" } } },
  { range: { tag: { gte: "a TO b" } } },
  { range: { tag: { gte: "*" } } },
  { range: { tag: { lte: "*" } } },
  { range: { n: { gte: 1 } } },
  { range: { n: { lte: 1 } } },
  { range: { d: { gte: 1 } } },
  { match_phrase: { body: "quick fox" } },
  { match_phrase: { body: "fox quick" } },
  { match_phrase: { body: { query: "quick fox", slop: 1 } } },
  {
    bool: {
      should: [{ term: { body: "fox" } }, { term: { body: "dog" } }, { term: { body: "cat" } }],
      minimum_should_match: 2,
    },
  },
  { bool: { should: [{ term: { body: "fox" } }, { term: { body: "dog" } }, { term: { body: "cat" } }] } },
  { bool: { must: [{ term: { body: "fox" } }], must_not: [{ term: { body: "dog" } }] } },
  { bool: { must: [{ term: { body: "fox" } }, { term: { body: "dog" } }] } },
  { range: { when: { gte: "now-4y+4M/d" } } },
  { range: { when: { gte: "now-4y+4M+1s" } } },
];

describe("keys of matches", () => {
  test.each(same)("%j and %j match the same", (one, other) => {
    expect(keyOf(one)).toBe(keyOf(other));
  });

  test("what may match differently has different keys", () => {
    const keys = different.map(keyOf);
    expect(different.filter((_, at) => keys.indexOf(keys[at]!) !== at)).toEqual([]);
  });

  test("queries with equal keys match the same documents", () => {
    const matches = new Map<string, { body: Json; ids: readonly string[] }>();
    for (const body of [...corpusQueries, ...different]) {
      if (!isRead(body)) continue;
      const ids = fixture.search(body).map(({ id }) => id);
      const known = matches.get(keyOf(body));
      if (known)
        expect({ body: known.body, ids: [...ids].sort() }).toEqual({ body: known.body, ids: [...known.ids].sort() });
      else matches.set(keyOf(body), { body, ids });
    }
    expect(matches.size).toBeGreaterThan(60);
  });
});
