import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MemoryFiles } from "../store/memory-files.ts";
import { MemoryPool } from "./memory/memory-pool.ts";
import { MemorySegmentBuilder } from "./memory-segment-builder.ts";
import { SegmentCorruption } from "./segment-corruption.ts";
import { loadSegment, writeSegment } from "./segment-file.ts";
import { addModelDocuments, contentOf, modelDocuments } from "../testing/segment/segment-model.ts";
import { changeSections, sectionBytes } from "./segment-sections.ts";

const pool = new MemoryPool(64 << 20);

function built(seed: number, count: number) {
  const builder = new MemorySegmentBuilder({ pool, scratchSlots: 2 });
  addModelDocuments(builder, modelDocuments(seed, count));
  const location = { file: 0, offset: 0 };
  addModelDocuments(builder, [
    { id: "last", seqNo: 100_000, primaryTerm: 1, location, lines: [{ parts: [{ tag: ["x"], count: [1] }] }, {}] },
  ]);
  return builder.build(4).segment;
}

test("a segment read from a file equals the one written, also with another number of scratch slots", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), fc.nat(200), fc.integer({ min: 0, max: 5 }), async (seed, count, scratchSlots) => {
      const files = new MemoryFiles();
      const segment = built(seed, count);
      const size = await writeSegment(files, "shard/segment-4", segment);
      expect(files.read("shard/segment-4").length).toBe(size);
      const loaded = loadSegment(files, "shard/segment-4", { memories: pool, scratchSlots, whole: true });
      expect(contentOf(loaded)).toEqual(contentOf(segment));
      expect(loaded.directory.generation).toBe(4);
      expect(loaded.id).not.toBe(segment.id);
      pool.release(segment.memory);
      pool.release(loaded.memory);
    }),
    { numRuns: 15 },
  );
});

test("overwriting what a crash left gives the same file", async () => {
  const files = new MemoryFiles();
  const segment = built(1, 20);
  await files.replace("a", new Uint8Array(100_000).fill(1));
  await writeSegment(files, "a", segment);
  await writeSegment(files, "b", segment);
  expect(files.read("a")).toEqual(files.read("b"));
});

describe("damage", () => {
  test("of any byte is found", async () => {
    const files = new MemoryFiles();
    await writeSegment(files, "whole", built(2, 6));
    const whole = files.read("whole");
    for (let at = 0; at < whole.length; at++) {
      const damaged = whole.slice();
      damaged[at]! ^= 1 << (at & 7);
      await files.replace("damaged", damaged);
      expect(
        () => loadSegment(files, "damaged", { memories: pool, scratchSlots: 1, whole: true }),
        `byte ${at} of ${whole.length}`,
      ).toThrow(SegmentCorruption);
    }
  });

  test("by truncating or appending is found", async () => {
    const files = new MemoryFiles();
    await writeSegment(files, "whole", built(2, 6));
    const whole = files.read("whole");
    for (const length of [0, 1, 39, 40, whole.length >> 1, whole.length - 1]) {
      await files.replace("cut", whole.slice(0, length));
      expect(() => loadSegment(files, "cut", { memories: pool, scratchSlots: 1, whole: true })).toThrow(
        SegmentCorruption,
      );
    }
    await files.replace("long", new Uint8Array([...whole, 0]));
    expect(() => loadSegment(files, "long", { memories: pool, scratchSlots: 1, whole: true })).toThrow(
      SegmentCorruption,
    );
  });

  test("is reported with file and section", async () => {
    const files = new MemoryFiles();
    const segment = built(3, 50);
    await writeSegment(files, "s", segment);
    const bytes = files.read("s");
    const names: string[] = [];
    let offset = 8;
    const offsets: number[] = [];
    changeSections(segment.directory, (section, name) => {
      if (section.bytes > 0) {
        names.push(name);
        offsets.push(offset);
      }
      offset += section.bytes;
      return section;
    });
    for (const [i, name] of names.entries()) {
      const damaged = bytes.slice();
      damaged[offsets[i]!]! ^= 0x80;
      await files.replace("s", damaged);
      expect(() => loadSegment(files, "s", { memories: pool, scratchSlots: 1, whole: true })).toThrow(
        `segment file [s] is damaged in [${name}]: checksum mismatch`,
      );
    }
    expect(names).toContain("title.terms.positions");
    expect(names).toContain("count.column.values");
    expect(names).toContain("lines.firstChild");
    expect(names).toContain("lines.parts/tag.terms.tail");
  });
});

test("every section of a directory is visited: all that the directory holds is written", () => {
  const { directory } = built(8, 300);
  const named = new Set<string>();
  changeSections(directory, (section, name) => {
    named.add(`${section.offset} ${section.bytes} ${name.split(".").at(-1)}`);
    return section;
  });
  let found = 0;
  JSON.stringify(directory, (key, value: unknown) => {
    if (typeof value === "object" && value !== null && "offset" in value && "bytes" in value) {
      found++;
      expect(named).toContain(`${String(value.offset)} ${String(value.bytes)} ${key}`);
    }
    return value;
  });
  expect(named.size).toBe(found);
  expect(sectionBytes(directory)).toBeGreaterThan(1000);
});
