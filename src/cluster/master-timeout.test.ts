import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Patience } from "./master-timeout.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new Promise<number>(() => undefined);

test("what does not come in time is 503, what comes is itself", async () => {
  const patience = new Patience(2_000);
  const waited = patience.with(never).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(patience.isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await waited).toMatchObject({ status: 503, type: "master_not_discovered_exception" });
  expect(patience.isOver).toBe(true);
  expect(await new Patience(2_000).with(Promise.resolve(1))).toBe(1);
  await expect(new Patience(2_000).with(Promise.reject(new Error("its own")))).rejects.toThrow("its own");
});

test("a second is given in any case, and below 0 there is no end", async () => {
  const [hasty, endless] = [new Patience(0), new Patience(-1)];
  const waited = hasty.with(never).catch(() => undefined);
  void endless.with(never);
  await vi.advanceTimersByTimeAsync(999);
  expect(hasty.isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(10 ** 9);
  await waited;
  expect([hasty.isOver, endless.isOver]).toEqual([true, false]);
});
