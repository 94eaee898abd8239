import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FailedAttempts } from "./failed-attempts.ts";

function attempts() {
  const clock = { nowMs: 0 };
  const told: [string | undefined, string, number][] = [];
  const later: [number, () => void][] = [];
  const counted = new FailedAttempts(
    { monotonicMs: () => clock.nowMs },
    ({ username, address, count }) => told.push([username, address, count]),
    (afterMs, work) => later.push([clock.nowMs + afterMs, work]),
  );
  const fail = (username: string, address: string): boolean => counted.begin(username, address).failed();
  const passed = (toMs: number): void => {
    clock.nowMs = toMs;
    for (const [atMs, work] of later.splice(0)) {
      if (atMs <= toMs) work();
      else later.push([atMs, work]);
    }
  };
  return { counted, clock, told, fail, passed };
}

describe("attempts that fail", () => {
  test("hold up a user at an address after ten, until a minute after the first", () => {
    const { counted, clock, fail } = attempts();
    for (let at = 0; at < 10; at++) {
      expect(counted.refuse("ann", "a")).toBe(0);
      fail("ann", "a");
    }
    clock.nowMs = 20_500;
    expect(counted.refuse("ann", "a")).toBe(40);
    expect(counted.refuse("ann", "b")).toBe(0);
    expect(counted.refuse("bob", "a")).toBe(0);
    clock.nowMs = 60_000;
    expect(counted.refuse("ann", "a")).toBe(0);
  });

  test("count before anybody looked at them", () => {
    const { counted } = attempts();
    const begun = Array.from({ length: 10 }, () => counted.begin("ann", "a"));
    expect(counted.refuse("ann", "a")).toBe(1);
    begun[0]?.dropped();
    expect(counted.refuse("ann", "a")).toBe(0);
    for (const attempt of begun.slice(1)) attempt.failed();
    counted.begin("ann", "a").failed();
    expect(counted.refuse("ann", "a")).toBe(60);
  });

  test("tell once that they begin to hold up", () => {
    const { fail, clock } = attempts();
    const told = Array.from({ length: 12 }, () => fail("ann", "a"));
    expect(told.indexOf(true)).toBe(9);
    expect(told.lastIndexOf(true)).toBe(9);
    clock.nowMs = 60_000;
    expect(fail("ann", "a")).toBe(false);
    const address = Array.from({ length: 120 }, (_, at) => fail(`user${at}`, "b"));
    expect([address.indexOf(true), address.lastIndexOf(true)]).toEqual([99, 99]);
  });

  test("hold up an address after a hundred, whatever the names", () => {
    const { counted, fail } = attempts();
    for (let at = 0; at < 100; at++) fail(`user${at}`, "a");
    expect(counted.refuse("ann", "a")).toBe(60);
    expect(counted.refuse("ann", "b")).toBe(0);
  });

  test("hold up a whole network of IPv6, as one customer has all of it", () => {
    const { counted, fail } = attempts();
    for (let at = 0; at < 10; at++) fail("ann", `2001:db8:1:2::${at}`);
    expect(counted.refuse("ann", "2001:db8:1:2:ffff::1")).toBe(60);
    expect(counted.refuse("ann", "2001:db8:1:3::1")).toBe(0);
  });

  test("of a user are forgotten with the right password", () => {
    const { counted, fail } = attempts();
    for (let at = 0; at < 9; at++) fail("ann", "a");
    counted.begin("ann", "a").succeeded();
    fail("ann", "a");
    expect(counted.refuse("ann", "a")).toBe(0);
  });

  test("take a bounded amount of memory: the oldest counts go first", () => {
    const { counted, fail } = attempts();
    for (let at = 0; at < 10; at++) fail("ann", "first");
    for (let at = 0; at < 10_000; at++) fail("x", `address ${at}`);
    expect(counted.refuse("ann", "first")).toBe(0);
    expect(counted.refuse("x", "address 9999")).toBe(0);
  });

  test("are told of at the end of the window, how many were refused unseen", () => {
    const { counted, fail, told, passed } = attempts();
    for (let at = 0; at < 10; at++) fail("ann", "a");
    for (let at = 0; at < 500; at++) counted.refuse("ann", "a");
    for (let at = 0; at < 90; at++) fail(`user${at}`, "a");
    for (let at = 0; at < 7; at++) counted.refuse(`user${at}`, "a");
    passed(59_999);
    expect(told).toEqual([]);
    passed(60_000);
    expect(told).toEqual([
      ["ann", "a", 500],
      [undefined, "a", 7],
    ]);
  });

  test("are never more than may fail, however many are under way", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("begin", "failed", "dropped"), { maxLength: 200 }), (steps) => {
        const { counted } = attempts();
        const open: ReturnType<FailedAttempts["begin"]>[] = [];
        let failures = 0;
        for (const step of steps) {
          if (step === "begin" && counted.refuse("ann", "a") === 0) open.push(counted.begin("ann", "a"));
          else if (step === "dropped") open.shift()?.dropped();
          else if (step === "failed" && open.length > 0) {
            open.shift()?.failed();
            failures++;
          }
          expect(failures + open.length).toBeLessThanOrEqual(10);
        }
      }),
    );
  });
});
