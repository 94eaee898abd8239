import { expect, test } from "vitest";
import { AnswerPages, giveBackPage } from "./answer-pages.ts";

const memoryOf = (page: Buffer): SharedArrayBuffer => page.buffer as unknown as SharedArrayBuffer;

test("a page is written again only after it was given back", () => {
  const pages = new AnswerPages();
  const first = pages.take();
  const second = pages.take();
  expect(memoryOf(second)).not.toBe(memoryOf(first));
  giveBackPage(memoryOf(first));
  expect(memoryOf(pages.take())).toBe(memoryOf(first));
  expect(memoryOf(pages.take())).not.toBe(memoryOf(second));
});

test("pages that are not given back are left to whoever has them", () => {
  const pages = new AnswerPages();
  const taken = Array.from({ length: 10 }, () => pages.take());
  expect(new Set(taken.map(memoryOf)).size).toBe(10);
  for (const page of taken) giveBackPage(memoryOf(page));
  // The last ones are still known.
  expect(taken.map(memoryOf).slice(-3)).toContain(memoryOf(pages.take()));
});

test("a larger page has what stood in the smaller one, and its place", () => {
  const pages = new AnswerPages();
  const small = pages.take();
  small.write("beginning");
  const large = pages.larger(small, 5, 2 * small.length);
  expect([large.toString("latin1", 0, 9), large.length]).toEqual(["begin\0\0\0\0", 2 * small.length]);
  giveBackPage(memoryOf(large));
  expect(memoryOf(pages.take())).toBe(memoryOf(large));
  // What is too large to be kept is of one answer.
  const huge = pages.larger(pages.take(), 1, 4 * 1024 * 1024);
  giveBackPage(memoryOf(huge));
  expect(memoryOf(pages.take())).not.toBe(memoryOf(huge));
});
