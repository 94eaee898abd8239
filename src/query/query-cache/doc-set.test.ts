import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countMatches, forEachWindow } from "../execution/bulk.ts";
import { ConjunctionOperator } from "../boolean/conjunction-operator.ts";
import { DocSetOperator } from "./doc-set-operator.ts";
import { ExclusionOperator } from "../boolean/exclusion-operator.ts";
import { MatchAllOperator } from "../match-all/match-all-operator.ts";
import { clauseOf, makeFixture, termMatches, termOperator, withContext } from "../../testing/query/operator-fixture.ts";
import type { Operator, OperatorContext } from "../operator.ts";
import { type DocSet, docSetOf } from "./doc-set.ts";

const fixtures = [makeFixture(3, 9_500, { deletedShare: 0.2 }), makeFixture(4, 4_096)];
/** From frequent to rare; the last ones are kept as lists. */
const words = ["w0", "w1", "w3", "w9", "w30", "w50", "w59"];

const cases = fc.record({
  fixture: fc.constantFrom(...fixtures),
  word: fc.constantFrom(...words),
  other: fc.constantFrom(...words),
});

function setOf(context: OperatorContext, operator: Operator): DocSet {
  return docSetOf(operator, context);
}

function docsOf(context: OperatorContext, operator: Operator, live: Uint32Array | undefined): number[] {
  const found: number[] = [];
  forEachWindow({
    operator,
    context,
    live,
    scored: false,
    take: (docs, count) => found.push(...docs.subarray(0, count)),
  });
  return found;
}

describe("a set of documents", () => {
  test("matches the same as the operator that it was made from, deleted documents included", () => {
    fc.assert(
      fc.property(cases, ({ fixture, word }) => {
        const clause = clauseOf(fixture, "text", word)!;
        const expected = [...termMatches(fixture, clause).keys()];
        const isLive = (doc: number): boolean => !fixture.live || ((fixture.live[doc >>> 5]! >>> (doc & 31)) & 1) === 1;
        withContext(fixture, (context) => {
          const set = setOf(context, termOperator(context, clause));
          expect(set.count).toBe(expected.length);
          expect(docsOf(context, new DocSetOperator(context, set), undefined)).toEqual(expected);
          expect(docsOf(context, new DocSetOperator(context, set), fixture.live)).toEqual(expected.filter(isLive));
          expect(set.liveCount(fixture.live)).toBe(expected.filter(isLive).length);
          expect(set.liveCount(undefined)).toBe(expected.length);
        });
      }),
      { numRuns: 40 },
    );
  });

  test("works as a filter and an exclusion like that operator", () => {
    fc.assert(
      fc.property(cases, ({ fixture, word, other }) => {
        const clauses = [clauseOf(fixture, "text", word)!, clauseOf(fixture, "text", other)!] as const;
        withContext(fixture, (context) => {
          const set = setOf(context, termOperator(context, clauses[1]));
          const asked = (kept: () => Operator): number[][] => [
            docsOf(
              context,
              new ConjunctionOperator(context, { scoring: [], filters: [termOperator(context, clauses[0]), kept()] }),
              fixture.live,
            ),
            docsOf(context, new ExclusionOperator(context, termOperator(context, clauses[0]), kept()), fixture.live),
            [
              countMatches({
                context,
                operator: new ExclusionOperator(context, termOperator(context, clauses[0]), kept()),
                live: fixture.live,
              }),
            ],
          ];
          expect(asked(() => new DocSetOperator(context, set))).toEqual(asked(() => termOperator(context, clauses[1])));
        });
      }),
      { numRuns: 40 },
    );
  });

  test("keeps no scratch, however many are made", () => {
    const [fixture] = fixtures;
    withContext(fixture!, (context) => {
      for (let made = 0; made < 3_000; made++) setOf(context, new MatchAllOperator(context, 0));
    });
  });

  test("is a list when few documents match, and smaller for it", () => {
    const [fixture] = fixtures;
    withContext(fixture!, (context) => {
      const many = setOf(context, termOperator(context, clauseOf(fixture!, "text", "w0")!));
      const few = setOf(context, termOperator(context, clauseOf(fixture!, "text", "w59")!));
      expect(many.docs).toBeUndefined();
      expect(many.bytes).toBe((Math.ceil(9_500 / 4_096) * 4_096) / 8);
      expect(few.words).toBeUndefined();
      expect(few.bytes).toBe(few.count * 4);
    });
  });
});
