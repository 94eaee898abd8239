import fc from "fast-check";
import { expect, test } from "vitest";
import { WINDOW_DOCS } from "../../segment/format.ts";
import { blocksOf } from "./doc-blocks.ts";

test("blocks hold each document once, in order, and follow windows", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 40_000 }), { maxLength: 6 }),
      fc.record({ docs: fc.integer({ min: 1, max: 30_000 }), most: fc.integer({ min: 1, max: 9 }) }),
      (docCounts, size) => {
        const blocks = blocksOf(docCounts, size);
        const ranges = blocks.flat();
        const ends = docCounts.map(() => 0);
        let last = 0;
        for (const { segment, from, to } of ranges) {
          expect(segment).toBeGreaterThanOrEqual(last);
          expect(from).toBe(ends[segment]);
          expect(from % WINDOW_DOCS).toBe(0);
          expect(to > from && (to % WINDOW_DOCS === 0 || to === docCounts[segment])).toBe(true);
          ends[segment] = to;
          last = segment;
        }
        expect(ends).toEqual(docCounts);
        expect(blocks.length).toBeLessThanOrEqual(size.most + docCounts.length);
      },
    ),
    { numRuns: 200 },
  );
});
