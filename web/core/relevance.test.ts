import fc from "fast-check";
import { expect, test } from "vitest";
import { mean, normalizedGain, precisionAt, reciprocalRank } from "./relevance.ts";

test("the measures of a list by hand", () => {
  const grades = [3, 0, undefined, 1];
  expect(precisionAt(grades)).toBeCloseTo(2 / 3);
  expect(reciprocalRank([undefined, 0, 2])).toBeCloseTo(1 / 3);
  expect(reciprocalRank([0, 0])).toBe(0);
  // 7 + 1/log2(5) over 7 + 1/log2(3)
  expect(normalizedGain(grades, [3, 0, 1])).toBeCloseTo((7 + 1 / Math.log2(5)) / (7 + 1 / Math.log2(3)));
  for (const of of [precisionAt, reciprocalRank]) expect(of([undefined])).toBeUndefined();
  expect(normalizedGain([], [])).toBeUndefined();
  expect(mean([1, undefined, 2])).toBe(1.5);
});

test("the best order has the best gain, and none has more than 1", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 12 }), (grades) => {
      const gain = normalizedGain(grades, grades) ?? 0;
      const best =
        normalizedGain(
          grades.toSorted((a, b) => b - a),
          grades,
        ) ?? 0;
      expect(gain).toBeLessThanOrEqual(best + 1e-9);
      expect(best === 0 || Math.abs(best - 1) < 1e-9).toBe(true);
    }),
  );
});
