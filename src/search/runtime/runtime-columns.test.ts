import { expect, test } from "vitest";
import { type HeapColumn, HeapColumnBuilder } from "../../segment/heap-column.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { RuntimeColumns } from "./runtime-columns.ts";

function segment(): SegmentReader {
  return {} as SegmentReader;
}

/** A small column. */
function column(): HeapColumn {
  const builder = new HeapColumnBuilder({ name: "n", terms: undefined, norms: false, column: "integer" }, 8);
  builder.addNumber(1, 5);
  return builder.build();
}

/** What one takes, with what it is kept by. */
const bytes = column().bytes + 520;

test("a column is found by its segment and what makes it", () => {
  const columns = new RuntimeColumns(1e6);
  const [one, other] = [segment(), segment()];
  const made = column();
  columns.put(one, "a", undefined, made);
  expect(columns.find(one, "a", undefined)).toBe(made);
  expect(columns.find(one, "b", undefined)).toBeUndefined();
  expect(columns.find(other, "a", undefined)).toBeUndefined();
});

test("a column serves whoever sees no more documents than were live when it was made", () => {
  const columns = new RuntimeColumns(1e6);
  const one = segment();
  columns.put(one, "a", Uint32Array.of(0b1011), column());
  expect(columns.find(one, "a", Uint32Array.of(0b1011))).toBeDefined();
  expect(columns.find(one, "a", Uint32Array.of(0b0011))).toBeDefined();
  // A searcher of before the deletion.
  expect(columns.find(one, "a", Uint32Array.of(0b1111))).toBeUndefined();
  expect(columns.find(one, "a", undefined)).toBeUndefined();
  columns.put(one, "b", undefined, column());
  expect(columns.find(one, "b", Uint32Array.of(0b0011))).toBeDefined();
});

test("what was not used for longest goes first, and a segment takes its columns along", () => {
  const columns = new RuntimeColumns(bytes * 3.5);
  const [one, other] = [segment(), segment()];
  columns.put(one, "a", undefined, column());
  columns.put(one, "b", undefined, column());
  columns.put(other, "a", undefined, column());
  columns.find(one, "a", undefined);
  columns.put(other, "b", undefined, column());
  expect(
    [columns.find(one, "a", undefined), columns.find(one, "b", undefined), columns.find(other, "b", undefined)].map(
      (found) => found !== undefined,
    ),
  ).toEqual([true, false, true]);
  expect(columns.bytes).toBeLessThanOrEqual(bytes * 3.5);
  columns.dropSegment(one);
  columns.dropSegment(other);
  expect(columns.bytes).toBe(0);
});

test("a column that would take most of the room is not kept", () => {
  const columns = new RuntimeColumns(bytes);
  columns.put(segment(), "a", undefined, column());
  expect(columns.bytes).toBe(0);
});
