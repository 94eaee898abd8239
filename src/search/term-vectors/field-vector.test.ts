import fc from "fast-check";
import { expect, test } from "vitest";
import { builtInAnalysis } from "../../analysis/analyzers-of.ts";
import { vectorTerms } from "./field-vector.ts";

const standard = builtInAnalysis.analyzer("standard");

test("offsets point at the words in the values joined by one character", () => {
  const words = fc.stringMatching(/^[a-z]{1,4}( [a-z]{1,4}){0,3}$/);
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 4 }), (values) => {
      const text = values.join("\n");
      const terms = vectorTerms(values, { analyzer: standard, gap: 100 });
      for (const { text: word, occurrences } of terms) {
        for (const { startOffset, endOffset } of occurrences) expect(text.slice(startOffset, endOffset)).toBe(word);
      }
      expect(terms.reduce((sum, { occurrences }) => sum + occurrences.length, 0)).toBe(text.split(/\s/).length);
    }),
  );
});

test("a value without tokens moves no positions", () => {
  const [term] = vectorTerms(["...", "a"], { analyzer: standard, gap: 100 });
  expect(term?.occurrences).toEqual([{ position: 0, startOffset: 4, endOffset: 5 }]);
});

test("terms stand in the order of their UTF-8 bytes, which is not that of UTF-16", () => {
  const terms = vectorTerms(["\u{1f600}", "\uff01", "b", "B"], { analyzer: undefined, gap: 0 });
  expect(terms.map(({ text }) => text)).toEqual(["B", "b", "\uff01", "\u{1f600}"]);
});
