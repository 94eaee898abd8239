import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { WINDOW_DOCS } from "./format.ts";
import { allLive, withoutDocs } from "./live-docs.ts";
import { MemoryPool } from "./memory/memory-pool.ts";
import { MemorySegmentBuilder } from "./memory-segment-builder.ts";
import {
  addModelDocument,
  addModelDocuments,
  contentOf,
  expectedContent,
  modelDocuments,
  modelFields,
} from "../testing/segment/segment-model.ts";
import { openSegment } from "./shared-segment-reader.ts";

const pool = new MemoryPool(64 << 20);
const newBuilder = () => new MemorySegmentBuilder({ pool, scratchSlots: 2 });
const bytesOf = (text: string) => new TextEncoder().encode(text);

describe("a built segment", () => {
  test("holds exactly what was added", () => {
    fc.assert(
      fc.property(fc.integer(), fc.oneof(fc.nat(20), fc.integer({ min: 200, max: 600 })), (seed, count) => {
        const documents = modelDocuments(seed, count);
        const builder = newBuilder();
        addModelDocuments(builder, documents);
        const { segment } = builder.build(7);
        expect(segment.directory.generation).toBe(7);
        expect(contentOf(segment)).toEqual(documents.map(expectedContent));
        pool.release(segment.memory); // the next run gets a memory full of old bytes
      }),
      { numRuns: 40 },
    );
  });

  test("contains nothing of abandoned and truncated documents", () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.array(fc.constantFrom("keep", "abandon", "truncate"), { maxLength: 80 }),
        (seed, fates) => {
          const documents = modelDocuments(seed, fates.length);
          const builder = newBuilder();
          const kept: typeof documents = [];
          documents.forEach((document, i) => {
            const before = builder.docCount;
            addModelDocument(builder, document);
            if (fates[i] === "abandon") return builder.abandon();
            builder.end(document.location.file, document.location.offset);
            if (fates[i] === "truncate") builder.truncate(before);
            else kept.push(document);
          });
          const { segment } = builder.build(0);
          expect(contentOf(segment)).toEqual(kept.map(expectedContent));
          const clean = newBuilder();
          addModelDocuments(clean, kept);
          const countsOf = ({ directory }: typeof segment) =>
            new Map(
              directory.fields.map(({ name, terms, column }) => [
                name,
                [terms?.count, terms?.docCount, column?.max, column?.starts?.bytes],
              ]),
            );
          expect(countsOf(segment)).toEqual(countsOf(clean.build(0).segment));
        },
      ),
      { numRuns: 40 },
    );
  });

  test("finds documents by id and sequence number, and terms by their bytes", () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(300), (seed, count) => {
        const documents = modelDocuments(seed, count);
        const builder = newBuilder();
        addModelDocuments(builder, documents);
        const reader = openSegment(builder.build(0).segment);
        documents.forEach((document, doc) => {
          expect(reader.docOfId(document.id)).toBe(doc);
          expect(reader.docOfSeqNo(document.seqNo)).toBe(doc);
        });
        expect(reader.docOfId("nobody")).toBe(-1);
        expect(reader.docOfSeqNo(0)).toBe(-1);
        const terms = reader.terms("title");
        if (!terms) return;
        for (let ordinal = 0; ordinal < terms.count; ordinal++) {
          const bytes = terms.bytes(ordinal).slice();
          expect(terms.find(bytes)).toBe(ordinal);
          const behind = new Uint8Array([...bytes, 0]);
          if (terms.find(behind) < 0) expect(terms.ceiling(behind)).toBe(ordinal + 1);
          if (ordinal > 0) expect(Buffer.compare(terms.bytes(ordinal - 1), bytes)).toBeLessThan(0);
        }
      }),
      { numRuns: 20 },
    );
  });

  test("sums its statistics", () => {
    const documents = modelDocuments(5, 300);
    const builder = newBuilder();
    addModelDocuments(builder, documents);
    const terms = openSegment(builder.build(0).segment).terms("notes")!;
    const notes = documents.flatMap((document) => (document.notes ? [document.notes] : []));
    expect(terms.docCount).toBe(notes.length);
    expect(terms.sumTotalTermFreq).toBe(notes.flat().length);
    expect(terms.sumDocFreq).toBe(notes.reduce((sum, words) => sum + new Set(words).size, 0));
    const w0 = terms.find(bytesOf("w0"));
    expect(terms.docFreq(w0)).toBe(notes.filter((words) => words.includes("w0")).length);
    expect(terms.totalTermFreq(w0)).toBe(notes.flat().filter((word) => word === "w0").length);
  });

  test("keeps the last document of an id that was written twice, and lists the dead ones", () => {
    const builder = newBuilder();
    builder.start("a", 0, 1);
    builder.end(0, 0);
    builder.start("b", 1, 1);
    builder.end(0, 10);
    builder.start("a", 2, 1);
    builder.end(0, 0);
    builder.delete(0);
    builder.locate(2, 1, 30);
    const { segment, deleted } = builder.build(0);
    expect([...deleted]).toEqual([0]);
    const reader = openSegment(segment);
    expect(reader.docOfId("a")).toBe(2);
    expect(reader.location(2)).toEqual({ file: 1, offset: 30 });
    const live = withoutDocs(undefined, 3, deleted);
    expect(contentOf(segment, live).map(({ id }) => id)).toEqual(["b", "a"]);
  });

  test("is empty when nothing was added", () => {
    const { segment } = newBuilder().build(3);
    expect(openSegment(segment).docCount).toBe(0);
    expect(openSegment(segment).docOfId("x")).toBe(-1);
    expect(contentOf(segment)).toEqual([]);
  });
});

describe("columns", () => {
  const columnOf = (spec: (typeof modelFields)["count" | "rating"], values: (number | bigint)[][]) => {
    const builder = newBuilder();
    const field = builder.field(spec);
    values.forEach((own, i) => {
      builder.start(`${i}`, i, 1);
      for (const value of own) builder.addNumber(field, value);
      builder.end(0, 0);
    });
    return openSegment(builder.build(0).segment).column(spec.name)!;
  };

  test("take the smallest type that holds their values", () => {
    expect(columnOf(modelFields.count, [[1], [-(2 ** 31)]]).type).toBe("i32");
    expect(columnOf(modelFields.count, [[1], [2 ** 31]]).type).toBe("f64");
    expect(columnOf(modelFields.count, [[2n ** 53n], [-(2 ** 53)]]).type).toBe("f64");
    expect(columnOf(modelFields.count, [[1], [2n ** 53n + 1n]]).type).toBe("i64");
    expect(columnOf(modelFields.count, [[2 ** 60]]).type).toBe("i64");
    expect(columnOf(modelFields.rating, [[1], [2]]).type).toBe("f64");
  });

  test("round the bounds of longs outward", () => {
    const { min, max, values } = columnOf(modelFields.count, [[2n ** 63n - 1n], [-(2n ** 53n) - 1n]]);
    expect([...values]).toEqual([2n ** 63n - 1n, -(2n ** 53n) - 1n]);
    expect(max).toBe(2 ** 63);
    expect(min).toBe(-(2 ** 53) - 2);
  });

  test("have a zone per window, computed from present values only", () => {
    const values = Array.from({ length: WINDOW_DOCS + 10 }, (_, i) =>
      i % 3 === 0 ? [] : [i < WINDOW_DOCS ? i + 100 : -i],
    );
    const { zones, min, max, starts } = columnOf(modelFields.count, values);
    expect(starts).toBeUndefined();
    expect([...zones!]).toEqual([101, WINDOW_DOCS - 2 + 100, -(WINDOW_DOCS + 9), -WINDOW_DOCS]);
    expect([min, max]).toEqual([-(WINDOW_DOCS + 9), WINDOW_DOCS - 2 + 100]);
  });

  test("represent a missing value in a document that has the field", () => {
    const builder = newBuilder();
    const field = builder.field(modelFields.count);
    builder.start("a", 0, 1);
    builder.addPresence(field);
    builder.end(0, 0);
    builder.start("b", 1, 1);
    builder.addNumber(field, 0);
    builder.end(0, 0);
    const reader = openSegment(builder.build(0).segment);
    expect(reader.field("count")!.docsWithField).toBe(2);
    expect([...reader.column("count")!.starts!]).toEqual([0, 0, 1]);
  });
});

describe("the builder", () => {
  test("rejects descending sequence numbers, nested documents and contradicting fields", () => {
    const builder = newBuilder();
    builder.start("a", 5, 1);
    expect(() => builder.start("b", 6, 1)).toThrow(/before the last one was ended/);
    builder.end(0, 0);
    expect(() => builder.start("b", 5, 1)).toThrow(/does not follow/);
    builder.field(modelFields.count);
    expect(() => builder.field({ ...modelFields.count, column: "double" })).toThrow(/registered differently/);
  });

  test("discards a document together with the nested documents begun in it", () => {
    const builder = newBuilder();
    const location = { file: 0, offset: 0 };
    addModelDocument(builder, {
      id: "a",
      seqNo: 0,
      primaryTerm: 1,
      location,
      lines: [{ tag: ["x"], parts: [{ tag: ["y"] }] }],
    });
    builder.end(0, 0);
    addModelDocument(builder, { id: "b", seqNo: 1, primaryTerm: 1, location, lines: [{ parts: [{ tag: ["z"] }] }] });
    const lines = builder.space("lines", "");
    const parts = builder.space("lines.parts", "lines");
    lines.start();
    parts.start();
    parts.addNumber(parts.field(modelFields.count), 3);
    builder.abandon();
    const reader = openSegment(builder.build(0).segment);
    expect(reader.spaces.map(({ path, docCount }) => [path, docCount])).toEqual([["lines", 1], ["lines.parts", 1]]); // prettier-ignore
    expect(reader.space("lines.parts")!.field("count")).toBeUndefined();
    expect(reader.space("lines.parts")!.terms("tag")!.count).toBe(1);
  });

  test("has no nested scope for paths without nested documents", () => {
    const builder = newBuilder();
    addModelDocuments(builder, [{ id: "a", seqNo: 0, primaryTerm: 1, location: { file: 0, offset: 0 }, lines: [{}] }]);
    expect(builder.build(0).segment.directory.spaces).toHaveLength(1);
    builder.start("a", 0, 1);
    builder.end(0, 0);
    expect(builder.build(1).segment.directory).not.toHaveProperty("spaces");
  });

  test("rejects nested documents without a parent, within one another, and in a different scope than before", () => {
    const builder = newBuilder();
    const lines = builder.space("lines", "");
    expect(() => lines.start()).toThrow(/needs a parent/);
    expect(() => builder.space("lines", "remarks")).toThrow(/have their parents in one space/);
    expect(() => builder.space("other.parts", "other")).toThrow(/no space \[other\]/);
    builder.start("a", 0, 1);
    lines.start();
    expect(() => lines.start()).toThrow(/before the last one was ended/);
  });

  test("counts the memory of nested documents", () => {
    const builder = newBuilder();
    const lines = builder.space("lines", "");
    const count = lines.field(modelFields.count);
    builder.start("a", 0, 1);
    const before = builder.memoryBytes;
    for (let line = 0; line < 10_000; line++) {
      lines.start();
      lines.addNumber(count, line);
      lines.end();
    }
    expect(builder.memoryBytes).toBeGreaterThan(before + 10_000 * 12); // a parent, a presence and a value
  });

  test("accepts a column that is added later", () => {
    const builder = newBuilder();
    const before = builder.field(modelFields.bare);
    builder.start("a", 0, 1);
    builder.addOrdinalTerm(before, bytesOf("x"), 0, 1);
    builder.end(0, 0);
    expect(builder.field({ ...modelFields.bare, column: "ordinals" })).toBe(before);
    expect(openSegment(builder.build(0).segment).column("bare")!.type).toBe("u16");
  });

  test("counts its memory, and drops to almost nothing after a build", () => {
    const builder = newBuilder();
    const empty = builder.memoryBytes;
    addModelDocuments(builder, modelDocuments(1, 400));
    expect(builder.memoryBytes).toBeGreaterThan(empty + 50_000);
    builder.build(0);
    expect(builder.memoryBytes).toBeLessThan(70_000); // 20 fields in four scopes
    addModelDocuments(builder, modelDocuments(2, 10)); // the registered fields remain
    expect(contentOf(builder.build(1).segment)).toHaveLength(10);
  });
});

test("a live set is copied on write and covers whole windows", () => {
  const live = allLive(5000);
  expect(live.length).toBe((2 * WINDOW_DOCS) / 32);
  const less = withoutDocs(live, 5000, [3, 4999]);
  expect(contentCount(live)).toBe(5000);
  expect(contentCount(less)).toBe(4998);
  expect(less.buffer).toBeInstanceOf(SharedArrayBuffer);
});

function contentCount(live: Uint32Array): number {
  let count = 0;
  for (const word of live) for (let bit = 0; bit < 32; bit++) count += (word >>> bit) & 1;
  return count;
}
