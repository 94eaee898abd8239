import fc from "fast-check";
import { expect, test } from "vitest";
import type { SegmentOrder } from "./format.ts";
import { withoutDocs } from "./live-docs.ts";
import { MemoryPool } from "./memory/memory-pool.ts";
import { MemorySegmentBuilder } from "./memory-segment-builder.ts";
import { mergeSegments } from "./merge.ts";
import {
  addModelDocuments,
  contentOf,
  expectedContent,
  type ModelDocument,
  modelDocuments,
  numbersFrom,
} from "../testing/segment/segment-model.ts";
import { openSegment } from "./shared-segment-reader.ts";

const pool = new MemoryPool(64 << 20);

function built(documents: readonly ModelDocument[], order: readonly SegmentOrder[]) {
  const builder = new MemorySegmentBuilder({ pool, scratchSlots: 1, order });
  addModelDocuments(builder, documents);
  builder.delete(0);
  return builder.build(0);
}

/** What a document is compared by: a value, or the place before or behind all values. */
type Key = number | string | { readonly place: -1 | 1 };

/** The slow twin of the order of segments. */
function sorted(documents: readonly ModelDocument[], order: readonly SegmentOrder[]): ModelDocument[] {
  const key = (document: ModelDocument, { path, mode, missingFirst, descending }: SegmentOrder): Key => {
    const values = [...((document[path as "count" | "tag" | "rating"] ?? []) as (number | string)[])];
    if (values.length === 0) return { place: missingFirst === descending ? 1 : -1 };
    values.sort((left, right) => compare(left, right));
    return (mode === "min" ? values[0] : values.at(-1)) as number | string;
  };
  return [...documents].sort((left, right) => {
    for (const each of order) {
      const by = compareKeys(key(left, each), key(right, each));
      if (by !== 0) return each.descending ? -by : by;
    }
    return left.seqNo - right.seqNo;
  });
}

function compareKeys(left: Key, right: Key): number {
  const [one, other] = [left, right].map((value) => (typeof value === "object" ? value.place : 0)) as [number, number];
  if (typeof left === "object" || typeof right === "object") return one - other;
  return compare(left, right);
}

function compare(left: number | bigint | string, right: number | bigint | string): number {
  if (typeof left === "string" && typeof right === "string")
    return Buffer.compare(Buffer.from(left), Buffer.from(right));
  return left < right ? -1 : left > right ? 1 : 0;
}

const anyOrder: fc.Arbitrary<SegmentOrder> = fc.record({
  path: fc.constantFrom("count", "tag", "rating", "shown", "nowhere"),
  descending: fc.boolean(),
  missingFirst: fc.boolean(),
  mode: fc.constantFrom("min", "max"),
});

test(
  "segments and what they are merged to have their documents in the order of the index",
  { timeout: 300_000 },
  () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 130, max: 200 })),
        fc.integer({ min: 1, max: 4 }),
        fc.array(anyOrder, { minLength: 1, maxLength: 3 }),
        (seed, count, partCount, order) => {
          const next = numbersFrom(seed);
          const documents = modelDocuments(seed, count);
          const size = Math.ceil(count / partCount);
          const parts = Array.from({ length: partCount }, (_, part) => documents.slice(part * size, (part + 1) * size));
          const dead = new Set<ModelDocument>();
          const inputs = parts
            .filter((part) => part.length > 0)
            .map((part) => {
              const { segment: data, deleted } = built(part, order);
              const ordered = sorted(part, order);
              expect(contentOf(data)).toEqual(ordered.map(expectedContent));
              expect([...deleted]).toEqual([ordered.indexOf(part[0]!)]);
              const gone = [...deleted, ...ordered.keys()].filter((doc) => deleted.includes(doc) || next() < 0.1);
              for (const doc of gone) dead.add(ordered[doc]!);
              return { data, live: withoutDocs(undefined, part.length, gone) };
            });
          const memory = pool.acquire(0, 1);
          const { segment } = mergeSegments(inputs, { generation: 9, memory });
          const survivors = documents.filter((document) => !dead.has(document));
          expect(contentOf(segment)).toEqual(sorted(survivors, order).map(expectedContent));
          const reader = openSegment(segment);
          for (const { seqNo, id } of survivors) expect(reader.id(reader.docOfSeqNo(seqNo))).toBe(id);
          for (const { seqNo } of dead) expect(reader.docOfSeqNo(seqNo)).toBe(-1);
          for (const { memory: used } of [segment, ...inputs.map(({ data }) => data)]) pool.release(used);
        },
      ),
      { numRuns: process.env["WARDEX_DEEP"] ? 1000 : 20 },
    );
  },
);
