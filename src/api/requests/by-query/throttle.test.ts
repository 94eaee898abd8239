import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Throttle } from "./throttle.ts";

let nowMs = 0;
const clock = { monotonicMs: (): number => nowMs };

async function pass(ms: number): Promise<void> {
  nowMs += ms;
  await vi.advanceTimersByTimeAsync(ms);
}

beforeEach(() => {
  nowMs = 0;
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

/** A pause behind a batch that took `tookMs`. */
function pausing(throttle: Throttle, tookMs: number, size: number): { isOver: boolean } {
  const state = { isOver: false };
  void throttle.pause(nowMs - tookMs, size).then(() => (state.isOver = true));
  return state;
}

test("a pause lasts as long as a batch should have taken, less the time that it took", async () => {
  const throttle = new Throttle(100, clock);
  nowMs = 1000;
  const pause = pausing(throttle, 300, 50);
  expect(throttle.throttledUntilMs).toBe(200);
  await pass(199);
  expect([pause.isOver, throttle.throttledUntilMs]).toEqual([false, 1]);
  await pass(1);
  expect([pause.isOver, throttle.throttledMs, throttle.throttledUntilMs]).toEqual([true, 200, 0]);
});

test("without a rate there are no pauses, and a slow batch needs none", async () => {
  const free = new Throttle(Number.POSITIVE_INFINITY, clock);
  const slow = new Throttle(1, clock);
  nowMs = 10_000;
  const pauses = [pausing(free, 0, 1000), pausing(slow, 5000, 5)];
  await pass(0);
  expect(pauses.map(({ isOver }) => isOver)).toEqual([true, true]);
});

test("a faster rate cuts the pause under way in proportion, a slower one leaves it, none ends it", async () => {
  const throttle = new Throttle(1, clock);
  const pause = pausing(throttle, 0, 100);
  throttle.change(10);
  expect(throttle.throttledUntilMs).toBe(10_000);
  throttle.change(2);
  expect(throttle.throttledUntilMs).toBe(10_000);
  await pass(4000);
  throttle.change(Number.POSITIVE_INFINITY);
  await pass(0);
  expect([pause.isOver, throttle.throttledMs]).toEqual([true, 4000]);
});
