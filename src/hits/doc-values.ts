/** Where the values of a document stand in a column. */
import type { MappedField } from "../mapping/field-type.ts";
import type { ColumnReader, SegmentReader } from "../segment/segment-reader.ts";

/** All values of a document as one, of a field whose values are joined; undefined: it has none. */
export function joinedValue(reader: SegmentReader, field: MappedField, doc: number): Uint8Array | undefined {
  const column = reader.fielddata(field.path);
  const terms = reader.terms(field.path);
  if (!column || !terms) return undefined;
  const [from, to] = valuesOf(reader, field.path, column, doc);
  if (from === to) return undefined;
  const { values } = column;
  return field.joined?.(Array.from({ length: to - from }, (_, at) => terms.bytes(Number(values[from + at])).slice()));
}

/** Of the values of a column those of a document; the same place twice: it has none. */
export function valuesOf(
  reader: SegmentReader,
  path: string,
  column: ColumnReader,
  doc: number,
): [from: number, to: number] {
  if (column.starts) return [column.starts[doc] ?? 0, column.starts[doc + 1] ?? 0];
  const presence = reader.presence(path);
  const has = presence === undefined || ((presence[doc >>> 5] ?? 0) >>> (doc & 31)) & 1;
  return [doc, has ? doc + 1 : doc];
}
