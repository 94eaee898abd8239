/** The frequency of a phrase in a document. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Operator } from "../operator.ts";
import { collectTopK, countMatches } from "../execution/bulk.ts";
import { clauseOf, makeFixture, withContext } from "../../testing/query/operator-fixture.ts";
import { phraseOperator, type PlacePositions } from "./phrase-operator.ts";
import { phraseFrequency, sloppyFrequency } from "./phrase-frequency.ts";

const gaps = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 12 });

/** Places without shared words; offsets ascend. */
const phrase = fc.array(fc.tuple(gaps, fc.nat(2)), { minLength: 2, maxLength: 5 }).map((parts): PlacePositions[] => {
  let offset = 0;
  return parts.map(([steps, skipped], term) => {
    let position = -1;
    const place = { offset, terms: [term], positions: Int32Array.from(steps, (step) => (position += step)) };
    offset += 1 + skipped;
    return place;
  });
});

test("a phrase without repeated words has the frequency of one with them", () => {
  fc.assert(
    fc.property(phrase, fc.integer({ min: 1, max: 8 }), (places, slop) => {
      expect(phraseFrequency(places, slop)).toBe(sloppyFrequency(places, slop));
    }),
    { numRuns: 2000 },
  );
});

test("a sloppy phrase counts less the further its words stand apart", () => {
  const places = [
    { offset: 0, terms: [1], positions: Int32Array.of(0, 10) },
    { offset: 1, terms: [2], positions: Int32Array.of(1, 13) },
  ];
  expect(phraseFrequency(places, 0)).toBe(1);
  expect(phraseFrequency(places, 1)).toBe(1);
  expect(phraseFrequency(places, 2)).toBe(Math.fround(1 + Math.fround(1 / 3)));
});

test("the kernel finds and scores sloppy phrases of two words as the matcher does, with any skipping", () => {
  const fixtures = [makeFixture(71, 6_000), makeFixture(72, 3_000, { rising: true })];
  const pair = fc.uniqueArray(fc.nat(30), { minLength: 2, maxLength: 2 });
  const property = fc.property(
    fc.constantFrom(...fixtures),
    pair,
    fc.integer({ min: 1, max: 3 }),
    fc.integer({ min: 1, max: 12 }),
    (fixture, words, gap, slop) => {
      const clauses = words.flatMap((n) => clauseOf(fixture, "text", `w${n}`) ?? []);
      if (clauses.length < 2) return;
      const places = clauses.map(({ ordinal }, i) => ({ position: i * gap, ordinals: [ordinal] }));
      const phrase = { field: "text", places, slop, scoring: clauses[0]!.scoring };
      const found = [true, false].map((flat) =>
        [0, 20, Infinity].map((totalHitsThreshold) =>
          withContext(fixture, (context) => {
            const operator = phraseOperator(context, phrase, phraseFrequency);
            expect(operator.flat).toBeDefined();
            const { cost } = operator;
            const driven: Operator = flat
              ? operator
              : {
                  cost,
                  nextWindow: (from) => operator.nextWindow(from),
                  maxScore: (base) => operator.maxScore(base),
                  fill: (base, into, scored, candidates) => operator.fill(base, into, scored, candidates),
                };
            const top = collectTopK({
              operator: driven,
              context,
              live: undefined,
              k: 5,
              minimumScore: -Infinity,
              totalHitsThreshold,
              hitsSoFar: 0,
            });
            return {
              docs: [...top.docs],
              scores: [...top.scores],
              hits: totalHitsThreshold === Infinity ? top.hits : 0,
            };
          }),
        ),
      );
      expect(found[0]).toEqual(found[1]);
      const count = withContext(fixture, (context) =>
        countMatches({ operator: phraseOperator(context, phrase, phraseFrequency), context, live: undefined }),
      );
      expect(count).toBe(found[1]![2]!.hits);
    },
  );
  fc.assert(property, { numRuns: 60 });
});
