import fc from "fast-check";
import { expect, test } from "vitest";
import { distanceProbability, greatestDistance } from "./two-samples.ts";

test("the distance is the greatest of the distribution functions", () => {
  const distance = (a: number[], b: number[]): number => greatestDistance(Float64Array.from(a), Float64Array.from(b));
  expect(distance([1, 2, 3], [4, 5, 6])).toBe(1);
  expect(distance([1, 3, 5], [2, 4, 6])).toBeCloseTo(1 / 3, 15);
  expect(distance([1, 1, 2], [1, 2, 2])).toBeCloseTo(1 / 3, 15);
});

/** All ways to mix two samples, one by one. */
function counted(distance: number, first: number, second: number): number {
  let all = 0;
  let far = 0;
  const walk = (i: number, j: number, isFar: boolean): void => {
    const reached = isFar || Math.abs(i / first - j / second) >= distance - 1e-12;
    if (i === first && j === second) {
      all++;
      if (reached) far++;
    }
    if (i < first) walk(i + 1, j, reached);
    if (j < second) walk(i, j + 1, reached);
  };
  walk(0, 0, false);
  return far / all;
}

test("the probability is the part of all mixtures that are so far apart", () => {
  const size = fc.integer({ min: 1, max: 6 });
  fc.assert(
    fc.property(size, size, fc.nat(36), (first, second, steps) => {
      const distance = Math.min(1, steps / (first * second));
      expect(distanceProbability(distance, [first, second])).toBeCloseTo(counted(distance, first, second), 12);
    }),
    { numRuns: 60 },
  );
});
