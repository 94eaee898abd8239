/** Ranges as terms: lower bound and upper bound back to back, both inclusive, in bytes that sort as the values do. */
import type { RangeRelation } from "../field-type.ts";

/** Tests the term that begins at `start` of some bytes. */
export type RangeTest = (bytes: Uint8Array, start: number) => boolean;

/**
 * The test whether a range of a document stands in a relation to that of a query: shares a value with it, lies within
 * it, or contains it (Lucene's `RangeFieldQuery.QueryType`). `width`: bytes of a bound.
 */
export function rangeTest(from: Uint8Array, to: Uint8Array, relation: RangeRelation): RangeTest {
  const width = from.length;
  switch (relation) {
    case "intersects":
      return (bytes, start) => compareAt(bytes, start, to) <= 0 && compareAt(bytes, start + width, from) >= 0;
    case "within":
      return (bytes, start) => compareAt(bytes, start, from) >= 0 && compareAt(bytes, start + width, to) <= 0;
    case "contains":
      return (bytes, start) => compareAt(bytes, start, from) <= 0 && compareAt(bytes, start + width, to) >= 0;
  }
}

/** Compares the bytes at `start` with as many as `bound` has. */
function compareAt(bytes: Uint8Array, start: number, bound: Uint8Array): number {
  for (let at = 0; at < bound.length; at++) {
    const difference = bytes[start + at]! - bound[at]!;
    if (difference !== 0) return difference;
  }
  return 0;
}
