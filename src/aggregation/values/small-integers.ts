/** Fields with integers in a small range: the numbers minus the least one serve as table indexes. */
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { rangeOfValues } from "./columns.ts";
import type { ValuesSource } from "./values-source.ts";

/** The largest range that counts as small. */
const MOST_PLACES = 1 << 16;

/** The least value, and the size of the range. */
export interface SmallIntegers {
  readonly least: number;
  readonly count: number;
}

/** The range of a field that has only such values; undefined for others. */
export function smallIntegers(segments: readonly SegmentReader[], source: ValuesSource): SmallIntegers | undefined {
  if (source.fractional || source.shape !== "numbers") return undefined;
  const range = rangeOfValues(segments, source);
  if (!range || !Number.isSafeInteger(range.min) || !Number.isSafeInteger(range.max)) return undefined;
  const count = range.max - range.min + 1;
  return count <= MOST_PLACES ? { least: range.min, count } : undefined;
}
