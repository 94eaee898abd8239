import fc from "fast-check";
import { expect, test } from "vitest";
import { globalOrdinals } from "./global-ordinals.ts";
import { MemoryPool } from "./memory/memory-pool.ts";
import { MemorySegmentBuilder } from "./memory-segment-builder.ts";
import type { SegmentReader } from "./segment-reader.ts";
import { openSegment } from "./shared-segment-reader.ts";

const pool = new MemoryPool(0);

/** A segment with one document per term; without terms its one document lacks the field. */
function segmentOf(terms: readonly string[]): SegmentReader {
  const builder = new MemorySegmentBuilder({ pool, scratchSlots: 1 });
  builder.start("first", 0, 1);
  builder.end(0, 0);
  const field = builder.field({ name: "k", terms: "docs", norms: false, column: "ordinals" });
  terms.forEach((term, i) => {
    const bytes = Buffer.from(term);
    builder.start(String(i), i + 1, 1);
    builder.addOrdinalTerm(field, bytes, 0, bytes.length);
    builder.end(0, 0);
  });
  return openSegment(builder.build(0).segment);
}

const words = fc.array(
  fc.oneof(
    fc.constantFrom("", "a", "a\0", "ab", "b", "é", "日本", "\u{1f600}"),
    fc.string({ unit: "grapheme", maxLength: 6 }),
  ),
  {
    maxLength: 12,
  },
);
const inByteOrder = (left: string, right: string): number => Buffer.compare(Buffer.from(left), Buffer.from(right));

test("global ordinals are the sorted union of the dictionaries", () => {
  fc.assert(
    fc.property(fc.array(words, { maxLength: 5 }), (lists) => {
      const segments = lists.map(segmentOf);
      const ordinals = globalOrdinals(segments, "k");
      const union = [...new Set(lists.flat())].sort(inByteOrder);
      expect(
        Array.from({ length: ordinals.count }, (_, ordinal) => Buffer.from(ordinals.bytes(ordinal)).toString()),
      ).toEqual(union);
      for (const [place, segment] of segments.entries()) {
        const terms = segment.terms("k");
        const map = ordinals.maps[place];
        for (let own = 0; own < (terms?.count ?? 0); own++) expect(union[map ? map[own]! : own]).toBe(terms?.text(own));
      }
    }),
    { numRuns: 100 },
  );
});

test("they are cached for the same segments and rebuilt for others", () => {
  const [first, second] = [segmentOf(["a", "b"]), segmentOf(["b", "c"])];
  const both = globalOrdinals([first, second], "k");
  expect(globalOrdinals([first, second], "k")).toBe(both);
  expect(globalOrdinals([first], "k").count).toBe(2);
  expect(globalOrdinals([first, second], "k").count).toBe(3);
  expect(globalOrdinals([first, second], "other").count).toBe(0);
});
