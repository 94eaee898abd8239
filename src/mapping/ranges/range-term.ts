/** Ranges as terms: inclusive lower and upper bound back to back, in bytes that sort like the values. */
import type { RangeRelation } from "../field-type.ts";

/** Tests the term that begins at `start` of some bytes. */
export type RangeTest = (bytes: Uint8Array, start: number) => boolean;

/**
 * Tests whether a document's range has a relation to a query's: intersects it, lies within it, or contains it (Lucene's
 * `RangeFieldQuery.QueryType`). `width`: bytes of a bound.
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

/** Compares the bytes at `start` with `bound`. */
function compareAt(bytes: Uint8Array, start: number, bound: Uint8Array): number {
  for (let at = 0; at < bound.length; at++) {
    const difference = bytes[start + at]! - bound[at]!;
    if (difference !== 0) return difference;
  }
  return 0;
}
