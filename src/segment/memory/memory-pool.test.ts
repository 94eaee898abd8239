import { expect, test } from "vitest";
import { collectGarbage, MemoryPool } from "./memory-pool.ts";
import { SectionAllocator, sectionsStart } from "./section-allocator.ts";

const MB = 1 << 20;

test("a released memory is reused when it fits", () => {
  const pool = new MemoryPool(64 * MB);
  const first = pool.acquire(3 * MB, 1);
  expect(first.buffer.byteLength).toBeGreaterThanOrEqual(sectionsStart(1) + 3 * MB);
  expect(pool.release(first)).toBe(true);
  expect(pool.keptBytes).toBe(first.buffer.byteLength);
  expect(pool.acquire(40 * MB, 1)).not.toBe(first);
  expect(pool.acquire(2 * MB, 1)).toBe(first);
  expect(pool.keptBytes).toBe(0);
});

test("a large memory is not spent on a tiny segment", () => {
  const pool = new MemoryPool(64 * MB);
  const large = pool.acquire(32 * MB, 1);
  pool.release(large);
  expect(pool.acquire(1 * MB, 1)).not.toBe(large);
});

test("at most the configured number of bytes is kept", () => {
  const pool = new MemoryPool(10 * MB);
  expect(pool.release(pool.acquire(6 * MB, 1))).toBe(true);
  const other = new MemoryPool(0).acquire(6 * MB, 1);
  expect(pool.release(other)).toBe(false);
  expect(pool.keptBytes).toBeLessThanOrEqual(10 * MB);
  pool.clear();
  expect(pool.keptBytes).toBe(0);
});

test("sections are aligned, zeroed in a used memory, and followed by zeros", () => {
  const pool = new MemoryPool(64 * MB);
  const memory = pool.acquire(MB, 1);
  new Uint8Array(memory.buffer).fill(0xff);
  const allocator = new SectionAllocator(memory, 1);
  const growing = allocator.growingSink();
  expect(() => allocator.section(1)).toThrow(/growing sink is open/);
  growing.reserve(3 * MB);
  growing.bytes.fill(0xee, growing.start, growing.start + 2 * MB + 5);
  growing.length = 2 * MB + 5;
  const written = allocator.close(growing);
  expect(written.bytes).toBe(2 * MB + 5);
  for (const section of [written, allocator.section(21), allocator.copy(Uint32Array.of(7)), allocator.section(0)]) {
    expect(section.offset % 16).toBe(0);
    expect([...new Uint8Array(memory.buffer, section.offset + section.bytes, 16)]).toEqual(
      Array.from({ length: 16 }, () => 0),
    );
  }
  const zeroed = allocator.section(1000);
  expect(allocator.u8(zeroed).every((byte) => byte === 0)).toBe(true);
  expect(allocator.endOffset).toBeLessThanOrEqual(memory.buffer.byteLength);
});

test("a garbage collection frees what a thread dropped", () => {
  const dropped = new WeakRef(new MemoryPool(0).acquire(MB, 1));
  return new Promise<void>((resolve) => {
    setImmediate(() => {
      collectGarbage();
      expect(dropped.deref()).toBeUndefined();
      resolve();
    });
  });
});
