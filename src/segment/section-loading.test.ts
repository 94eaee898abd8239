import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MemoryFiles } from "../store/memory-files.ts";
import type { SegmentData } from "./format.ts";
import { MemoryPool } from "./memory/memory-pool.ts";
import { MemorySegmentBuilder } from "./memory-segment-builder.ts";
import { needPositions, needWhole, partsOf } from "./section-loading.ts";
import { SegmentCorruption } from "./segment-corruption.ts";
import { loadSegment, writeSegment } from "./segment-file.ts";
import { addModelDocuments, contentOf, modelDocuments } from "../testing/segment/segment-model.ts";
import { changeSections, sectionBytes } from "./segment-sections.ts";
import { loadedBytes } from "./segment-words.ts";
import { openSegment } from "./shared-segment-reader.ts";

const pool = new MemoryPool(64 << 20);

async function stored(count: number): Promise<{ files: MemoryFiles; segment: SegmentData }> {
  const files = new MemoryFiles();
  const builder = new MemorySegmentBuilder({ pool, scratchSlots: 1 });
  addModelDocuments(builder, modelDocuments(7, count));
  const { segment } = builder.build(1);
  await writeSegment(files, "s", segment);
  return { files, segment };
}

/**
 * Opens the segment with nothing loaded, in a memory that was used before: sections that are not loaded hold other
 * bytes.
 */
function opened(files: MemoryFiles): SegmentData {
  const used = pool.acquire(1 << 20, 1);
  new Uint8Array(used.buffer).fill(0xa5);
  pool.release(used);
  return loadSegment(files, "s", { memories: pool, scratchSlots: 1 });
}

const LARGE = 1500;

test("nothing of a large segment is in memory until it is needed, and then only the part that is", async () => {
  const { files, segment } = await stored(LARGE);
  const data = opened(files);
  expect(sectionBytes(data.directory)).toBeGreaterThan(100_000);
  expect(loadedBytes(data)).toBe(0);
  const reader = openSegment(data);
  expect([reader.docCount, reader.field("count")?.docsWithField !== undefined, loadedBytes(data)]).toEqual([
    LARGE,
    true,
    0,
  ]);
  const { values, starts, zones } = reader.field("count")!.column!;
  reader.column("count");
  expect(loadedBytes(data)).toBe(values.bytes + (starts?.bytes ?? 0) + (zones?.bytes ?? 0));
  reader.column("count");
  expect(contentOf(data)).toEqual(contentOf(segment));
  needWhole(data);
  expect(loadedBytes(data)).toBe(sectionBytes(data.directory));
});

test("parts of a section are read from its file, and nothing of it is loaded", async () => {
  const { files, segment } = await stored(LARGE);
  const data = opened(files);
  const { values } = openSegment(data).field("count")!.column!;
  const places = Uint32Array.from([values.bytes - 8, 16, 0]);
  const wanted = openSegment(segment).field("count")!.column!.values;
  const inMemory = partsOf(segment, wanted, places, 8);
  expect(partsOf(data, values, places, 8)).toEqual(inMemory);
  expect(new Set(inMemory).size).toBeGreaterThan(1);
  expect(loadedBytes(data)).toBe(0);
  needWhole(data);
  expect(partsOf(data, values, places, 8)).toEqual(inMemory);
});

test("readers on several threads over one memory see the same, in any order of access", async () => {
  const { files, segment } = await stored(LARGE);
  const whole = contentOf(segment);
  fc.assert(
    fc.property(fc.shuffledSubarray(["title", "tag", "count", "place", "raw"], { minLength: 1 }), (fields) => {
      const data = opened(files);
      const readers = [openSegment(data), openSegment(data)];
      for (const [at, field] of fields.entries()) {
        const reader = readers[at % 2]!;
        const terms = reader.field(field)?.terms;
        reader.terms(field);
        reader.column(field);
        reader.norms(field);
        if (terms) needPositions(data, terms);
      }
      expect(contentOf(data)).toEqual(whole);
      pool.release(data.memory);
    }),
    { numRuns: 5 },
  );
});

describe("damage", () => {
  test("is found when the section is needed, by everyone who needs it; other sections stay readable", async () => {
    const { files, segment } = await stored(LARGE);
    const bytes = files.read("s");
    let offset = 8;
    const places: { name: string; offset: number }[] = [];
    changeSections(segment.directory, (section, name) => {
      if (section.bytes > 0) places.push({ name, offset });
      offset += section.bytes;
      return section;
    });
    const at = places.find(({ name }) => name === "count.column.values")!.offset;
    const damaged = bytes.slice();
    damaged[at]! ^= 1;
    await files.replace("s", damaged);
    const data = opened(files);
    const reader = openSegment(data);
    for (let attempt = 0; attempt < 2; attempt++) expect(() => reader.column("count")).toThrow(SegmentCorruption);
    expect(() => openSegment(data).column("count")).toThrow(
      "segment file [s] is damaged in [count.column.values]: checksum mismatch",
    );
    expect(reader.terms("title")?.count).toBeGreaterThan(0);
    expect(reader.id(0)).toBe(openSegment(segment).id(0));
  });

  test("that truncates the file later is found too", async () => {
    const { files } = await stored(LARGE);
    const data = opened(files);
    const file = files.open("s");
    file.truncate(100);
    file.close();
    expect(() => needWhole(data)).toThrow(/segment file \[s\] is damaged in \[.*\]: the file ends at 100/);
  });
});
