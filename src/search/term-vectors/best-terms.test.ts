import fc from "fast-check";
import { expect, test } from "vitest";
import { bestTerms } from "./best-terms.ts";
import type { VectorTerm } from "./field-vector.ts";
import type { TermFilter } from "./term-vector-item.ts";

const ALL: TermFilter = {
  maxNumTerms: 25,
  minTermFreq: 0,
  maxTermFreq: 0x7fffffff,
  minDocFreq: 0,
  maxDocFreq: 0x7fffffff,
  minWordLength: 0,
  maxWordLength: 0,
};

function term(text: string, frequency: number): VectorTerm {
  return {
    text,
    bytes: Buffer.from(text),
    occurrences: Array.from({ length: frequency }, () => ({ position: 0, startOffset: 0, endOffset: 0 })),
  };
}

test("the score of the documentation's example comes out: one occurrence, 27 of 176,214 documents", () => {
  const scores = bestTerms([term("armored", 1)], ALL, 176_214, () => 27);
  // Four digits: the example is older than the "+ 1" at the documents of ClassicSimilarity.
  expect(scores.get("armored")).toBeCloseTo(9.74725, 4);
});

test("a term that is in no document of the shard is left out", () => {
  expect([...bestTerms([term("a", 1), term("b", 1)], ALL, 3, ({ text }) => (text === "a" ? 0 : 1)).keys()]).toEqual([
    "b",
  ]);
});

test("no term left out has a greater score than one that stays", () => {
  const terms = fc.uniqueArray(
    fc.record({ text: fc.string({ minLength: 1, maxLength: 3 }), frequency: fc.integer({ min: 1, max: 4 }) }),
    {
      selector: ({ text }) => text,
    },
  );
  fc.assert(
    fc.property(terms, fc.integer({ min: 1, max: 6 }), (words, maxNumTerms) => {
      const vector = words.map(({ text, frequency }) => term(text, frequency));
      const docFreq = ({ text }: VectorTerm): number => (text.charCodeAt(0) % 5) + 1;
      const all = bestTerms(vector, { ...ALL, maxNumTerms: words.length + 1 }, 10, docFreq);
      const best = bestTerms(vector, { ...ALL, maxNumTerms }, 10, docFreq);
      expect(all.size).toBe(words.length);
      const greatest = [...all.values()].sort((left, right) => right - left).slice(0, maxNumTerms);
      expect([...best.values()].sort((left, right) => right - left)).toEqual(greatest);
      for (const [text, score] of best) expect(all.get(text)).toBe(score);
    }),
  );
});

test.each([0, -1])("a number of terms that keeps none is refused: %i", (maxNumTerms) => {
  expect(() => bestTerms([term("a", 1)], { ...ALL, maxNumTerms }, 1, () => 1)).toThrow("maxSize must be >= 0");
});
