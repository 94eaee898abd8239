import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Operator, OperatorContext } from "../operator.ts";
import { BoostOperator } from "../boost/boost-operator.ts";
import { collectTopK, forEachWindow } from "./bulk.ts";
import { ConjunctionOperator } from "../boolean/conjunction-operator.ts";
import { ConstantScoreOperator } from "../constant-score/constant-score-operator.ts";
import { DisjunctionMaxOperator } from "../dis-max/disjunction-max-operator.ts";
import { DisjunctionOperator } from "../boolean/disjunction-operator.ts";
import { DocListOperator } from "../ids/doc-list-operator.ts";
import { ExclusionOperator } from "../boolean/exclusion-operator.ts";
import { MatchAllOperator } from "../match-all/match-all-operator.ts";
import { MatchNoneOperator } from "../match-none/match-none-operator.ts";
import { MinimumScoreOperator } from "./minimum-score.ts";
import { OptionalOperator } from "../boolean/optional-operator.ts";
import {
  allOf,
  anyOf,
  best,
  clauseOf,
  makeFixture,
  termMatches,
  termOperator,
  those,
  withContext,
  type Fixture,
  type Matches,
} from "../../testing/query/operator-fixture.ts";
import { PredicateOperator } from "./predicate.ts";

const fixtures = [makeFixture(31, 9_000), makeFixture(32, 600)];

/** A query as a tree. */
type Tree =
  | { kind: "term"; word: string }
  | { kind: "all" | "none" }
  | { kind: "list"; every: number }
  | { kind: "and"; parts: Tree[]; filters: Tree[] }
  | { kind: "or"; parts: Tree[]; minimum: number }
  | { kind: "best"; parts: Tree[]; tie: number }
  | { kind: "not"; part: Tree; other: Tree }
  | { kind: "more"; part: Tree; other: Tree }
  | { kind: "constant" | "boost" | "least" | "check"; part: Tree; number: number };

const trees = fc.letrec<{ tree: Tree; leaf: Tree }>((tie) => {
  const parts = fc.array(tie("tree"), { minLength: 1, maxLength: 4 });
  const number = fc.constantFrom(0.1, 1, 2.5, 7);
  return {
    leaf: fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          kind: fc.constant("term" as const),
          word: fc.nat(59).map((n) => `w${n}`),
        }),
      },
      fc.record({ kind: fc.constantFrom("all" as const, "none" as const) }),
      fc.record({ kind: fc.constant("list" as const), every: fc.integer({ min: 1, max: 5000 }) }),
    ),
    tree: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      tie("leaf"),
      fc.record({
        kind: fc.constant("and" as const),
        parts,
        filters: fc.array(tie("tree"), { maxLength: 2 }),
      }),
      fc.record({ kind: fc.constant("or" as const), parts, minimum: fc.nat(2) }),
      fc.record({ kind: fc.constant("best" as const), parts, tie: fc.constantFrom(0, 0.3, 1) }),
      fc.record({
        kind: fc.constantFrom("not" as const, "more" as const),
        part: tie("tree"),
        other: tie("tree"),
      }),
      fc.record({
        kind: fc.constantFrom("constant" as const, "boost" as const, "least" as const, "check" as const),
        part: tie("tree"),
        number,
      }),
    ),
  };
});

const checked = (doc: number) => doc % 3 !== 1;
const minimumOf = (tree: { parts: Tree[]; minimum: number }) => Math.min(tree.parts.length, 1 + tree.minimum);

function operatorOf(context: OperatorContext, fixture: Fixture, tree: Tree): Operator {
  const make = (part: Tree) => operatorOf(context, fixture, part);
  switch (tree.kind) {
    case "term": {
      const clause = clauseOf(fixture, "text", tree.word);
      return clause ? termOperator(context, clause) : new MatchNoneOperator();
    }
    case "all":
      return new MatchAllOperator(context, 1.5);
    case "none":
      return new MatchNoneOperator();
    case "list": {
      const docs = listed(fixture, tree.every);
      return new DocListOperator(
        context,
        docs,
        Float32Array.from(docs, (doc) => doc % 5),
      );
    }
    case "and":
      return new ConjunctionOperator(context, {
        scoring: tree.parts.map(make),
        filters: tree.filters.map(make),
      });
    case "or":
      return new DisjunctionOperator(context, tree.parts.map(make), minimumOf(tree));
    case "best":
      return new DisjunctionMaxOperator(context, tree.parts.map(make), tree.tie);
    case "not":
      return new ExclusionOperator(context, make(tree.part), make(tree.other));
    case "more":
      return new OptionalOperator(context, make(tree.part), make(tree.other));
    case "constant":
      return new ConstantScoreOperator(context, make(tree.part), tree.number);
    case "boost":
      return new BoostOperator(context, make(tree.part), tree.number);
    case "least":
      return new MinimumScoreOperator(context, make(tree.part), tree.number);
    case "check":
      return new PredicateOperator(context, make(tree.part), checked);
  }
}

function listed(fixture: Fixture, every: number): Uint32Array {
  return Uint32Array.from(fixture.documents.flatMap((_, doc) => (doc % every === 0 ? [doc] : [])));
}

/** Lucene's DisjunctionMaxScorer over the scores of one document, in order. */
function bestScore(scores: readonly number[], tie: number): number {
  let most = 0;
  let rest = 0;
  for (const score of scores) {
    if (score >= most) {
      rest += most;
      most = score;
    } else rest += score;
  }
  return Math.fround(most + rest * Math.fround(tie));
}

function expected(fixture: Fixture, tree: Tree): Matches {
  const of = (part: Tree) => expected(fixture, part);
  const mapped = (matches: Matches, score: (score: number, doc: number) => number): Matches =>
    new Map([...matches].map(([doc, old]) => [doc, Math.fround(score(old, doc))]));
  switch (tree.kind) {
    case "term": {
      const clause = clauseOf(fixture, "text", tree.word);
      return clause ? termMatches(fixture, clause) : new Map();
    }
    case "all":
      return new Map(fixture.documents.map((_, doc) => [doc, 1.5]));
    case "none":
      return new Map();
    case "list":
      return new Map(Array.from(listed(fixture, tree.every), (doc) => [doc, doc % 5]));
    case "and": {
      const filters = tree.filters.map(of);
      return those(allOf(tree.parts.map(of)), (doc) => filters.every((filter) => filter.has(doc)));
    }
    case "or":
      return anyOf(tree.parts.map(of), minimumOf(tree));
    case "best": {
      const parts = tree.parts.map(of);
      const scores = (doc: number) => parts.flatMap((part) => part.get(doc) ?? []);
      return mapped(anyOf(parts), (_, doc) => bestScore(scores(doc), tree.tie));
    }
    case "not": {
      const others = of(tree.other);
      return those(of(tree.part), (doc) => !others.has(doc));
    }
    case "more": {
      const others = of(tree.other);
      return mapped(of(tree.part), (score, doc) => score + (others.get(doc) ?? 0));
    }
    case "constant":
      return mapped(of(tree.part), () => tree.number);
    case "boost":
      return mapped(of(tree.part), (score) => score * Math.fround(tree.number));
    case "least": {
      const matches = of(tree.part);
      return those(matches, (doc) => matches.get(doc)! >= Math.fround(tree.number));
    }
    case "check":
      return those(of(tree.part), checked);
  }
}

describe("trees of operators", () => {
  test("match and score as an exhaustive search does", () => {
    fc.assert(
      fc.property(fc.constantFrom(...fixtures), trees.tree, fc.boolean(), (fixture, tree, scored) => {
        const found: [number, number][] = [];
        withContext(fixture, (context) => {
          const operator = operatorOf(context, fixture, tree);
          const take = (docs: Uint32Array, count: number, scores: Float32Array) => {
            for (let i = 0; i < count; i++) found.push([docs[i]!, scored ? scores[i]! : 0]);
          };
          forEachWindow({ operator, context, live: undefined, scored, take });
          expect(found.length).toBeLessThanOrEqual(operator.cost);
        });
        expect(found).toEqual(
          [...expected(fixture, tree)].sort((a, b) => a[0] - b[0]).map(([doc, score]) => [doc, scored ? score : 0]),
        );
      }),
      { numRuns: 150 },
    );
  });

  test("give the same best documents when windows are skipped", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...fixtures),
        trees.tree,
        fc.constantFrom(0, 100, Infinity),
        (fixture, tree, totalHitsThreshold) => {
          const matches = expected(fixture, tree);
          withContext(fixture, (context) => {
            const operator = operatorOf(context, fixture, tree);
            const top = collectTopK({
              operator,
              context,
              live: undefined,
              k: 4,
              minimumScore: -Infinity,
              totalHitsThreshold,
              hitsSoFar: 0,
            });
            expect({ docs: [...top.docs], scores: [...top.scores] }).toEqual(best(matches, 4));
            if (top.relation === "eq") expect(top.hits).toBe(matches.size);
          });
        },
      ),
      { numRuns: 150 },
    );
  });
});
