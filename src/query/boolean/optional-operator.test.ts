import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isLive } from "../../segment/live-docs.ts";
import type { Operator } from "../operator.ts";
import { collectTopK, countMatches } from "../execution/bulk.ts";
import { ConjunctionOperator } from "./conjunction-operator.ts";
import { DisjunctionOperator } from "./disjunction-operator.ts";
import { ExclusionOperator } from "./exclusion-operator.ts";
import {
  anyOf,
  best,
  clauseOf,
  type Fixture,
  makeFixture,
  type Matches,
  termMatches,
  those,
  withContext,
} from "../../testing/query/operator-fixture.ts";
import type { SegmentContext } from "../execution/operator-context.ts";
import { OptionalOperator } from "./optional-operator.ts";
import { TermOperator } from "../term/term-operator.ts";

const fixtures = [
  makeFixture(61, 14_000),
  makeFixture(62, 9_000, { deletedShare: 0.1 }),
  makeFixture(63, 14_000, { rising: true }),
  makeFixture(64, 300),
];

interface Query {
  readonly fixture: Fixture;
  readonly required: string;
  readonly optional: readonly string[];
  readonly excluded: readonly string[];
  readonly filter: string | null;
  readonly k: number;
  readonly threshold: number;
}

const word = fc.oneof(
  { weight: 3, arbitrary: fc.nat(59).map((n) => `w${n}`) },
  { weight: 1, arbitrary: fc.nat(9_999).map((n) => `rare${n}`) },
  { weight: 2, arbitrary: fc.constantFrom("w1", "w4", "w7") },
);
const query = fc.record({
  fixture: fc.constantFrom(...fixtures),
  required: word,
  optional: fc.uniqueArray(word, { maxLength: 3 }),
  excluded: fc.uniqueArray(word, { maxLength: 3 }),
  filter: fc.option(word, { freq: 2 }),
  k: fc.constantFrom(1, 3, 10, 200),
  threshold: fc.constantFrom(0, 50, 1000, Infinity),
});

const clausesOf = (fixture: Fixture, words: readonly string[]) =>
  words.flatMap((one) => clauseOf(fixture, "text", one) ?? []);

/** Undefined when the segment lacks the required word. */
function operatorOf(
  context: SegmentContext,
  { fixture, required, optional, excluded, filter }: Query,
): Operator | undefined {
  const anyTerm = (words: readonly string[]): Operator | undefined => {
    const terms = clausesOf(fixture, words).map((clause) => new TermOperator(context, clause));
    return terms.length > 1 ? new DisjunctionOperator(context, terms) : terms[0];
  };
  let operator = anyTerm([required]);
  if (!operator) return undefined;
  const allowed = filter === null ? undefined : anyTerm([filter]);
  if (allowed) operator = new ConjunctionOperator(context, { scoring: [operator], filters: [allowed] });
  const more = anyTerm(optional);
  if (more) operator = new OptionalOperator(context, operator, more);
  const without = anyTerm(excluded);
  return without ? new ExclusionOperator(context, operator, without) : operator;
}

/** The expected result of ReqOptSumScorer and ReqExclScorer, from every document. */
function expected({ fixture, required, optional, excluded, filter }: Query): Matches {
  const matchesOf = (words: readonly string[]): Matches =>
    anyOf(clausesOf(fixture, words).map((clause) => termMatches(fixture, clause)));
  const more = matchesOf(optional);
  const without = matchesOf(excluded);
  const allowed = filter === null || clausesOf(fixture, [filter]).length === 0 ? undefined : matchesOf([filter]);
  const kept = those(
    matchesOf([required]),
    (doc) => isLive(fixture.live, doc) && !without.has(doc) && (!allowed || allowed.has(doc)),
  );
  return new Map([...kept].map(([doc, score]) => [doc, Math.fround(score + (more.get(doc) ?? 0))]));
}

function check(query: Query): void {
  const { fixture, k, threshold } = query;
  const { live } = fixture;
  const matches = expected(query);
  withContext(fixture, (context) => {
    const operator = operatorOf(context, query);
    if (!operator) return;
    const top = collectTopK({
      operator,
      context,
      live,
      k,
      minimumScore: -Infinity,
      totalHitsThreshold: threshold,
      hitsSoFar: 0,
    });
    expect({ docs: [...top.docs], scores: [...top.scores] }).toEqual(best(matches, k));
    if (top.relation === "eq") expect(top.hits).toBe(matches.size);
    else expect(top.hits).toBeGreaterThan(threshold);
    expect(top.hits).toBeLessThanOrEqual(matches.size);
    if (matches.size <= threshold) expect(top.relation).toBe("eq");
  });
  withContext(fixture, (context) => {
    const operator = operatorOf(context, query);
    if (operator) expect(countMatches({ operator, context, live })).toBe(matches.size);
  });
}

describe("a required term with optional and excluded ones", () => {
  test("gives the top documents of an exhaustive search, with equal scores and hits", () => {
    fc.assert(fc.property(query, check), { numRuns: 250 });
  });

  test("finds the top documents where score bounds are tight", () => {
    const words = fc.shuffledSubarray(["w1", "w4", "w7"], { minLength: 2 });
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 12 }), ([required, ...optional], k) =>
        check({
          fixture: fixtures[2]!,
          required: required!,
          optional,
          excluded: ["w30"],
          filter: null,
          k,
          threshold: 0,
        }),
      ),
      { numRuns: 50 },
    );
  });

  test("runs as one loop of the kernel", () => {
    withContext(fixtures[0]!, (context) => {
      const one = {
        fixture: fixtures[0]!,
        required: "w1",
        optional: ["w2", "w3"],
        excluded: ["w4"],
        filter: "w5",
        k: 1,
        threshold: 0,
      };
      const shape = operatorOf(context, one)?.flat;
      expect(shape?.clauses).toHaveLength(1);
      expect(shape?.optional).toHaveLength(2);
      expect(shape?.filter).toBeDefined();
      expect(shape?.excluded).toBeDefined();
    });
  });
});
