import fc from "fast-check";
import { expect, test } from "vitest";
import { bestEntries } from "./best-entries.ts";
import { FAN_OUT_BITS } from "./entry-weights.ts";

/** Weights with the greatest of each 16, 256 … neighbours. */
function levels(weights: readonly number[]): Uint32Array[] {
  const made = [Uint32Array.from(weights)];
  while (made.at(-1)!.length > 1) {
    const below = made.at(-1)!;
    const length = Math.ceil(below.length / (1 << FAN_OUT_BITS));
    made.push(
      Uint32Array.from({ length }, (_zero, node) =>
        Math.max(...below.subarray(node << FAN_OUT_BITS, (node + 1) << FAN_OUT_BITS)),
      ),
    );
  }
  return made;
}

test("the best entries of ranges come in the order of their scores, then of the dictionary", () => {
  const weights = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 700 });
  fc.assert(
    fc.property(weights, fc.nat(), fc.nat(), fc.nat(3), (given, one, other, boost) => {
      const [from, to] = [one % given.length, other % (given.length + 1)].toSorted((a, b) => a - b) as [number, number];
      const found = [...bestEntries(levels(given), [{ from, to, boost, context: undefined }])];
      const score = (ordinal: number): number => (boost === 0 ? given[ordinal]! : given[ordinal]! * boost || boost);
      const expected = Array.from({ length: to - from }, (_zero, at) => from + at).sort(
        (a, b) => score(b) - score(a) || a - b,
      );
      expect(found.map(({ ordinal }) => ordinal)).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});

test("the best of a million entries are found without looking at all of them", () => {
  const weights = levels(Array.from({ length: 1_000_000 }, (_zero, at) => (at * 7919) % 1_000_003));
  const started = performance.now();
  const best = bestEntries(weights, [{ from: 5, to: 999_990, boost: 0, context: undefined }]);
  for (let at = 0; at < 10; at++) expect(best.next().done).toBe(false);
  expect(performance.now() - started).toBeLessThan(50);
});
