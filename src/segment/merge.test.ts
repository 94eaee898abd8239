import fc from "fast-check";
import { expect, test } from "vitest";
import type { FieldDirectory } from "./format.ts";
import { withoutDocs } from "./live-docs.ts";
import { MemoryPool } from "./memory/memory-pool.ts";
import { MemorySegmentBuilder } from "./memory-segment-builder.ts";
import { mergeSegments } from "./merge.ts";
import {
  addModelDocuments,
  contentOf,
  expectedContent,
  modelDocuments,
  numbersFrom,
} from "../testing/segment/segment-model.ts";
import type { ModelDocument } from "../testing/segment/segment-model.ts";
import { openSegment } from "./shared-segment-reader.ts";

const pool = new MemoryPool(64 << 20);
const memory = (): WebAssembly.Memory => pool.acquire(0, 1);

function built(documents: readonly ModelDocument[]) {
  const builder = new MemorySegmentBuilder({ pool, scratchSlots: 1 });
  addModelDocuments(builder, documents);
  return builder.build(0).segment;
}

/** Splits the documents into parts: returns the parts, the dead documents of each, and all live ones. */
function split(
  documents: readonly ModelDocument[],
  seed: number,
  partCount: number,
  deadShare: number,
  interleave: boolean,
) {
  const next = numbersFrom(seed);
  const parts: ModelDocument[][] = Array.from({ length: partCount }, () => []);
  documents.forEach((document, i) => {
    const part = interleave ? Math.floor(next() * partCount) : Math.floor((i * partCount) / documents.length);
    parts[part]!.push(document);
  });
  const deadIn = parts.map((part, i) => (i % 3 === 2 ? [] : [...part.keys()].filter(() => next() < deadShare)));
  const dead = new Set(parts.flatMap((part, i) => deadIn[i]!.map((doc) => part[doc]!)));
  const inputs = parts.map((part, i) => {
    const live = deadIn[i]!.length > 0 ? withoutDocs(undefined, part.length, deadIn[i]!) : undefined;
    return { data: built(part), live };
  });
  return { parts, inputs, survivors: documents.filter((document) => !dead.has(document)) };
}

function statisticsOf({ directory }: ReturnType<typeof built>) {
  return {
    documents: fieldStatistics(directory),
    ...Object.fromEntries((directory.spaces ?? []).map((space) => [space.path, fieldStatistics(space)])),
  };
}

function fieldStatistics({ fields }: { readonly fields: readonly FieldDirectory[] }) {
  return Object.fromEntries(
    fields.map(({ name, terms, docsWithField, column }) => [
      name,
      [
        docsWithField,
        terms?.count,
        terms?.docCount,
        terms?.sumDocFreq,
        terms?.sumTotalTermFreq,
        terms?.impacts?.bytes,
        terms?.postings?.bytes,
        terms?.positions?.bytes,
        column?.valueCount,
        column?.starts?.bytes,
      ],
    ]),
  );
}

test("merging parts gives the same result as building the whole, down to the bytes of postings", () => {
  fc.assert(
    fc.property(
      fc.record({
        seed: fc.integer(),
        count: fc.oneof(fc.nat(30), fc.integer({ min: 300, max: 900 })),
        partCount: fc.integer({ min: 1, max: 5 }),
        deadShare: fc.constantFrom(0, 0.1, 0.6, 1),
        interleave: fc.boolean(),
      }),
      ({ seed, count, partCount, deadShare, interleave }) => {
        const { parts, inputs, survivors } = split(modelDocuments(seed, count), seed, partCount, deadShare, interleave);
        const { segment, docMaps } = mergeSegments(inputs, { generation: 9, memory: memory() });
        const whole = built(survivors);
        expect(contentOf(segment)).toEqual(contentOf(whole));
        expect(statisticsOf(segment)).toEqual(statisticsOf(whole));
        const ids = openSegment(segment);
        docMaps.forEach((map, i) => {
          map.forEach((doc, old) => {
            if (doc >= 0) expect(ids.id(doc)).toBe(parts[i]![old]!.id);
            else expect(ids.docOfId(parts[i]![old]!.id)).toBe(-1);
          });
        });
        for (const memory of [segment, whole, ...inputs.map(({ data }) => data)]) pool.release(memory.memory);
      },
    ),
    { numRuns: 30 },
  );
});

test("locations in log files that are sealed by now are dropped", () => {
  const documents = modelDocuments(3, 60);
  const { inputs } = split(documents, 3, 3, 0, false);
  const some = openSegment(
    mergeSegments(inputs, { generation: 1, memory: memory(), dropLocations: (file) => file !== 2 }).segment,
  );
  documents.forEach(({ location }, doc) =>
    expect(some.location(doc)).toEqual(location.file === 2 ? location : undefined),
  );
  const again = openSegment(
    mergeSegments([{ data: some.data, live: undefined }], { generation: 2, memory: memory() }).segment,
  );
  documents.forEach(({ location }, doc) =>
    expect(again.location(doc)).toEqual(location.file === 2 ? location : undefined),
  );
  const none = mergeSegments([{ data: some.data, live: undefined }], {
    generation: 3,
    memory: memory(),
    dropLocations: () => true,
  });
  expect(none.segment.directory.locations).toBeUndefined();
});

test("a merge can be cancelled at a checkpoint and repeated in the same memory", () => {
  const documents = modelDocuments(4, 100);
  const { inputs } = split(documents, 4, 2, 0, false);
  const given = memory();
  const cancelled = () => {
    throw new Error("cancelled");
  };
  expect(() => mergeSegments(inputs, { generation: 1, memory: given, checkpoint: cancelled })).toThrow("cancelled");
  expect(mergeSegments(inputs, { generation: 1, memory: given }).segment.directory.docCount).toBe(documents.length);
});

test("a segment whose documents all died merges to an empty one", () => {
  const documents = modelDocuments(5, 20);
  const live = withoutDocs(undefined, 20, documents.keys());
  const { segment } = mergeSegments([{ data: built(documents), live }], { generation: 1, memory: memory() });
  expect(segment.directory.docCount).toBe(0);
  expect(segment.directory.fields).toEqual([]);
});

test("a missing value in a document that has the field survives a merge", () => {
  const document = (i: number, count: number[]): ModelDocument => ({
    id: `${i}`,
    seqNo: i,
    primaryTerm: 1,
    location: { file: 1, offset: i },
    count,
  });
  const parts = [[document(0, [5]), document(1, [])], [document(2, [0])]];
  const { segment } = mergeSegments(
    parts.map((part) => ({ data: built(part), live: undefined })),
    { generation: 1, memory: memory() },
  );
  expect(contentOf(segment)).toEqual(parts.flat().map(expectedContent));
});
