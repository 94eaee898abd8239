import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_IMPACTS } from "../format.ts";
import { ImpactFinder, MAX_IMPACT_FREQUENCY } from "./impacts.ts";

const frequency = fc.oneof(
  fc.integer({ min: 1, max: 12 }),
  fc.integer({ min: 1, max: 400 }),
  fc.integer({ min: 1, max: 2 ** 30 }),
);
const block = fc.array(fc.record({ freq: frequency, norm: fc.integer({ min: 1, max: 255 }) }), {
  minLength: 1,
  maxLength: 128,
});

function pairsOf(finder: ImpactFinder, postings: { freq: number; norm: number }[], withNorms = true) {
  const docs = Int32Array.from(postings.keys());
  const freqs = Int32Array.from(postings, ({ freq }) => freq);
  const norms = withNorms ? Uint8Array.from(postings, ({ norm }) => norm) : undefined;
  const found = finder.find(docs, freqs, postings.length, norms);
  return [...finder.pairs.subarray(0, found)].map((pair) => ({ freq: pair >>> 8, norm: pair & 0xff }));
}

test("impacts dominate every document, ascend in both, and are exact while they are few", () => {
  const finder = new ImpactFinder();
  fc.assert(
    fc.property(block, (postings) => {
      const pairs = pairsOf(finder, postings);
      const capped = postings.map(({ freq, norm }) => ({ freq: Math.min(freq, MAX_IMPACT_FREQUENCY), norm }));
      for (const { freq, norm } of capped)
        expect(pairs.some((pair) => pair.freq >= freq && pair.norm <= norm)).toBe(true);
      for (let i = 1; i < pairs.length; i++) {
        expect(pairs[i]!.freq).toBeGreaterThan(pairs[i - 1]!.freq);
        expect(pairs[i]!.norm).toBeGreaterThan(pairs[i - 1]!.norm);
      }
      expect(pairs.length).toBeLessThanOrEqual(MAX_IMPACTS);
      if (pairs.length < MAX_IMPACTS) for (const pair of pairs) expect(capped).toContainEqual(pair);
    }),
    { numRuns: 300 },
  );
});

test("many competitive pairs fold into one with their highest frequency and lowest norm", () => {
  const postings = Array.from({ length: 12 }, (_, i) => ({ freq: i + 1, norm: 10 + i }));
  const pairs = pairsOf(new ImpactFinder(), postings);
  expect(pairs.slice(0, 7)).toEqual(postings.slice(0, 7));
  expect(pairs[7]).toEqual({ freq: 12, norm: 17 });
});

test("without norms the highest frequency has norm 1", () => {
  expect(
    pairsOf(
      new ImpactFinder(),
      [
        { freq: 3, norm: 9 },
        { freq: 7, norm: 9 },
      ],
      false,
    ),
  ).toEqual([{ freq: 7, norm: 1 }]);
});
