import { describe, expect, test } from "vitest";
import { FailedAttempts } from "./failed-attempts.ts";

function attempts(): { failed: FailedAttempts; clock: { nowMs: number } } {
  const clock = { nowMs: 0 };
  return { failed: new FailedAttempts({ monotonicMs: () => clock.nowMs }), clock };
}

describe("failed attempts", () => {
  test("hold up a user at an address after ten, until a minute after the first", () => {
    const { failed, clock } = attempts();
    for (let at = 0; at < 10; at++) {
      expect(failed.waitSeconds("ann", "a")).toBe(0);
      failed.failed("ann", "a");
    }
    clock.nowMs = 20_500;
    expect(failed.waitSeconds("ann", "a")).toBe(40);
    expect(failed.waitSeconds("ann", "b")).toBe(0);
    expect(failed.waitSeconds("bob", "a")).toBe(0);
    clock.nowMs = 60_000;
    expect(failed.waitSeconds("ann", "a")).toBe(0);
  });

  test("tell once that they begin to hold up", () => {
    const { failed, clock } = attempts();
    const told = Array.from({ length: 12 }, () => failed.failed("ann", "a"));
    expect(told.indexOf(true)).toBe(9);
    expect(told.lastIndexOf(true)).toBe(9);
    clock.nowMs = 60_000;
    expect(failed.failed("ann", "a")).toBe(false);
    const address = Array.from({ length: 120 }, (_, at) => failed.failed(`user${at}`, "b"));
    expect([address.indexOf(true), address.lastIndexOf(true)]).toEqual([99, 99]);
  });

  test("hold up an address after a hundred, whatever the names", () => {
    const { failed } = attempts();
    for (let at = 0; at < 100; at++) failed.failed(`user${at}`, "a");
    expect(failed.waitSeconds("ann", "a")).toBe(60);
    expect(failed.waitSeconds("ann", "b")).toBe(0);
  });

  test("of a user are forgotten with the right password", () => {
    const { failed } = attempts();
    for (let at = 0; at < 9; at++) failed.failed("ann", "a");
    failed.succeeded("ann", "a");
    failed.failed("ann", "a");
    expect(failed.waitSeconds("ann", "a")).toBe(0);
  });

  test("take a bounded amount of memory: the oldest counts go first", () => {
    const { failed } = attempts();
    for (let at = 0; at < 10; at++) failed.failed("ann", "first");
    for (let at = 0; at < 10_000; at++) failed.failed("x", `address ${at}`);
    expect(failed.waitSeconds("ann", "first")).toBe(0);
    expect(failed.waitSeconds("x", "address 9999")).toBe(0);
  });
});
