import { expect, test } from "vitest";
import { giveCounts, takeCounts } from "./kept-counts.ts";

test("counts are used again, as zeros, by one search at a time", () => {
  const first = takeCounts(5);
  first[3] = 7;
  giveCounts(first);
  const second = takeCounts(5);
  expect(second).toBe(first);
  expect([...second]).toEqual([0, 0, 0, 0, 0]);
  expect(takeCounts(5)).not.toBe(second);
});

test("few are kept, and no large ones", () => {
  const all = Array.from({ length: 12 }, (_, at) => takeCounts(100 + at));
  all.forEach(giveCounts);
  expect(takeCounts(100)).not.toBe(all[0]);
  expect(takeCounts(111)).toBe(all[11]);
  const large = takeCounts((1 << 17) + 1);
  giveCounts(large);
  expect(takeCounts(large.length)).not.toBe(large);
});
