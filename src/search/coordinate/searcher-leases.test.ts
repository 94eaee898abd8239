import { expect, test } from "vitest";
import type { SearchTarget } from "../search-service.ts";
import { SearcherLeases } from "./searcher-leases.ts";

/** Leases on a clock that is set by hand. */
function leasesAt(start: number): {
  readonly leases: SearcherLeases;
  readonly log: string[];
  readonly advance: (milliseconds: number) => void;
  readonly isWaiting: () => boolean;
} {
  let now = start;
  let count = 0;
  let due: { readonly atMs: number; readonly callback: () => void } | undefined;
  const log: string[] = [];
  const leases = new SearcherLeases({
    keeper: {
      keep: (target) => {
        log.push(`keep ${target.index}`);
        return { ...target, shards: [0, 1], generations: [7, 8] };
      },
      letGo: ({ index }) => void log.push(`let go ${index}`),
    },
    clock: { monotonicMs: () => now },
    newId: () => `id-${++count}`,
    after(milliseconds, callback) {
      const own = (due = { atMs: now + milliseconds, callback });
      return () => {
        if (due === own) due = undefined;
      };
    },
  });
  const advance = (milliseconds: number): void => {
    now += milliseconds;
    while (due && due.atMs <= now) {
      const { callback } = due;
      due = undefined;
      callback();
    }
  };
  return { leases, log, advance, isWaiting: () => due !== undefined };
}

const target = (index: string): SearchTarget => ({ uuid: `u-${index}`, index, filters: [], access: undefined });

test("targets of a lease name the states that it holds, and each lease is counted", () => {
  const { leases } = leasesAt(1000);
  const { id } = leases.hold([target("a")], 100);
  expect(leases.targets(id, 0)).toEqual([{ ...target("a"), shards: [0, 1], generations: [7, 8] }]);
  leases.hold([target("a"), target("b")], 100);
  expect([leases.contexts("u-a"), leases.contexts("u-a", 1), leases.contexts("u-b"), leases.contexts("u-c")]).toEqual([
    4, 2, 2, 0,
  ]);
});

test("what is not renewed in time ends by the clock, and nothing waits where nothing is held", () => {
  const { leases, log, advance, isWaiting } = leasesAt(1000);
  expect(isWaiting()).toBe(false);
  const { id: short } = leases.hold([target("a")], 100);
  const { id: long } = leases.hold([target("b")], 300);
  advance(90);
  leases.targets(short, 50);
  advance(40);
  expect(log).toEqual(["keep a", "keep b"]);
  advance(10);
  expect(log).toEqual(["keep a", "keep b", "let go a"]);
  expect(() => leases.targets(short, 50)).toThrow(`No search context found for id [${short}]`);
  expect(leases.targets(long, 1)).toHaveLength(1);
  advance(200);
  expect(log.at(-1)).toBe("let go b");
  expect(isWaiting()).toBe(false);
});

test("a released lease is over, and released once", () => {
  const { leases, log, isWaiting } = leasesAt(0);
  const { id } = leases.hold([target("a")], 100);
  expect([leases.release(id), leases.release(id), leases.release("other")]).toEqual([true, false, false]);
  expect(log).toEqual(["keep a", "let go a"]);
  expect(isWaiting()).toBe(false);
});
