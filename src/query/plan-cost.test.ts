import { expect, test } from "vitest";
import { corpusDocuments, corpusMapping, corpusQueries } from "../testing/query/query-corpus.ts";
import { QueryFixture } from "../testing/query/query-fixture.ts";
import { costOf } from "./plan-cost.ts";

const fixture = new QueryFixture(corpusMapping, corpusDocuments(90));
const [segment] = fixture.searcher.segments;

test("no query finds more documents than it is said to look at", () => {
  let looked = 0;
  for (const query of corpusQueries) {
    let plan;
    try {
      plan = fixture.plan(query);
      fixture.count(query);
    } catch {
      continue;
    }
    const cost = segment ? costOf(plan, segment) : 0;
    expect([JSON.stringify(query), cost >= fixture.count(query)]).toEqual([JSON.stringify(query), true]);
    looked++;
  }
  expect(looked).toBeGreaterThan(corpusQueries.length / 2);
});

test("what is required bounds what is looked at, and optional clauses add to it", () => {
  const cost = (query: Parameters<typeof fixture.plan>[0]): number =>
    segment ? costOf(fixture.plan(query), segment) : 0;
  const frequent = { match: { body: "quick" } };
  const nothing = { term: { tag: "no such tag" } };
  expect(cost(frequent)).toBeGreaterThan(1);
  expect(cost({ bool: { must: [frequent], filter: [nothing] } })).toBe(0);
  expect(cost({ bool: { should: [frequent, { match: { body: "brown" } }] } })).toBe(
    cost(frequent) + cost({ match: { body: "brown" } }),
  );
  expect(cost({ constant_score: { filter: frequent } })).toBe(cost(frequent));
  expect(cost({ bool: { must: [frequent], boost: 2, _name: "named" } })).toBe(cost(frequent));
});
