/** The frequency of a phrase in a document. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { PlacePositions } from "../operators/phrase.ts";
import { phraseFrequency, sloppyFrequency } from "./phrase-frequency.ts";

const gaps = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 12 });

/** Places with words of their own; offsets ascend. */
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
