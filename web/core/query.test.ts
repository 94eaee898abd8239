import fc from "fast-check";
import { expect, test } from "vitest";
import { type Comparison, COMPARISONS, type Condition, conditionsOf, type Occur, OCCURS, queryOf } from "./query.ts";

const occur = fc.constantFrom(...(Object.keys(OCCURS) as Occur[]));
const comparison = fc.constantFrom(...(Object.keys(COMPARISONS) as Comparison[]));
const condition: fc.Arbitrary<Condition> = fc
  .record({ occur, comparison, field: fc.string({ minLength: 1 }), value: fc.string({ minLength: 1 }) })
  .map((one) => ({
    ...one,
    value: one.comparison === "exists" ? "" : one.value,
    field: one.comparison === "query_string" ? "" : one.field,
  }))
  // Numbers are told in one way.
  .filter(
    ({ comparison: kind, value }) =>
      !["gte", "lte"].includes(kind) || String(Number(value)) === value || !/^-?\d/.test(value),
  );

const order = Object.keys(OCCURS);
const byOccur = (all: readonly Condition[]): Condition[] =>
  all.toSorted((left, right) => order.indexOf(left.occur) - order.indexOf(right.occur));

test("conditions become a query, and the query the same conditions", () => {
  fc.assert(
    fc.property(fc.array(condition, { maxLength: 5 }), (conditions) => {
      const read = conditionsOf(JSON.parse(JSON.stringify(queryOf(conditions))));
      expect(byOccur(read ?? [])).toEqual(byOccur(conditions));
      expect(queryOf(read ?? [])).toEqual(queryOf(conditions));
    }),
  );
});

test("what conditions cannot say is left to those who write it", () => {
  for (const query of [
    { bool: { must: [], minimum_should_match: 2 } },
    { match: { name: { query: "x", operator: "and" } } },
    { function_score: {} },
    { bool: { should: { range: { n: { gte: 1, lte: 2 } } } } },
    { range: { n: { gt: 1 } } },
    { term: { a: "b", c: "d" } },
    { match_all: { boost: 2 } },
    [],
  ])
    expect(conditionsOf(query)).toBeUndefined();
  expect(conditionsOf({ bool: { filter: { range: { n: { gte: 1, lte: 2 } } } } })).toHaveLength(2);
  expect(conditionsOf({ match_all: {} })).toEqual([]);
});

test("conditions without a value ask nothing", () => {
  expect(queryOf([{ occur: "must", field: "a", comparison: "match", value: "" }])).toEqual({ match_all: {} });
});
