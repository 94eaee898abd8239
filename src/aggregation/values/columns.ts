/** Columns by path, including `_seq_no`, which segments store outside of the fields. */
import { isNested } from "../../segment/nested-docs.ts";
import { need } from "../../segment/section-loading.ts";
import type { ColumnReader, SegmentReader } from "../../segment/segment-reader.ts";
import type { ValuesSource } from "./values-source.ts";

const NANOS_PER_MS = 1e6;

/** The column of a path; undefined when no document of the segment has the field. */
export function columnOf(reader: SegmentReader, path: string): ColumnReader | undefined {
  if (path !== "_seq_no") return reader.fielddata(path);
  if (isNested(reader)) return nestedSeqNos(reader);
  const { seqNos } = reader.data.directory;
  need(reader.data, seqNos);
  const values = new Float64Array(reader.data.memory.buffer, seqNos.offset, reader.docCount);
  return {
    type: "f64",
    values,
    values2: undefined,
    starts: undefined,
    min: values[0],
    max: values.at(-1),
    zones: undefined,
  };
}

/** The sequence numbers of the parents of nested documents. */
function nestedSeqNos(reader: SegmentReader): ColumnReader {
  const values = Float64Array.from({ length: reader.docCount }, (_, doc) => reader.seqNo(doc));
  return {
    type: "f64",
    values,
    values2: undefined,
    starts: undefined,
    min: values[0],
    max: values.at(-1),
    zones: undefined,
    onHeap: true,
  };
}

/** Bit set of the documents that have the field; undefined when all have it. For fields with a column. */
export function presenceOf(reader: SegmentReader, path: string): Uint32Array | undefined {
  return path === "_seq_no" ? undefined : reader.presence(path);
}

/**
 * Bounds of all values of a source in these segments, deleted documents included; undefined when it has none, or a
 * script makes them.
 */
export function rangeOfValues(
  segments: readonly SegmentReader[],
  source: ValuesSource,
): { min: number; max: number } | undefined {
  if (source.script) return undefined;
  let min = Infinity;
  let max = -Infinity;
  if (source.missing !== undefined) min = max = Number(source.missing);
  for (const reader of segments) {
    const column = columnOf(reader, source.path);
    if (column?.min === undefined || column.max === undefined) continue;
    min = Math.min(min, trueBound(column.min, source));
    max = Math.max(max, trueBound(column.max, source));
  }
  return min <= max ? { min, max } : undefined;
}

function trueBound(bound: number, source: ValuesSource): number {
  if (source.unit === "unsigned") return bound + 2 ** 63;
  return source.unit === "nanoseconds" ? Math.floor(bound / NANOS_PER_MS) : bound;
}
