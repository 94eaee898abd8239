import fc from "fast-check";
import { expect, test } from "vitest";
import { NO_MORE_DOCS, WINDOW_DOCS } from "../../segment/format.ts";
import { anyOf, clauseOf, makeFixture, termMatches, withContext } from "../../testing/query/operator-fixture.ts";
import { TermsUnionOperator } from "./terms-union-operator.ts";

// Three chunks: of 4, 16 and 64 windows.
const fixture = makeFixture(52, 90_000);

test("a union of terms holds the documents of any of them, wherever reading begins and whichever windows are skipped", () => {
  const word = fc.oneof(
    fc.nat(99_999).map((n) => `rare${n}`),
    fc.integer({ min: 30, max: 59 }).map((n) => `w${n}`),
  );
  const property = fc.property(
    fc.uniqueArray(word, { minLength: 1, maxLength: 8 }),
    fc.integer({ min: 1, max: 9 }),
    (words, stride) => {
      const clauses = words.flatMap((one) => clauseOf(fixture, "text", one) ?? []);
      if (clauses.length === 0) return;
      const docs = [...anyOf(clauses.map((clause) => termMatches(fixture, clause))).keys()];
      withContext(fixture, (context) => {
        const operator = new TermsUnionOperator(
          context,
          "text",
          Uint32Array.from(clauses, (clause) => clause.ordinal).sort(),
        );
        const window = context.window();
        const found: number[] = [];
        const expected: number[] = [];
        for (let from = (stride - 1) * WINDOW_DOCS; ;) {
          const base = operator.nextWindow(from);
          expect(docs.every((doc) => doc < from || doc >= Math.min(base, NO_MORE_DOCS))).toBe(true);
          if (base === NO_MORE_DOCS) break;
          operator.fill(base, window, false);
          for (let bit = 0; bit < WINDOW_DOCS; bit++)
            if ((window.bits[bit >> 5]! >> (bit & 31)) & 1) found.push(base + bit);
          expected.push(...docs.filter((doc) => doc >= base && doc < base + WINDOW_DOCS));
          from = base + stride * WINDOW_DOCS;
        }
        expect(found).toEqual(expected.sort((a, b) => a - b));
      });
    },
  );
  fc.assert(property, { numRuns: 25 });
});
