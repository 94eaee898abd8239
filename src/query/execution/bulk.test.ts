import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isLive } from "../../segment/live-docs.ts";
import type { Operator } from "../operator.ts";
import { collectTopK, countMatches, forEachWindow } from "./bulk.ts";
import { ConjunctionOperator } from "../boolean/conjunction-operator.ts";
import { DisjunctionOperator } from "../boolean/disjunction-operator.ts";
import { ExclusionOperator } from "../boolean/exclusion-operator.ts";
import {
  allOf,
  anyOf,
  best,
  clauseOf,
  makeFixture,
  termMatches,
  those,
  withContext,
  type Fixture,
  type Matches,
} from "../../testing/query/operator-fixture.ts";
import type { SegmentContext } from "./operator-context.ts";
import { TermOperator } from "../term/term-operator.ts";

const fixtures = [
  makeFixture(1, 14_000),
  makeFixture(2, 9_000, { deletedShare: 0.1 }),
  makeFixture(5, 14_000, { rising: true }),
  makeFixture(3, 300),
  makeFixture(4, 1),
];

const word = fc.oneof(
  { weight: 2, arbitrary: fc.nat(59).map((n) => `w${n}`) },
  { weight: 2, arbitrary: fc.nat(19_999).map((n) => `rare${n}`) },
  { weight: 1, arbitrary: fc.constantFrom("w1", "w4", "w7") },
);
const query = fc.record({
  fixture: fc.constantFrom(...fixtures),
  field: fc.constantFrom("text", "text", "bare"),
  join: fc.constantFrom("all" as const, "any" as const),
  words: fc.uniqueArray(word, { minLength: 1, maxLength: 6 }),
  filter: fc.option(word),
  excluded: fc.option(word, { freq: 2 }),
  k: fc.constantFrom(1, 3, 10, 200),
  threshold: fc.constantFrom(0, 50, 1000, Infinity),
});

interface Query {
  readonly fixture: Fixture;
  readonly field: string;
  readonly join: "all" | "any";
  readonly words: readonly string[];
  readonly filter: string | null;
  readonly excluded: string | null;
  readonly k: number;
  readonly threshold: number;
}

function clausesOf({ fixture, field, words }: Query) {
  return words.flatMap((one) => clauseOf(fixture, field, one) ?? []);
}

function operatorOf(context: SegmentContext, query: Query): Operator {
  const terms = clausesOf(query).map((clause) => new TermOperator(context, clause));
  const single = (text: string) => clauseOf(query.fixture, query.field, text);
  let operator: Operator =
    query.join === "all"
      ? new ConjunctionOperator(context, { scoring: terms, filters: [] })
      : new DisjunctionOperator(context, terms);
  const filter = query.filter === null ? undefined : single(query.filter);
  if (filter)
    operator = new ConjunctionOperator(context, {
      scoring: [operator],
      filters: [new TermOperator(context, filter)],
    });
  const excluded = query.excluded === null ? undefined : single(query.excluded);
  return excluded ? new ExclusionOperator(context, operator, new TermOperator(context, excluded)) : operator;
}

/** The expected result, from every document. */
function expected(query: Query): Matches {
  const { fixture, field, join } = query;
  const parts = clausesOf(query).map((clause) => termMatches(fixture, clause));
  let matches = join === "all" ? allOf(parts) : anyOf(parts);
  const filter = query.filter === null ? undefined : clauseOf(fixture, field, query.filter);
  const allowed = filter && termMatches(fixture, filter);
  if (allowed) matches = those(matches, (doc) => allowed.has(doc));
  const excluded = query.excluded === null ? undefined : clauseOf(fixture, field, query.excluded);
  if (excluded) matches = without(matches, termMatches(fixture, excluded));
  return those(matches, (doc) => isLive(fixture.live, doc));
}

function without(matches: Matches, others: Matches): Matches {
  return those(matches, (doc) => !others.has(doc));
}

function check(query: Query, flat: boolean): void {
  if (clausesOf(query).length === 0) return;
  const matches = expected(query);
  withContext(query.fixture, (context) => {
    const operator = operatorOf(context, query);
    const driven = flat ? operator : hidden(operator);
    const top = collectTopK({
      operator: driven,
      context,
      live: query.fixture.live,
      k: query.k,
      minimumScore: -Infinity,
      totalHitsThreshold: query.threshold,
      hitsSoFar: 0,
    });
    expect({ docs: [...top.docs], scores: [...top.scores] }).toEqual(best(matches, query.k));
    if (top.relation === "eq") expect(top.hits).toBe(matches.size);
    else {
      expect(top.hits).toBeGreaterThan(query.threshold);
      expect(top.hits).toBeLessThanOrEqual(matches.size);
    }
    if (matches.size <= query.threshold) expect(top.relation).toBe("eq");
  });
  withContext(query.fixture, (context) => {
    const operator = operatorOf(context, query);
    expect(
      countMatches({
        operator: flat ? operator : hidden(operator),
        context,
        live: query.fixture.live,
      }),
    ).toBe(matches.size);
  });
}

/** The operator without its flat shape, so that it is driven window by window. */
function hidden(operator: Operator): Operator {
  return {
    cost: operator.cost,
    nextWindow: (from) => operator.nextWindow(from),
    maxScore: (base) => operator.maxScore(base),
    fill: (base, into, scored, candidates) => operator.fill(base, into, scored, candidates),
  };
}

describe("the best documents of terms", () => {
  test("are those of an exhaustive search, with equal scores, when the kernel runs the whole query", () => {
    fc.assert(
      fc.property(query, (one) => check(one, true)),
      { numRuns: 250 },
    );
  });

  test("are those of an exhaustive search when operators are driven window by window", () => {
    fc.assert(
      fc.property(query, (one) => check(one, false)),
      { numRuns: 100 },
    );
  });

  test("are found where score bounds are tight", () => {
    const words = fc.uniqueArray(fc.constantFrom("w1", "w4", "w7"), { minLength: 1 });
    const join = fc.constantFrom("all" as const, "any" as const);
    fc.assert(
      fc.property(words, join, fc.integer({ min: 1, max: 12 }), (one, joined, k) => {
        const query = {
          fixture: fixtures[2]!,
          field: "text",
          join: joined,
          words: one,
          filter: null,
          excluded: null,
          k,
          threshold: 0,
        };
        check(query, true);
        check(query, false);
      }),
    );
  });

  test("leave out documents that an earlier segment has beaten", () => {
    const fixture: Fixture = fixtures[0]!;
    const clauses = ["w0", "w3", "w40"].map((one) => clauseOf(fixture, "text", one)!);
    const matches = anyOf(clauses.map((clause) => termMatches(fixture, clause)));
    const { scores } = best(matches, 500);
    const minimumScore = scores[20]!;
    const better = those(matches, (doc) => matches.get(doc)! > minimumScore);
    withContext(fixture, (context) => {
      const operator = new DisjunctionOperator(
        context,
        clauses.map((clause) => new TermOperator(context, clause)),
      );
      const top = collectTopK({
        operator,
        context,
        live: undefined,
        k: 100,
        minimumScore,
        totalHitsThreshold: 10,
        hitsSoFar: 11,
      });
      expect({ docs: [...top.docs], scores: [...top.scores] }).toEqual(best(better, 100));
    });
  });

  test("are found for many clauses that share decode buffers", () => {
    const fixture = fixtures[0]!;
    const clauses = Array.from({ length: 250 }, (_, i) =>
      clauseOf(fixture, "text", i < 60 ? `w${i}` : `rare${i}`),
    ).filter((one) => one !== undefined);
    expect(clauses.length).toBeGreaterThan(80);
    const matches = anyOf(clauses.map((clause) => termMatches(fixture, clause)));
    for (const totalHitsThreshold of [100, Infinity]) {
      withContext(fixture, (context) => {
        const terms = clauses.map((clause) => new TermOperator(context, clause));
        const operator = new DisjunctionOperator(context, terms);
        const options = {
          context,
          live: undefined,
          k: 10,
          minimumScore: -Infinity,
          totalHitsThreshold,
          hitsSoFar: 0,
        };
        const flat = collectTopK({ ...options, operator });
        const windowed = collectTopK({ ...options, operator: hidden(operator) });
        expect({ docs: [...flat.docs], scores: [...flat.scores] }).toEqual(best(matches, 10));
        expect({ docs: [...windowed.docs], scores: [...windowed.scores] }).toEqual(best(matches, 10));
      });
    }
  });
});

describe("iterating over matches", () => {
  test("gives every live match once, in order, with its score", () => {
    fc.assert(
      fc.property(query, fc.boolean(), (one, scored) => {
        if (clausesOf(one).length === 0) return;
        const matches = expected(one);
        const found: [number, number][] = [];
        withContext(one.fixture, (context) => {
          const operator = operatorOf(context, one);
          forEachWindow({
            operator,
            context,
            live: one.fixture.live,
            scored,
            take(docs, count, scores) {
              for (let i = 0; i < count; i++) found.push([docs[i]!, scored ? scores[i]! : 0]);
            },
          });
        });
        expect(found).toEqual(
          [...matches].sort((a, b) => a[0] - b[0]).map(([doc, score]) => [doc, scored ? score : 0]),
        );
      }),
      { numRuns: 60 },
    );
  });
});
