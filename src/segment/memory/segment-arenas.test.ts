import { MessageChannel, receiveMessageOnPort } from "node:worker_threads";
import fc from "fast-check";
import { expect, test } from "vitest";
import { RequestError } from "../../compat/errors.ts";
import type { SegmentData } from "../format.ts";
import { MemorySegmentBuilder } from "../memory-segment-builder.ts";
import { nextSegmentId } from "../segment-id.ts";
import { addModelDocuments, contentOf, modelDocuments } from "../../testing/segment/segment-model.ts";
import { openSegment } from "../shared-segment-reader.ts";
import { FreeRanges } from "./free-ranges.ts";
import { MemoryPool } from "./memory-pool.ts";
import { SegmentArenas } from "./segment-arenas.ts";

function arenas() {
  const pool = new MemoryPool(256 << 20);
  const released: WebAssembly.Memory[] = [];
  const made = new SegmentArenas(pool, nextSegmentId, (memory) => released.push(memory));
  return { pool, arenas: made, released };
}

function built(memories: SegmentArenas, seed: number, count: number): SegmentData {
  const builder = new MemorySegmentBuilder({ pool: memories, scratchSlots: 1 });
  addModelDocuments(builder, modelDocuments(seed, count));
  return builder.build(seed).segment;
}

test("ranges are either free or taken through any takes and gives, and join again", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ bytes: fc.integer({ min: 1, max: 40 }), give: fc.nat() }), { maxLength: 80 }),
      (steps) => {
        const ranges = new FreeRanges(10, 210);
        const taken: { start: number; bytes: number }[] = [];
        for (const { bytes, give } of steps) {
          const start = ranges.take(bytes);
          if (start >= 0) {
            expect(start >= 10 && start + bytes <= 210).toBe(true);
            for (const other of taken)
              expect(start + bytes <= other.start || other.start + other.bytes <= start).toBe(true);
            taken.push({ start, bytes });
          }
          if (taken.length > 0 && (start < 0 || give % 3 === 0)) {
            const [gone] = taken.splice(give % taken.length, 1);
            ranges.give(gone!.start, gone!.bytes);
          }
        }
        for (const { start, bytes } of taken.splice(0)) ranges.give(start, bytes);
        expect(ranges.isWhole).toBe(true);
        expect(ranges.take(200)).toBe(10);
      },
    ),
  );
});

test("small segments share one memory with content unchanged, while others come and go", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ seed: fc.nat(1000), count: fc.integer({ min: 1, max: 30 }), drop: fc.nat(5) }), {
        maxLength: 25,
      }),
      (steps) => {
        const { arenas: memories } = arenas();
        const kept: { data: SegmentData; content: unknown }[] = [];
        for (const { seed, count, drop } of steps) {
          const segment = built(memories, seed, count);
          const content = contentOf(segment);
          kept.push({ data: memories.settle(segment), content });
          if (drop < 3) memories.release(kept.splice(drop % kept.length, 1)[0]!.data);
        }
        for (const { data, content } of kept) expect(contentOf(data)).toEqual(content);
        expect(new Set(kept.map(({ data }) => data.memory)).size).toBeLessThanOrEqual(1);
        for (const { data } of kept) memories.release(data);
        expect(memories.count).toBeLessThanOrEqual(1);
      },
    ),
    { numRuns: 20 },
  );
});

test("an empty arena is released, except the last one", () => {
  const { arenas: memories, released } = arenas();
  const places = Array.from({ length: 40 }, () => memories.place(1 << 20, 1));
  expect(memories.count).toBe(3);
  for (const place of places) memories.giveBack(place);
  expect([memories.count, released.length]).toEqual([1, 2]);
});

test("a large segment has its own memory", () => {
  const { arenas: memories, released } = arenas();
  const place = memories.place((1 << 20) + 1, 1);
  expect([place.arena, memories.count]).toEqual([undefined, 0]);
  memories.giveBack(place);
  expect(released).toEqual([place.memory]);
});

test("segments that arrive over a port are read in the memory that the thread already has", () => {
  const { arenas: memories } = arenas();
  const { port1, port2 } = new MessageChannel();
  const sent = [1, 2].map((seed) => memories.settle(built(memories, seed, 5)));
  const arrived: SegmentData[] = [];
  for (const data of sent) {
    port1.postMessage(data);
    const received = receiveMessageOnPort(port2) as { message: SegmentData };
    arrived.push(received.message);
  }
  port1.close();
  expect(arrived[0]?.memory).not.toBe(arrived[1]?.memory);
  const readers = arrived.map((data) => openSegment(data));
  expect(readers[0]?.data.memory).toBe(readers[1]?.data.memory);
  expect(readers.map((reader) => contentOf(reader.data))).toEqual(sent.map((data) => contentOf(data)));
});

test("when there is no memory for an arena, a segment stays in the memory that it was built in", () => {
  const { arenas: memories, pool } = arenas();
  const segment = built(memories, 3, 5);
  pool.acquire = () => {
    throw new RequestError(429, "circuit_breaking_exception", "none");
  };
  expect(memories.settle(segment)).toBe(segment);
});
