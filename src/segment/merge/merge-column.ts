/** Merges the columns of one field. */
import { assert } from "../../core/assert.ts";
import {
  finishLongs,
  finishNumbers,
  finishOrdinals,
  finishPoints,
  finishVectors,
  ordinalType,
  slotCount,
} from "../columns/column-writer.ts";
import type { NumberType, ValueLayout } from "../columns/column-writer.ts";
import type { ColumnDirectory, SegmentData } from "../format.ts";
import { isLive } from "../live-docs.ts";
import type { SectionAllocator } from "../memory/section-allocator.ts";
import { withVectorGraph } from "../vectors/write-vectors.ts";
import type { MergePart, MergeParts } from "./merge-part.ts";
import { u32 } from "./merge-part.ts";

/** Input of the merge of one field's column. */
export interface ColumnMerge {
  readonly field: string;
  readonly merge: MergeParts;
  readonly allocator: SectionAllocator;
  /** Documents of the merged segment that have the field. */
  readonly presence: Uint32Array;
  readonly present: number;
  /** For ordinals: the new ordinals by part, of `terms` terms. */
  readonly ordinals: readonly (Uint32Array | undefined)[];
  readonly terms: number;
  readonly checkpoint: () => void;
}

/** New slot of each value of one part's column; -1 for values that are dropped. */
interface Moves {
  readonly data: SegmentData;
  readonly column: ColumnDirectory;
  readonly slots: Int32Array;
  readonly ordinals: Uint32Array | undefined;
}

/** Values of a column as a typed array (latitudes of points). */
export function columnView(
  data: SegmentData,
  column: ColumnDirectory,
): Int32Array | Float64Array | BigInt64Array | Uint16Array | Uint32Array | Uint8Array {
  const { buffer } = data.memory;
  const { offset, bytes } = column.values;
  switch (column.type) {
    case "i32":
    case "point":
      return new Int32Array(buffer, offset, bytes / 4);
    case "f64":
      return new Float64Array(buffer, offset, bytes / 8);
    case "i64":
      return new BigInt64Array(buffer, offset, bytes / 8);
    case "u16":
      return new Uint16Array(buffer, offset, bytes / 2);
    case "u32":
      return new Uint32Array(buffer, offset, bytes / 4);
    case "vector":
      return new Uint8Array(buffer, offset, bytes);
  }
}

/** Merges the columns of a field; undefined when no value survives. */
export function mergeColumn(task: ColumnMerge): ColumnDirectory | undefined {
  const { merge, field } = task;
  const layout = mergedLayout(task);
  if (layout.valueCount === 0) return undefined;
  const moves: Moves[] = [];
  merge.parts.forEach((part, i) => {
    const column = part.fields.get(field)?.column;
    if (column)
      moves.push({
        data: part.data,
        column,
        slots: newSlots(part, field, column, layout, task.allocator),
        ordinals: task.ordinals[i],
      });
  });
  const types = new Set(moves.map((move) => move.column.type));
  if (types.has("point")) return mergePoints(task.allocator, moves, layout);
  if (types.has("vector")) return mergeVectors(task, moves, layout);
  if (types.has("u16") || types.has("u32")) return mergeOrdinals(task, moves, layout);
  return mergeNumbers(task, moves, layout, types.has("i64") ? "i64" : types.has("f64") ? "f64" : "i32");
}

/** Counts the values of every live document and derives the layout. */
function mergedLayout(task: ColumnMerge): ValueLayout {
  const { merge, field, allocator } = task;
  const { docCount } = merge;
  const counts = new Uint32Array(docCount);
  for (const part of merge.parts) countValues(part, field, counts);
  let valueCount = 0;
  let withValue = 0;
  for (let doc = 0; doc < docCount; doc++) {
    valueCount += counts[doc]!;
    if (counts[doc]! > 0) withValue++;
  }
  if (valueCount === 0 || (withValue === valueCount && withValue === task.present))
    return { docCount, valueCount, starts: undefined };
  const section = allocator.section((docCount + 1) * 4);
  const starts = allocator.u32(section);
  for (let doc = 0; doc < docCount; doc++) starts[doc + 1] = starts[doc]! + counts[doc]!;
  return { docCount, valueCount, starts: section };
}

function countValues(part: MergePart, field: string, counts: Uint32Array): void {
  const directory = part.fields.get(field);
  const column = directory?.column;
  if (!column) return;
  const starts = column.starts && u32(part.data, column.starts);
  const presence = directory.presence && u32(part.data, directory.presence);
  for (let doc = 0; doc < part.docCount; doc++) {
    const to = part.map[doc]!;
    if (to < 0) continue;
    counts[to] = starts ? starts[doc + 1]! - starts[doc]! : isLive(presence, doc) ? 1 : 0;
  }
}

function newSlots(
  part: MergePart,
  field: string,
  column: ColumnDirectory,
  layout: ValueLayout,
  allocator: SectionAllocator,
): Int32Array {
  const presence = part.fields.get(field)?.presence;
  const present = presence && u32(part.data, presence);
  const oldStarts = column.starts && u32(part.data, column.starts);
  const newStarts = layout.starts && allocator.u32(layout.starts);
  const slots = new Int32Array(oldStarts ? column.valueCount : part.docCount).fill(-1);
  for (let doc = 0; doc < part.docCount; doc++) {
    const to = part.map[doc]!;
    if (to < 0) continue;
    const first = newStarts ? newStarts[to]! : to;
    if (!oldStarts) {
      if (isLive(present, doc)) slots[doc] = first;
      continue;
    }
    for (let i = oldStarts[doc]!, slot = first; i < oldStarts[doc + 1]!; i++, slot++) slots[i] = slot;
  }
  return slots;
}

function mergeNumbers(
  task: ColumnMerge,
  moves: readonly Moves[],
  layout: ValueLayout,
  type: NumberType,
): ColumnDirectory {
  const { allocator, presence } = task;
  const section = allocator.section(slotCount(layout) * (type === "i32" ? 4 : 8));
  for (const { data, column, slots } of moves) {
    const from = columnView(data, column);
    assert(
      column.type === "i32" || column.type === "f64" || column.type === "i64",
      `[${task.field}] has columns of different kinds`,
    );
    if (type === "i64") moveLongs(from, allocator.i64(section), slots);
    else if (type === "i32") moveInts(from as Int32Array, allocator.i32(section), slots);
    else moveDoubles(from as Int32Array | Float64Array, allocator.f64(section), slots);
  }
  return type === "i64"
    ? finishLongs(allocator, section, layout, presence)
    : finishNumbers(allocator, type, section, layout, presence);
}

function mergeOrdinals(task: ColumnMerge, moves: readonly Moves[], layout: ValueLayout): ColumnDirectory {
  const { allocator, terms } = task;
  const type = ordinalType(terms);
  const section = allocator.section(slotCount(layout) * (type === "u16" ? 2 : 4));
  for (const { data, column, slots, ordinals } of moves) {
    assert(
      (column.type === "u16" || column.type === "u32") && ordinals,
      `[${task.field}] has columns of different kinds`,
    );
    const from = columnView(data, column) as Uint16Array | Uint32Array;
    moveOrdinals(from, type === "u16" ? allocator.u16(section) : allocator.u32(section), slots, ordinals);
  }
  return finishOrdinals(type, section, layout, terms);
}

function mergePoints(allocator: SectionAllocator, moves: readonly Moves[], layout: ValueLayout): ColumnDirectory {
  const latitudes = allocator.section(slotCount(layout) * 4);
  const longitudes = allocator.section(slotCount(layout) * 4);
  for (const { data, column, slots } of moves) {
    assert(column.type === "point" && column.values2, "a column of points meets one of another kind");
    moveInts(columnView(data, column) as Int32Array, allocator.i32(latitudes), slots);
    moveInts(
      new Int32Array(data.memory.buffer, column.values2.offset, column.values2.bytes / 4),
      allocator.i32(longitudes),
      slots,
    );
  }
  return finishPoints(latitudes, longitudes, layout);
}

function mergeVectors(task: ColumnMerge, moves: readonly Moves[], layout: ValueLayout): ColumnDirectory {
  const { allocator, merge, field, presence, checkpoint } = task;
  const width = moves[0]?.column.width ?? 0;
  const section = allocator.section(slotCount(layout) * width);
  const to = allocator.u8(section);
  for (const { data, column, slots } of moves) {
    assert(
      column.type === "vector" && column.width === width,
      "a column of vectors meets one of another kind or length",
    );
    const from = columnView(data, column) as Uint8Array;
    for (let i = 0; i < slots.length; i++)
      if (slots[i]! >= 0) to.set(from.subarray(i * width, (i + 1) * width), slots[i]! * width);
  }
  const written = { column: finishVectors(section, width, layout), docCount: merge.docCount, presence, allocator };
  const parts = merge.parts.flatMap(({ data, fields, map, allLive }) => {
    const own = fields.get(field);
    const present = own?.presence && u32(data, own.presence);
    return own?.column ? [{ data, column: own.column, presence: present, map, allLive }] : [];
  });
  return withVectorGraph(written, parts, checkpoint);
}

function moveInts(from: Int32Array, to: Int32Array, slots: Int32Array): void {
  for (let i = 0; i < slots.length; i++) if (slots[i]! >= 0) to[slots[i]!] = from[i]!;
}

function moveDoubles(from: Int32Array | Float64Array, to: Float64Array, slots: Int32Array): void {
  for (let i = 0; i < slots.length; i++) if (slots[i]! >= 0) to[slots[i]!] = from[i]!;
}

function moveLongs(from: ReturnType<typeof columnView>, to: BigInt64Array, slots: Int32Array): void {
  for (let i = 0; i < slots.length; i++) if (slots[i]! >= 0) to[slots[i]!] = BigInt(from[i]!);
}

function moveOrdinals(
  from: Uint16Array | Uint32Array,
  to: Uint16Array | Uint32Array,
  slots: Int32Array,
  ordinals: Uint32Array,
): void {
  for (let i = 0; i < slots.length; i++) if (slots[i]! >= 0) to[slots[i]!] = ordinals[from[i]!]!;
}
