import fc from "fast-check";
import { expect, test } from "vitest";
import { isLive, withoutDocs } from "./live-docs.ts";
import { MemoryPool } from "./memory/memory-pool.ts";
import { MemorySegmentBuilder } from "./memory-segment-builder.ts";
import { deadNested, firstBelow, isNested, nestedCount, nestedLive } from "./nested-docs.ts";
import { addModelDocuments, modelDocuments } from "../testing/segment/segment-model.ts";
import { openSegment } from "./shared-segment-reader.ts";

const pool = new MemoryPool(64 << 20);

function opened(seed: number, count: number) {
  const builder = new MemorySegmentBuilder({ pool, scratchSlots: 1 });
  const documents = modelDocuments(seed, count);
  addModelDocuments(builder, documents);
  return { documents, reader: openSegment(builder.build(0).segment) };
}

test("nested documents follow the document that contains them, and live and die with it", () => {
  fc.assert(
    fc.property(fc.integer(), fc.nat(60), fc.array(fc.nat(59)), (seed, count, numbers) => {
      const { documents, reader } = opened(seed, count);
      const dead = new Set(numbers.filter((doc) => doc < count));
      const live = withoutDocs(undefined, count, dead);
      let nested = 0;
      let lost = 0;
      for (const [path, sizeOf] of [
        ["lines", (i: number) => documents[i]!.lines?.length ?? 0],
        [
          "lines.parts",
          (i: number) => (documents[i]!.lines ?? []).reduce((sum, line) => sum + (line.parts?.length ?? 0), 0),
        ],
        ["remarks", (i: number) => documents[i]!.remarks?.length ?? 0],
      ] as const) {
        const sizes = documents.map((_, i) => sizeOf(i));
        const space = reader.space(path);
        expect(space?.docCount ?? 0).toBe(sizes.reduce((sum, size) => sum + size, 0));
        if (!space) continue;
        nested += space.docCount;
        const liveNested = nestedLive(space, live)!;
        sizes.forEach((size, doc) => {
          const first = firstBelow(space, doc, reader);
          expect(firstBelow(space, doc + 1, reader) - first).toBe(size);
          for (let child = first; child < first + size; child++) {
            expect(space.id(child)).toBe(documents[doc]!.id);
            expect(space.seqNo(child)).toBe(documents[doc]!.seqNo);
            expect(isLive(liveNested, child)).toBe(!dead.has(doc));
          }
          expect(space.docOfId(documents[doc]!.id)).toBe(size > 0 ? first : -1);
          if (dead.has(doc)) lost += size;
        });
        const { parentReader } = space;
        if (!isNested(parentReader)) continue;
        for (let line = 0; line < parentReader.docCount; line++)
          expect(firstBelow(space, line, parentReader)).toBe(space.firstChild[line]);
      }
      expect(nestedCount(reader)).toBe(nested);
      expect(deadNested(reader, live)).toBe(lost);
      expect(deadNested(reader, undefined)).toBe(0);
    }),
    { numRuns: 40 },
  );
});
