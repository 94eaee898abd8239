import fc from "fast-check";
import { expect, test } from "vitest";
import { patternsOverlap, simpleMatch } from "./wildcard.ts";

const pattern = fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: 5 });

/** All texts of `a` and `b` up to eight characters: two patterns of five that have a text in common have one there. */
const texts = Array.from({ length: 9 }, (_, length) => length).flatMap((length) =>
  Array.from({ length: 2 ** length }, (_, bits) =>
    Array.from({ length }, (_value, at) => ((bits >> at) & 1 ? "a" : "b")).join(""),
  ),
);

test("two patterns overlap when some text matches both", () => {
  fc.assert(
    fc.property(pattern, pattern, (one, other) => {
      const common = texts.some((text) => simpleMatch(one, text) && simpleMatch(other, text));
      expect(patternsOverlap(one, other)).toBe(common);
    }),
    { numRuns: 60 },
  );
});
