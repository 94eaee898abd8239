import { expect, test } from "vitest";
import { RecoveryLimit } from "./recovery-limit.ts";

function scene(): { readonly limit: RecoveryLimit; readonly waited: number[]; pass(ms: number): void } {
  let nowMs = 0;
  const waited: number[] = [];
  const limit = new RecoveryLimit({ monotonicMs: () => nowMs }, (ms) => {
    waited.push(ms);
    return Promise.resolve();
  });
  return { limit, waited, pass: (ms) => void (nowMs += ms) };
}

test("copies wait until the bytes before theirs are within the limit, all of them together", async () => {
  const { limit, waited, pass } = scene();
  await Promise.all([limit.passed(1000, 1000), limit.passed(500, 1000), limit.passed(500, 1000)]);
  expect(waited).toEqual([1000, 1500]);
  pass(2000);
  await limit.passed(100, 1000);
  expect(waited).toHaveLength(2);
});

test("an idle hour allows no burst, and without a limit nobody waits", async () => {
  const { limit, waited, pass } = scene();
  pass(3_600_000);
  for (let piece = 0; piece < 3; piece++) await limit.passed(1000, 1000);
  expect(waited).toEqual([1000, 2000]);
  await limit.passed(1_000_000, -1);
  await limit.passed(1_000_000, 0);
  expect(waited).toHaveLength(2);
});
