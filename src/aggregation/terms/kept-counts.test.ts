import { expect, test } from "vitest";
import { giveCounts, takeCounts } from "./kept-counts.ts";

/** Tests that ran before in this thread left counts of usual lengths. */
const UNUSUAL = 54_321;

test("counts are used again, as zeros, by one search at a time", () => {
  const first = takeCounts(UNUSUAL);
  first[3] = 7;
  giveCounts(first);
  const second = takeCounts(UNUSUAL);
  expect(second).toBe(first);
  expect(second.every((count) => count === 0)).toBe(true);
  expect(takeCounts(UNUSUAL)).not.toBe(second);
});

test("few are kept, and no large ones", () => {
  const all = Array.from({ length: 12 }, (_, at) => takeCounts(UNUSUAL + at));
  all.forEach(giveCounts);
  expect(takeCounts(UNUSUAL)).not.toBe(all[0]);
  expect(takeCounts(UNUSUAL + 11)).toBe(all[11]);
  const large = takeCounts((1 << 17) + 1);
  giveCounts(large);
  expect(takeCounts(large.length)).not.toBe(large);
});
