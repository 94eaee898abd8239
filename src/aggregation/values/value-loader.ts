/** Loads how many values each document has, whatever the column holds. */
import type { SegmentReader } from "../../segment/segment-reader.ts";

/** Adds the number of values of each document of a batch to its bucket. */
export function addValueCounts(
  reader: SegmentReader,
  field: string,
  missing: boolean,
): ((docs: Uint32Array, count: number, buckets: Uint32Array | undefined, counts: Float64Array) => void) | undefined {
  const column = reader.column(field);
  if (!column && !missing) return undefined;
  const starts = column?.starts;
  const presence = column ? reader.presence(field) : undefined;
  const absent = missing ? 1 : 0;
  return (docs, count, buckets, counts) => {
    for (let i = 0; i < count; i++) {
      const doc = docs[i]!;
      let values = column ? 1 : 0;
      if (starts) values = starts[doc + 1]! - starts[doc]!;
      else if (presence) values = (presence[doc >>> 5]! >>> (doc & 31)) & 1;
      counts[buckets ? buckets[i]! : 0]! += values === 0 ? absent : values;
    }
  };
}
