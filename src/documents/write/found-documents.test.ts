import fc from "fast-check";
import { expect, test } from "vitest";
import { foundAt, foundBetween, type FoundHit, packDocuments } from "./found-documents.ts";

const hit: fc.Arbitrary<FoundHit> = fc.record({
  index: fc.constantFrom("a", "b", "ü"),
  id: fc.string(),
  routing: fc.option(fc.string(), { nil: undefined }),
  seqNo: fc.nat(),
  primaryTerm: fc.nat(),
  version: fc.oneof(fc.nat(), fc.bigInt({ min: 1n }), fc.constant(-1)),
  source: fc.option(fc.uint8Array({ minLength: 1, maxLength: 20 }), { nil: undefined }),
});

test("documents are the same when they were packed, also in parts of a page, and after a message", () => {
  fc.assert(
    fc.property(fc.array(hit, { maxLength: 12 }), fc.nat(12), fc.nat(12), (hits, from, count) => {
      const packed = packDocuments(hits);
      const begin = Math.min(from, hits.length);
      const part = structuredClone(foundBetween(packed, begin, Math.min(begin + count, hits.length)));
      expect(part.ids.map((_, at) => foundAt(part, at))).toEqual(hits.slice(begin, begin + count));
      expect(packed.ids.map((_, at) => foundAt(packed, at))).toEqual(hits);
    }),
  );
});
