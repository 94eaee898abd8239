import { expect, test } from "vitest";
import type { Operator } from "../operator.ts";
import { collectTopK } from "../execution/bulk.ts";
import { ConstantScoreOperator } from "./constant-score-operator.ts";
import { MatchAllOperator } from "../match-all/match-all-operator.ts";
import { makeFixture, withContext } from "../../testing/query/operator-fixture.ts";

const fixture = makeFixture(51, 40_000);

/** An operator that matches all documents; `looks` counts the windows that were read. */
function watched(inner: Operator): { operator: Operator; looks: () => number } {
  let looks = 0;
  const operator: Operator = {
    cost: inner.cost,
    nextWindow: (from) => inner.nextWindow(from),
    maxScore: (base) => inner.maxScore(base),
    fill(base, into, scored, candidates) {
      looks++;
      return inner.fill(base, into, scored, candidates);
    },
  };
  return { operator, looks: () => looks };
}

function look(totalHitsThreshold: number, minimumScore: number) {
  return withContext(fixture, (context) => {
    const { operator, looks } = watched(new MatchAllOperator(context, 1));
    const scored = new ConstantScoreOperator(context, operator, 2);
    const top = collectTopK({
      operator: scored,
      context,
      live: undefined,
      k: 3,
      minimumScore,
      totalHitsThreshold,
      hitsSoFar: 0,
    });
    return { docs: [...top.docs], hits: top.hits, relation: top.relation, looks: looks() };
  });
}

test("the search stops when the page is full and enough hits are counted (ConstantScoreScorer)", () => {
  expect(look(5000, -Infinity)).toEqual({ docs: [0, 1, 2], hits: 8192, relation: "gte", looks: 2 });
});

test("all windows are read when all hits must be counted", () => {
  expect(look(Infinity, -Infinity)).toEqual({ docs: [0, 1, 2], hits: 40_000, relation: "eq", looks: 10 });
});

test("a constant score that earlier segments have reached adds no documents", () => {
  expect(look(0, 2)).toEqual({ docs: [], hits: 4096, relation: "gte", looks: 1 });
});
