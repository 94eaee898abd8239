import fc from "fast-check";
import { expect, test } from "vitest";
import { selectTop } from "./select-top.ts";

test("the best are the first of all in order", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 })), fc.integer({ min: 1, max: 20 }), (weights, limit) => {
      const candidates = weights.map((_, place) => place);
      const compare = (left: number, right: number): number => weights[right]! - weights[left]! || left - right;
      expect(selectTop(candidates, limit, compare)).toEqual([...candidates].sort(compare).slice(0, limit));
    }),
  );
});
