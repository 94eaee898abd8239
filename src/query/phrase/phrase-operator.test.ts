import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isLive } from "../../segment/live-docs.ts";
import { readPostings } from "../../segment/postings/postings-reader.ts";
import type { Operator } from "../operator.ts";
import { termScore } from "../scoring/term-scoring.ts";
import { collectTopK, countMatches, forEachWindow } from "../execution/bulk.ts";
import { ConjunctionOperator } from "../boolean/conjunction-operator.ts";
import {
  best,
  clauseOf,
  makeFixture,
  those,
  withContext,
  type Fixture,
  type Matches,
} from "../../testing/query/operator-fixture.ts";
import type { SegmentContext } from "../execution/operator-context.ts";
import { phraseOperator, type PlacePositions, type SegmentPhrase } from "./phrase-operator.ts";
import { TermOperator } from "../term/term-operator.ts";
import { TermPositions } from "./term-positions.ts";
import { SynonymsOperator } from "../synonyms/synonyms-operator.ts";

const fixtures = [makeFixture(21, 6_000), makeFixture(22, 500), makeFixture(23, 6_000, { deletedShare: 0.2 })];
const words = fc.array(
  fc.oneof({ weight: 3, arbitrary: fc.nat(12) }, { weight: 1, arbitrary: fc.nat(59) }).map((n) => `w${n}`),
  { minLength: 1, maxLength: 4 },
);

/**
 * A stand-in for the frequency: counts the starts where every place matches; with slop, those where each place is at
 * most `slop` away.
 */
function frequency(places: readonly PlacePositions[], slop: number): number {
  const [first, ...others] = places;
  let count = 0;
  for (const position of first!.positions) {
    const start = position - first!.offset;
    const far = others.map((place) =>
      Math.min(...Array.from(place.positions, (other) => Math.abs(other - place.offset - start))),
    );
    if (far.every((distance) => distance <= slop)) count += 1 / (1 + Math.max(0, ...far));
  }
  return Math.fround(count);
}

/** The phrase of words, with further words `also` at each place; undefined when the segment lacks one. */
function phraseOf(
  fixture: Fixture,
  texts: readonly string[],
  slop: number,
  also: readonly string[] = [],
): SegmentPhrase | undefined {
  const ordinal = (text: string) => clauseOf(fixture, "text", text)?.ordinal ?? -1;
  const places = texts.map((text, i) => ({
    position: i * (i > 1 ? 2 : 1),
    ordinals: [...new Set([text, ...also].map(ordinal))],
  }));
  if (places.some((place) => place.ordinals.includes(-1))) return undefined;
  return { field: "text", places, slop, scoring: clauseOf(fixture, "text", texts[0]!)!.scoring };
}

/** The expected result, from the words of every document. */
function expected(fixture: Fixture, phrase: SegmentPhrase): Matches {
  const terms = fixture.reader.terms("text")!;
  const norms = fixture.reader.norms("text")!;
  const wanted = phrase.places.map((place) => new Set(place.ordinals.map((ordinal) => terms.text(ordinal))));
  const matches: Matches = new Map();
  fixture.documents.forEach(({ words: held }, doc) => {
    if (!isLive(fixture.live, doc)) return;
    const places = phrase.places.map((place, i) => ({
      offset: place.position,
      terms: place.ordinals,
      positions: Int32Array.from(held.flatMap((word, position) => (wanted[i]!.has(word) ? [position] : []))),
    }));
    if (places.some((place) => place.positions.length === 0)) return;
    const freq = frequency(places, phrase.slop);
    if (freq > 0) matches.set(doc, termScore(phrase.scoring!, freq, norms[doc]!));
  });
  return matches;
}

function check(fixture: Fixture, phrase: SegmentPhrase | undefined): void {
  if (!phrase) return;
  const matches = expected(fixture, phrase);
  const filter = clauseOf(fixture, "text", "w1")!;
  const filtered = those(matches, (doc) => fixture.documents[doc]!.words.includes("w1"));
  // The kernel counts sloppy phrases of two words as Lucene does, not with the stand-in.
  const driven = (operator: Operator) => (phrase.slop > 0 ? windowed(operator) : operator);
  checkTop(fixture, (context) => driven(phraseOperator(context, phrase, frequency)), matches);
  checkTop(
    fixture,
    (context) =>
      new ConjunctionOperator(context, {
        scoring: [driven(phraseOperator(context, phrase, frequency))],
        filters: [new TermOperator(context, filter)],
      }),
    filtered,
  );
  withContext(fixture, (context) => {
    const found: number[] = [];
    const operator = new ConjunctionOperator(context, {
      scoring: [phraseOperator(context, phrase, frequency)],
      filters: [new TermOperator(context, filter)],
    });
    forEachWindow({
      operator,
      context,
      live: fixture.live,
      scored: false,
      take: (docs, count) => void found.push(...docs.subarray(0, count)),
    });
    expect(found).toEqual([...filtered.keys()]);
  });
}

/** As one loop of the kernel and window by window, with and without skipping. */
function checkTop(fixture: Fixture, operatorOf: (context: SegmentContext) => Operator, matches: Matches): void {
  const { live } = fixture;
  for (const totalHitsThreshold of [0, 20, Infinity]) {
    for (const flat of [true, false]) {
      withContext(fixture, (context) => {
        const operator = flat ? operatorOf(context) : windowed(operatorOf(context));
        const top = collectTopK({
          operator,
          context,
          live,
          k: 7,
          minimumScore: -Infinity,
          totalHitsThreshold,
          hitsSoFar: 0,
        });
        expect({ docs: [...top.docs], scores: [...top.scores] }).toEqual(best(matches, 7));
        if (top.relation === "eq") expect(top.hits).toBe(matches.size);
        else expect(top.hits).toBeGreaterThan(totalHitsThreshold);
      });
    }
  }
  withContext(fixture, (context) =>
    expect(countMatches({ operator: operatorOf(context), context, live })).toBe(matches.size),
  );
}

/** The operator without its flat shape. */
function windowed(operator: Operator): Operator {
  return {
    cost: operator.cost,
    nextWindow: (from) => operator.nextWindow(from),
    maxScore: (base) => operator.maxScore(base),
    fill: (base, into, scored, candidates) => operator.fill(base, into, scored, candidates),
  };
}

describe("phrases", () => {
  test("match where the words are at their positions, with the right frequency", () => {
    fc.assert(
      fc.property(fc.constantFrom(...fixtures), words, (fixture, texts) => check(fixture, phraseOf(fixture, texts, 0))),
      { numRuns: 40 },
    );
  });

  test("match with slop and with several words at a place as their frequency says", () => {
    fc.assert(
      fc.property(fc.constantFrom(...fixtures), words, fc.nat(2), fc.boolean(), (fixture, texts, slop, several) =>
        check(fixture, phraseOf(fixture, texts, slop, several ? ["w3"] : [])),
      ),
      { numRuns: 30 },
    );
  });

  test("read the positions of each document, also when documents are skipped", () => {
    fc.assert(
      fc.property(fc.constantFrom(...fixtures), fc.nat(20), fc.integer({ min: 1, max: 40 }), (fixture, word, step) => {
        const clause = clauseOf(fixture, "text", `w${word}`);
        if (!clause) return;
        const postings = readPostings(fixture.reader.data, fixture.reader.field("text")!.terms!, clause.ordinal);
        withContext(fixture, (context) => {
          const positions = new TermPositions(context, "text", clause.ordinal, undefined);
          for (let i = 0; i < postings.length; i += step)
            expect([...positions.of(postings[i]!.doc)]).toEqual(postings[i]!.positions);
        });
      }),
      { numRuns: 60 },
    );
  });
});

test("synonyms score the sum of their frequencies", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...fixtures),
      fc.uniqueArray(fc.nat(59), { minLength: 1, maxLength: 4 }),
      fc.constantFrom(0, Infinity),
      (fixture, numbers, totalHitsThreshold) => {
        const clauses = numbers.flatMap((n) => clauseOf(fixture, "text", `w${n}`) ?? []);
        if (clauses.length === 0) return;
        const { scoring } = clauses[0]!;
        const terms = fixture.reader.terms("text")!;
        const texts = new Set(clauses.map((clause) => terms.text(clause.ordinal)));
        const norms = fixture.reader.norms("text")!;
        const matches: Matches = new Map();
        fixture.documents.forEach((document, doc) => {
          const freq = document.words.filter((word) => texts.has(word)).length;
          if (freq > 0) matches.set(doc, termScore(scoring, freq, norms[doc]!));
        });
        withContext(fixture, (context) => {
          const operator = new SynonymsOperator(context, {
            field: "text",
            ordinals: clauses.map((clause) => clause.ordinal),
            scoring,
          });
          const top = collectTopK({
            operator,
            context,
            live: undefined,
            k: 9,
            minimumScore: -Infinity,
            totalHitsThreshold,
            hitsSoFar: 0,
          });
          expect({ docs: [...top.docs], scores: [...top.scores] }).toEqual(best(matches, 9));
          if (top.relation === "eq") expect(top.hits).toBe(matches.size);
        });
      },
    ),
    { numRuns: 60 },
  );
});
