import { expect, test } from "vitest";
import { endWithin } from "./end-within.ts";

async function ended(close: () => Promise<void>, graceMs: number): Promise<{ calls: boolean[]; logged: string[] }> {
  const logged: string[] = [];
  const calls: boolean[] = [];
  await new Promise<void>((resolve, reject) => {
    const done = (inOrder: boolean): void => {
      calls.push(inOrder);
      resolve();
    };
    endWithin({
      graceMs,
      close,
      waitsFor: () => ["the write side"],
      log: (level, message) => logged.push(`${level} ${message}`),
      ended: done,
    }).catch(reject);
  });
  return { calls, logged };
}

test("what ends in time ends in order, and nothing is said", async () => {
  expect(await ended(() => Promise.resolve(), 60_000)).toEqual({ calls: [true], logged: [] });
});

test("what never ends is given up after the grace, with a word on what was waited for", async () => {
  const { calls, logged } = await ended(() => new Promise(() => undefined), 20);
  expect(calls).toEqual([false]);
  expect(logged).toEqual(["error not ended after 0.02 s, giving up; still waited for: the write side"]);
});

test("a failure of the end is the caller's", async () => {
  await expect(ended(() => Promise.reject(new Error("broken")), 60_000)).rejects.toThrow("broken");
});
