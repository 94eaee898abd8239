import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeSegments } from "../merge.ts";
import { MemoryPool } from "../memory/memory-pool.ts";
import { MemorySegmentBuilder } from "../memory-segment-builder.ts";
import { openSegment } from "../shared-segment-reader.ts";
import type { SegmentData } from "../format.ts";

const pool = new MemoryPool(64 << 20);
const encoder = new TextEncoder();
const text = { name: "text", terms: "positions", norms: false, column: undefined } as const;

function built(words: readonly string[], firstSeqNo = 0): SegmentData {
  const builder = new MemorySegmentBuilder({ pool, scratchSlots: 1 });
  words.forEach((word, doc) => {
    builder.start(`${firstSeqNo + doc}`, firstSeqNo + doc, 1);
    const bytes = encoder.encode(word);
    builder.addTerm(builder.field(text), bytes, 0, bytes.length, 0);
    builder.end(0, doc);
  });
  return builder.build(0).segment;
}

/** What the segment says of each term, and what its terms have in common with those before them. */
function sharedIn(data: SegmentData): { told: number[]; expected: number[] } {
  const terms = openSegment(data).terms("text")!;
  const place = terms.inMemory!()!;
  const told = [...new Uint8Array(place.memory.buffer, place.sharedBytes, terms.count)];
  const expected = told.map((_, ordinal) => {
    const before = ordinal === 0 ? new Uint8Array(0) : terms.bytes(ordinal - 1);
    const apart = terms.bytes(ordinal).findIndex((byte, at) => byte !== before[at]);
    return Math.min(255, apart);
  });
  return { told, expected };
}

test("each term of a segment tells what it has in common with the one before, after merges too", () => {
  const word = fc.oneof(
    fc.string({ minLength: 1, maxLength: 5, unit: fc.constantFrom("a", "b", "é") }),
    fc.integer({ min: 250, max: 260 }).map((length) => `${"a".repeat(length)}b`),
  );
  const words = fc.array(word, { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(words, words, (some, more) => {
      const parts = [built(some), built(more, some.length)];
      const inputs = parts.map((data) => ({ data, live: undefined }));
      const merged = mergeSegments(inputs, { generation: 1, memory: pool.acquire(0, 1) }).segment;
      for (const data of [...parts, merged]) {
        const { told, expected } = sharedIn(data);
        expect(told).toEqual(expected);
      }
    }),
    { numRuns: 40 },
  );
});
