import { expect, test } from "vitest";
import { MemoryPool } from "../../segment/memory/memory-pool.ts";
import { SegmentMemories } from "./segment-memories.ts";

const MB = 1024 ** 2;

function memories(keepBytes: number): {
  pool: MemoryPool;
  clock: { monotonicMs: () => number; ms: number };
  taken: SegmentMemories;
  collections: () => number;
} {
  const pool = new MemoryPool(keepBytes);
  const clock = { ms: 0, monotonicMs: () => clock.ms };
  let count = 0;
  const taken = new SegmentMemories(pool, clock, () => void count++);
  return { pool, clock, taken, collections: () => count };
}

test("what is kept for reuse is not collected, until it was not used for a minute", () => {
  const { pool, clock, taken, collections } = memories(64 * MB);
  taken.release(pool.acquire(8 * MB, 1));
  clock.ms = 59_000;
  taken.tick();
  expect([pool.keptBytes > 0, collections()]).toEqual([true, 0]);
  clock.ms = 60_000;
  taken.tick();
  taken.tick();
  expect([pool.keptBytes, collections()]).toEqual([0, 1]);
});

test("what is let go is collected at once when it is much, else after a while", () => {
  const { pool, clock, taken, collections } = memories(0);
  for (let count = 0; count < 7; count++) taken.release(pool.acquire(8 * MB, 1));
  expect(collections()).toBe(0);
  taken.release(pool.acquire(8 * MB, 1));
  expect(collections()).toBe(1);
  taken.release(pool.acquire(8 * MB, 1));
  clock.ms = 4_999;
  taken.tick();
  expect(collections()).toBe(1);
  clock.ms = 5_000;
  taken.tick();
  taken.tick();
  expect(collections()).toBe(2);
});
