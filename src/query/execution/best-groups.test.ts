import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isLive } from "../../segment/live-docs.ts";
import type { Operator } from "../operator.ts";
import { collectTopK, countMatches } from "./bulk.ts";
import { ConjunctionOperator } from "../boolean/conjunction-operator.ts";
import { DisjunctionMaxOperator } from "../dis-max/disjunction-max-operator.ts";
import { DisjunctionOperator } from "../boolean/disjunction-operator.ts";
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
import type { SegmentContext } from "./operator-context.ts";
import { TermOperator } from "../term/term-operator.ts";

const fixtures = [
  makeFixture(41, 14_000),
  makeFixture(42, 9_000, { deletedShare: 0.1 }),
  makeFixture(43, 14_000, { rising: true }),
  makeFixture(44, 300),
];

interface Group {
  readonly field: string;
  readonly words: readonly string[];
  readonly boost: number;
}

interface Query {
  readonly fixture: Fixture;
  /** "best of sums": groups of terms; "sum of bests": each word is a group, with the fields of all groups. */
  readonly form: "best of sums" | "sum of bests";
  readonly groups: readonly Group[];
  readonly tie: number;
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
  form: fc.constantFrom("best of sums" as const, "sum of bests" as const),
  groups: fc.array(
    fc.record({
      field: fc.constantFrom("text", "text", "bare"),
      words: fc.uniqueArray(word, { minLength: 1, maxLength: 3 }),
      boost: fc.constantFrom(0, 0.5, 1, 2),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  tie: fc.constantFrom(0, 0, 0.3, 1),
  filter: fc.option(word, { freq: 2 }),
  k: fc.constantFrom(1, 3, 10, 200),
  threshold: fc.constantFrom(0, 50, 1000, Infinity),
});

function clausesOf(fixture: Fixture, { field, words, boost }: Group) {
  return words.flatMap((one) => clauseOf(fixture, field, one, boost) ?? []);
}

/** The clauses grouped according to the form. */
function inGroups({ fixture, form, groups }: Query) {
  if (form === "best of sums") return groups.map((group) => clausesOf(fixture, group));
  return groups[0]!.words.map((one) => groups.flatMap((group) => clausesOf(fixture, { ...group, words: [one] })));
}

/** The combined operator with its filter; undefined when no group has terms. */
function operatorOf(context: SegmentContext, query: Query): Operator | undefined {
  const { fixture, form, tie, filter } = query;
  const sum = (parts: Operator[]) => new DisjunctionOperator(context, parts);
  const most = (parts: Operator[]) => new DisjunctionMaxOperator(context, parts, form === "best of sums" ? tie : 0);
  const [inner, outer] = form === "best of sums" ? [sum, most] : [most, sum];
  const operators = inGroups(query).flatMap((clauses): Operator[] => {
    const terms = clauses.map((clause) => new TermOperator(context, clause));
    return terms.length > 1 ? [inner(terms)] : terms;
  });
  if (operators.length === 0) return undefined;
  const operator = outer(operators);
  const clause = filter === null ? undefined : clauseOf(fixture, "text", filter);
  return clause
    ? new ConjunctionOperator(context, { scoring: [operator], filters: [new TermOperator(context, clause)] })
    : operator;
}

/** The expected result, from every document. */
function expected(query: Query): Matches {
  const { fixture, form, tie, filter } = query;
  const terms = inGroups(query).map((clauses) => clauses.map((clause) => termMatches(fixture, clause)));
  const matches =
    form === "best of sums"
      ? bestOf(
          terms.map((parts) => anyOf(parts)),
          tie,
        )
      : anyOf(terms.map((parts) => bestOf(parts, 0)));
  const clause = filter === null ? undefined : clauseOf(fixture, "text", filter);
  const allowed = clause && termMatches(fixture, clause);
  return those(matches, (doc) => isLive(fixture.live, doc) && (!allowed || allowed.has(doc)));
}

/** Lucene's DisjunctionMaxScorer. */
function bestOf(parts: readonly Matches[], tie: number): Matches {
  const matches: Matches = new Map();
  for (const doc of new Set(parts.flatMap((part) => [...part.keys()]))) {
    const scores = parts.flatMap((part) => part.get(doc) ?? []);
    const most = Math.max(...scores);
    const rest = scores.toSorted((a, b) => a - b).slice(0, -1);
    matches.set(doc, Math.fround(most + rest.reduce((sum, score) => sum + score, 0) * Math.fround(tie)));
  }
  return matches;
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
    expect(top.hits).toBeLessThanOrEqual(matches.size);
    if (top.relation === "eq") expect(top.hits).toBe(matches.size);
    else expect(top.hits).toBeGreaterThan(threshold);
    if (matches.size <= threshold) expect(top.relation).toBe("eq");
  });
  withContext(fixture, (context) => {
    const operator = operatorOf(context, query);
    if (operator) expect(countMatches({ operator, context, live })).toBe(matches.size);
  });
}

describe("the best of groups of terms", () => {
  test("is that of an exhaustive search, with equal scores and hits", () => {
    fc.assert(fc.property(query, check), { numRuns: 250 });
  });

  test("is found where score bounds are tight", () => {
    const words = fc.uniqueArray(fc.constantFrom("w1", "w4", "w7"), { minLength: 1 });
    const group = fc.record({ field: fc.constantFrom("text", "bare"), words, boost: fc.constantFrom(1, 1, 1.5) });
    const groups = fc.array(group, { minLength: 2, maxLength: 3 });
    const form = fc.constantFrom("best of sums" as const, "sum of bests" as const);
    fc.assert(
      fc.property(groups, form, fc.constantFrom(0, 0.3), fc.integer({ min: 1, max: 12 }), (given, one, tie, k) =>
        check({ fixture: fixtures[2]!, form: one, groups: given, tie, filter: null, k, threshold: 0 }),
      ),
      { numRuns: 80 },
    );
  });

  test("runs as one loop of the kernel", () => {
    withContext(fixtures[0]!, (context) => {
      const groups = [
        { field: "text", words: ["w1", "w2"], boost: 2 },
        { field: "bare", words: ["w3"], boost: 1 },
      ];
      const one = { fixture: fixtures[0]!, groups, tie: 0, filter: null, k: 1, threshold: 0 };
      const best = operatorOf(context, { ...one, form: "best of sums" });
      expect(best?.flat).toMatchObject({ join: "best", groups: { sizes: [2, 1], tieBreaker: 0 } });
      const sum = operatorOf(context, { ...one, form: "sum of bests" });
      expect(sum?.flat).toMatchObject({ join: "any", blends: [2, 2] });
    });
  });
});
