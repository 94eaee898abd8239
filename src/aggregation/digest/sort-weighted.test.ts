import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeRuns, sortPairs } from "./sort-weighted.ts";

const numbers = fc.array(fc.oneof(fc.constantFrom(0, -0, 1), fc.double({ noNaN: true })), { maxLength: 40 });

/** The slow twin: pairs sorted by value, in their order where values are equal. */
function sorted(pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  return pairs
    .map((pair, place) => [pair, place] as const)
    .sort(([[a], i], [[b], j]) => (a < b ? -1 : a > b ? 1 : i - j))
    .map(([pair]) => pair);
}

test("runs that are merged are what sorting all of them makes", () => {
  fc.assert(
    fc.property(numbers, numbers, (left, right) => {
      const runs = [left, right].map((values, run) => {
        const weights = Float64Array.from(values, (_, place) => 100 * run + place);
        const own = Float64Array.from(values);
        sortPairs(own, weights);
        return { values: own, weights };
      });
      const into = {
        values: new Float64Array(left.length + right.length),
        weights: new Float64Array(left.length + right.length),
      };
      mergeRuns(runs[0]!, runs[1]!, into);
      const pairs = [left, right].flatMap((values, run) =>
        values.map((value, place) => [value, 100 * run + place] as const),
      );
      expect(Array.from(into.values, (value, i) => [value, into.weights[i]])).toEqual(sorted(pairs));
    }),
  );
});
