import { expect, test } from "vitest";
import { WordQueue } from "./word-queue.ts";

test("of words that say as much as each other the first ones are kept, the least first", () => {
  const queue = new WordQueue<{ readonly word: string; readonly score: number }>(3);
  for (const [word, score] of [
    ["a", 2],
    ["b", 1],
    ["c", 1],
    ["d", 1],
    ["e", 3],
  ] as const)
    queue.add({ word, score });
  expect(queue.drain().map(({ word }) => word)).toEqual(["c", "a", "e"]);
  expect(queue.drain()).toEqual([]);
});
