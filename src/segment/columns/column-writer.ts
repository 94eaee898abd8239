/**
 * Lays out columns in sections: type by range of values, starts of multi-valued documents, zones. Used by the builder
 * and by merges.
 */
import { WINDOW_DOCS } from "../format.ts";
import type { ColumnDirectory, Section } from "../format.ts";
import type { SectionAllocator } from "../memory/section-allocator.ts";

/** Types of a numeric column. */
export type NumberType = "i32" | "f64" | "i64";

/** Every integer up to this magnitude is exact as a double. */
export const EXACT_LIMIT = 2 ** 53;
/** EXACT_LIMIT as a bigint. */
export const EXACT_LIMIT_BIGINT = 2n ** 53n;

/** Ordinals fit in u16 below this many terms. */
const U16_TERMS = 65536;

/** How a column's values are assigned to documents. */
export interface ValueLayout {
  readonly docCount: number;
  readonly valueCount: number;
  /** u32[docCount + 1]; undefined when each document with the field has one value. */
  readonly starts: Section | undefined;
}

/** u16 or u32, depending on the number of terms. */
export function ordinalType(terms: number): "u16" | "u32" {
  return terms < U16_TERMS ? "u16" : "u32";
}

/** Number of slots in `values`. */
export function slotCount(layout: ValueLayout): number {
  return layout.starts ? layout.valueCount : layout.docCount;
}

/** Directory of an i32 or f64 column whose `values` are written; adds minimum, maximum and zones. */
export function finishNumbers(
  allocator: SectionAllocator,
  type: "i32" | "f64",
  values: Section,
  layout: ValueLayout,
  presence: Uint32Array | undefined,
): ColumnDirectory {
  const { docCount, valueCount, starts } = layout;
  const windows = Math.ceil(docCount / WINDOW_DOCS);
  const zonesSection = allocator.section(windows * 16);
  const zones = allocator.f64(zonesSection);
  const startsView = starts ? allocator.u32(starts) : undefined;
  let min = Infinity;
  let max = -Infinity;
  for (let window = 0; window < windows; window++) {
    const from = window * WINDOW_DOCS;
    const to = Math.min(docCount, from + WINDOW_DOCS);
    const first = startsView ? startsView[from]! : from;
    const last = startsView ? startsView[to]! : to;
    const seen = startsView ? undefined : presence;
    if (type === "i32") rangeOfInts(allocator.i32(values), first, last, seen, zones, window);
    else rangeOfDoubles(allocator.f64(values), first, last, seen, zones, window);
    min = Math.min(min, zones[window * 2]!);
    max = Math.max(max, zones[window * 2 + 1]!);
  }
  const directory = { type, valueCount, values, zones: zonesSection, ...(starts ? { starts } : {}) };
  return valueCount > 0 ? { ...directory, min, max } : directory;
}

/** Directory of an i64 column whose `values` are written. */
export function finishLongs(
  allocator: SectionAllocator,
  values: Section,
  layout: ValueLayout,
  presence: Uint32Array | undefined,
): ColumnDirectory {
  const view = allocator.i64(values);
  const seen = layout.starts ? undefined : presence;
  let min: bigint | undefined;
  let max: bigint | undefined;
  for (let i = 0; i < view.length; i++) {
    if (seen && ((seen[i >>> 5]! >>> (i & 31)) & 1) === 0) continue;
    const value = view[i]!;
    if (min === undefined || value < min) min = value;
    if (max === undefined || value > max) max = value;
  }
  const { valueCount, starts } = layout;
  const directory = { type: "i64" as const, valueCount, values, ...(starts ? { starts } : {}) };
  return min === undefined || max === undefined
    ? directory
    : { ...directory, min: doubleAtMost(min), max: doubleAtLeast(max) };
}

/** Directory of an ordinals column whose `values` are written. */
export function finishOrdinals(
  type: "u16" | "u32",
  values: Section,
  layout: ValueLayout,
  terms: number,
): ColumnDirectory {
  const { valueCount, starts } = layout;
  return {
    type,
    valueCount,
    values,
    ...(starts ? { starts } : {}),
    ...(valueCount > 0 ? { min: 0, max: terms - 1 } : {}),
  };
}

/** Directory of a point column whose values are written. */
export function finishPoints(latitudes: Section, longitudes: Section, layout: ValueLayout): ColumnDirectory {
  const { valueCount, starts } = layout;
  return { type: "point", valueCount, values: latitudes, values2: longitudes, ...(starts ? { starts } : {}) };
}

/** Directory of a vector column of `width` bytes per value whose values are written. */
export function finishVectors(values: Section, width: number, layout: ValueLayout): ColumnDirectory {
  const { valueCount, starts } = layout;
  return { type: "vector", width, valueCount, values, ...(starts ? { starts } : {}) };
}

function rangeOfInts(
  values: Int32Array,
  from: number,
  to: number,
  seen: Uint32Array | undefined,
  zones: Float64Array,
  window: number,
): void {
  let min = Infinity;
  let max = -Infinity;
  for (let i = from; i < to; i++) {
    if (seen && ((seen[i >>> 5]! >>> (i & 31)) & 1) === 0) continue;
    const value = values[i]!;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  zones[window * 2] = min;
  zones[window * 2 + 1] = max;
}

function rangeOfDoubles(
  values: Float64Array,
  from: number,
  to: number,
  seen: Uint32Array | undefined,
  zones: Float64Array,
  window: number,
): void {
  let min = Infinity;
  let max = -Infinity;
  for (let i = from; i < to; i++) {
    if (seen && ((seen[i >>> 5]! >>> (i & 31)) & 1) === 0) continue;
    const value = values[i]!;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  zones[window * 2] = min;
  zones[window * 2 + 1] = max;
}

const scratch = new Float64Array(1);
const scratchBits = new BigInt64Array(scratch.buffer);

/** The next double from `value` (not 0) away from (+1) or towards (-1) zero. */
function neighbour(value: number, step: 1n | -1n): number {
  scratch[0] = value;
  scratchBits[0] = scratchBits[0]! + step;
  return scratch[0];
}

/** Largest double ≤ `value`. */
function doubleAtMost(value: bigint): number {
  const near = Number(value);
  return BigInt(near) <= value ? near : neighbour(near, near > 0 ? -1n : 1n);
}

/** Smallest double ≥ `value`. */
function doubleAtLeast(value: bigint): number {
  const near = Number(value);
  return BigInt(near) >= value ? near : neighbour(near, near > 0 ? 1n : -1n);
}
