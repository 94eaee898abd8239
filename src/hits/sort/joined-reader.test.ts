import { expect, test } from "vitest";
import { MemoryPool } from "../../segment/memory/memory-pool.ts";
import { MemorySegmentBuilder } from "../../segment/memory-segment-builder.ts";
import { modelFields } from "../../testing/segment/segment-model.ts";
import { openSegment } from "../../segment/shared-segment-reader.ts";
import { JoinedReader } from "./joined-reader.ts";

/** A segment of documents whose nested documents have these values. */
function segment(documents: readonly (readonly (readonly number[])[])[]) {
  const builder = new MemorySegmentBuilder({ pool: new MemoryPool(0), scratchSlots: 1 });
  const space = builder.space("lines", "");
  const count = space.field(modelFields.count);
  documents.forEach((nested, doc) => {
    builder.start(`${doc}`, doc, 1);
    for (const values of nested) {
      space.start();
      for (const value of values) space.addNumber(count, value);
      space.end();
    }
    builder.end(0, 0);
  });
  return openSegment(builder.build(0).segment);
}

const free = { kept: undefined, most: Number.POSITIVE_INFINITY, reserve: () => undefined, checkpoint: () => undefined };
const reader = segment([[[5], [3, 9]], [], [[], [7], [1]]]);
const space = reader.space("lines")!;

test("a document has the values of its nested documents, ascending", () => {
  const column = new JoinedReader(reader, space, free).column("count")!;
  expect([[...column.values], [...column.starts!]]).toEqual([[3, 5, 9, 1, 7], [0, 3, 3, 5]]); // prettier-ignore
});

test("only kept nested documents count, and of those with a value at most the given number", () => {
  const kept = new JoinedReader(reader, space, { ...free, kept: Uint32Array.of(0b10110) }).column("count")!;
  expect([[...kept.values], [...kept.starts!]]).toEqual([[3, 9, 1], [0, 2, 2, 3]]); // prettier-ignore
  const one = new JoinedReader(reader, space, { ...free, most: 1 }).column("count")!;
  expect([[...one.values], [...one.starts!]]).toEqual([[5, 7], [0, 1, 1, 2]]); // prettier-ignore
});

test("memory is accounted for before allocation, and a cancelled request stops", () => {
  let reserved = 0;
  const column = new JoinedReader(reader, space, { ...free, reserve: (bytes) => (reserved += bytes) }).column("count")!;
  expect(reserved).toBeGreaterThanOrEqual(column.values.byteLength + column.starts!.byteLength);
  const refuse = (): never => {
    throw new Error("no more");
  };
  expect(() => new JoinedReader(reader, space, { ...free, reserve: refuse }).column("count")).toThrow("no more");
  expect(() => new JoinedReader(reader, space, { ...free, checkpoint: refuse }).column("count")).toThrow("no more");
});

test("a segment without such nested documents has no values", () => {
  expect(new JoinedReader(reader, undefined, free).column("count")).toBeUndefined();
});
