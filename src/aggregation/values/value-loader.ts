/** Counts the values of each document, for any type of column. */
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { columnOf, presenceOf } from "./columns.ts";
import { NumericValues } from "./numeric-values.ts";
import { OrdinalValues } from "./ordinal-values.ts";
import type { CountColumn, ValuesSource } from "./values-source.ts";

/** Adds the number of values of each document of a batch to its bucket. */
export type ValueCounter = (
  docs: Uint32Array,
  count: number,
  buckets: Uint32Array | undefined,
  counts: Float64Array,
) => void;

/** The counter of a segment; undefined when no document can have a value. */
export function valueCounter(reader: SegmentReader, source: ValuesSource): ValueCounter | undefined {
  if (source.counts) return summaryCounter(reader, source.counts);
  if (source.script) return loadedCounter(reader, source);
  const column = columnOf(reader, source.path);
  const absent = source.missing === undefined ? 0 : 1;
  if (!column && absent === 0) return undefined;
  const starts = column?.starts;
  const repeated = column?.counts;
  // Elasticsearch stores all ranges of a document as one value.
  const together = source.shape === "ranges";
  const presence = column ? presenceOf(reader, source.path) : undefined;
  return (docs, count, buckets, counts) => {
    if (!buckets && !starts && !presence && !repeated) {
      counts[0]! += count;
      return;
    }
    for (let i = 0; i < count; i++) {
      const doc = docs[i]!;
      let values = 1;
      if (repeated) values = repeated[doc]!;
      else if (starts) values = together ? Number(starts[doc + 1]! > starts[doc]!) : starts[doc + 1]! - starts[doc]!;
      else if (presence) values = (presence[doc >>> 5]! >>> (doc & 31)) & 1;
      counts[buckets ? buckets[i]! : 0]! += values === 0 ? absent : values;
    }
  };
}

/** Counts what is loaded. */
function loadedCounter(reader: SegmentReader, source: ValuesSource): ValueCounter {
  const values = source.shape === "numbers" ? new NumericValues(reader, source) : new OrdinalValues(reader, source);
  return (docs, count, buckets, counts) => {
    const loaded = values.load(docs, count);
    for (let i = 0; i < loaded; i++) counts[buckets ? buckets[values.places[i]!]! : 0]! += 1;
  };
}

/** Adds up the counts of pre-aggregated values. */
function summaryCounter(reader: SegmentReader, { path }: CountColumn): ValueCounter | undefined {
  const column = reader.column(path);
  if (!column) return undefined;
  const presence = reader.presence(path);
  const { starts, values } = column;
  return (docs, count, buckets, counts) => {
    for (let i = 0; i < count; i++) {
      const doc = docs[i]!;
      if (presence && ((presence[doc >>> 5]! >>> (doc & 31)) & 1) === 0) continue;
      // The last number is the count of all values.
      const last = starts ? starts[doc + 1]! - 1 : doc;
      if (starts && last < starts[doc]!) continue;
      counts[buckets ? buckets[i]! : 0]! += Number(values[last]);
    }
  };
}
