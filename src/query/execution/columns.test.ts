import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Operator, OperatorContext } from "../operator.ts";
import { countMatches, forEachWindow } from "./bulk.ts";
import { DocListOperator } from "../ids/doc-list-operator.ts";
import { MatchAllOperator } from "../match-all/match-all-operator.ts";
import { matchingTerms } from "../multi-term/matching-terms.ts";
import { numericRange } from "../range/numeric-range-operator.ts";
import { ConjunctionOperator } from "../boolean/conjunction-operator.ts";
import { ExclusionOperator } from "../boolean/exclusion-operator.ts";
import { makeFixture, withContext, type Fixture, type FixtureDocument } from "../../testing/query/operator-fixture.ts";
import { OrdinalsOperator } from "../multi-term/ordinals-operator.ts";
import { PredicateOperator } from "./predicate.ts";
import { PresenceOperator } from "../field-exists/presence.ts";
import { TermOperator } from "../term/term-operator.ts";
import { TermsUnionOperator } from "../multi-term/terms-union-operator.ts";

const fixtures = [makeFixture(11, 10_000), makeFixture(12, 4096), makeFixture(13, 77)];

/** Documents of an operator. */
function docsOf(fixture: Fixture, make: (context: OperatorContext) => Operator | undefined): number[] {
  const found: number[] = [];
  withContext(fixture, (context) => {
    const operator = make(context);
    if (!operator) return;
    const take = (docs: Uint32Array, count: number) => void found.push(...docs.subarray(0, count));
    forEachWindow({ operator, context, live: undefined, scored: true, take });
    expect(found.length).toBeLessThanOrEqual(operator.cost);
  });
  withContext(fixture, (context) => {
    const operator = make(context);
    if (operator) expect(countMatches({ operator, context, live: undefined })).toBe(found.length);
  });
  return found;
}

const numbersOf = (fixture: Fixture, passes: (document: FixtureDocument, doc: number) => boolean) =>
  fixture.documents.flatMap((document, doc) => (passes(document, doc) ? [doc] : []));

/** The operator restricted to `candidates` must give the same result as without candidates. */
function docsAmong(
  fixture: Fixture,
  candidates: readonly number[],
  make: (context: OperatorContext) => Operator | undefined,
): number[] {
  return docsOf(fixture, (context) => {
    const operator = make(context);
    const list = new DocListOperator(context, Uint32Array.from(candidates));
    return (
      operator &&
      new ConjunctionOperator(context, {
        scoring: [],
        filters: [list, new PredicateOperator(context, operator, () => true)],
      })
    );
  });
}

describe("operators over columns", () => {
  test("find numbers between bounds, of one and of several values", () => {
    const bound = fc.option(
      fc.oneof(fc.double({ min: -1100, max: 1100, noNaN: true }), fc.integer({ min: -1100, max: 1100 })),
      { nil: undefined },
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...fixtures),
        fc.constantFrom("small", "large"),
        bound,
        bound,
        (fixture, field, a, b) => {
          const from = field === "large" && a !== undefined ? a * 60 : a;
          const to = field === "large" && b !== undefined ? b * 60 : b;
          const inside = (value: number) => (from === undefined || value >= from) && (to === undefined || value <= to);
          const expected = numbersOf(fixture, (document) => document[field].some(inside));
          const make = (context: OperatorContext) => numericRange(context, { field, from, to });
          expect(docsOf(fixture, make)).toEqual(expected);
          const few = fixture.documents.flatMap((_, doc) => (doc % 37 === 5 ? [doc] : []));
          expect(docsAmong(fixture, few, make)).toEqual(expected.filter((doc) => doc % 37 === 5));
        },
      ),
      { numRuns: 80 },
    );
  });

  test("take bounds as bigints, and bounds beyond the type", () => {
    const [fixture] = fixtures;
    const expected = numbersOf(fixture!, (document) => document.small.some((value) => value >= 990));
    expect(docsOf(fixture!, (context) => numericRange(context, { field: "small", from: 990n, to: 2n ** 62n }))).toEqual(
      expected,
    );
    expect(docsOf(fixture!, (context) => numericRange(context, { field: "small", from: 989.5, to: 1e300 }))).toEqual(
      expected,
    );
    expect(docsOf(fixture!, (context) => numericRange(context, { field: "small", from: 5.25, to: 5.75 }))).toEqual([]);
    expect(docsOf(fixture!, (context) => numericRange(context, { field: "absent", from: 1, to: 2 }))).toEqual([]);
  });

  test("find terms by ordinals, by postings, and by the operator's own choice", () => {
    const selection = fc.record({
      fixture: fc.constantFrom(...fixtures),
      field: fc.constantFrom("tag", "single"),
      seed: fc.nat(),
      share: fc.constantFrom(0.005, 0.1, 0.6),
    });
    fc.assert(
      fc.property(selection, fc.boolean(), ({ fixture, field, seed, share }, ranged) => {
        const terms = fixture.reader.terms(field)!;
        const first = seed % terms.count;
        const ordinals = Uint32Array.from({ length: terms.count }, (_, i) => i).filter((i) =>
          ranged
            ? i >= first && i < first + share * terms.count + 1
            : (Math.imul(i + seed, 0x9e3779b1) >>> 0) / 2 ** 32 < share || i === first,
        );
        const wanted = new Set([...ordinals].map((ordinal) => terms.text(ordinal)));
        const expected = numbersOf(fixture, ({ tags }) =>
          (field === "tag" ? tags : tags.slice(0, 1)).some((tag) => wanted.has(tag)),
        );
        for (const make of [
          (context: OperatorContext) => matchingTerms(context, field, ordinals),
          (context: OperatorContext) => new OrdinalsOperator(context, field, ordinals),
          (context: OperatorContext) => new TermsUnionOperator(context, field, ordinals),
        ]) {
          expect(docsOf(fixture, make)).toEqual(expected);
          expect(docsAmong(fixture, expected.slice(0, 5), make)).toEqual(expected.slice(0, 5));
        }
      }),
      { numRuns: 60 },
    );
  });

  test("find a frequent term by its ordinal, alone and among few or many candidates", () => {
    for (const fixture of fixtures) {
      const terms = fixture.reader.terms("single")!;
      for (let ordinal = 0; ordinal < terms.count; ordinal++) {
        if (terms.docFreq(ordinal) * 32 < fixture.reader.docCount) continue;
        const expected = numbersOf(fixture, ({ tags }) => tags[0] === terms.text(ordinal));
        const make = (context: OperatorContext) =>
          new TermOperator(context, { field: "single", ordinal, scoring: undefined });
        expect(docsOf(fixture, make)).toEqual(expected);
        for (const share of [2, 50]) {
          const some = fixture.documents.flatMap((_, doc) => (doc % share === 1 ? [doc] : []));
          expect(docsAmong(fixture, some, make)).toEqual(expected.filter((doc) => doc % share === 1));
        }
      }
    }
  });

  test("tell which documents have a field", () => {
    for (const fixture of fixtures) {
      expect(docsOf(fixture, (context) => new PresenceOperator(context, "small"))).toEqual(
        numbersOf(fixture, ({ small }) => small.length > 0),
      );
      expect(docsOf(fixture, (context) => new PresenceOperator(context, "absent"))).toEqual([]);
      expect(docsOf(fixture, (context) => new MatchAllOperator(context, 1))).toEqual(numbersOf(fixture, () => true));
      const absent = (context: OperatorContext) =>
        new ExclusionOperator(context, new MatchAllOperator(context, 1), new PresenceOperator(context, "small"));
      expect(docsOf(fixture, absent)).toEqual(numbersOf(fixture, ({ small }) => small.length === 0));
    }
  });
});
