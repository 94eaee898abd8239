/** Simple lookup of one document of a term: for explanations, which concern few documents. */
import { READS } from "../../segment/field-reads.ts";
import { PostingsReader, readPositions, skipVarints, type Posting } from "../../segment/postings/postings-reader.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";

/** The posting of `doc` for a term, or undefined when the document does not have it. The field must have postings. */
export function postingOf(segment: SegmentReader, field: string, ordinal: number, doc: number): Posting | undefined {
  const terms = segment.field(field)?.terms;
  if (!terms || terms.detail === "none" || ordinal < 0) return undefined;
  const reader = new PostingsReader(segment.data, terms);
  reader.open(ordinal);
  for (let count = reader.nextBlock(); count > 0; count = reader.nextBlock()) {
    if ((reader.docs[count - 1] ?? 0) < doc) continue;
    const at = reader.docs.subarray(0, count).indexOf(doc);
    if (at < 0) return undefined;
    const freq = reader.freqs[at] ?? 1;
    const positions: number[] = [];
    if (reader.hasPositions) {
      const before = reader.freqs.subarray(0, at).reduce((sum, one) => sum + one, 0);
      readPositions(reader.bytes, skipVarints(reader.bytes, reader.positionsAddress, before), freq, positions);
    }
    return { doc, freq, positions };
  }
  return undefined;
}

/** Whether a document has the term, in a column of ordinals. */
export function hasOrdinal(
  segment: SegmentReader,
  field: string,
  doc: number,
  accepts: (ordinal: number) => boolean,
): boolean {
  const column = segment.column(field, READS.postings);
  if (!column || !hasField(segment, field, doc)) return false;
  const from = column.starts ? (column.starts[doc] ?? 0) : doc;
  const to = column.starts ? (column.starts[doc + 1] ?? 0) : doc + 1;
  for (let at = from; at < to; at++) if (accepts(Number(column.values[at]))) return true;
  return false;
}

/** Whether a document has the field. */
export function hasField(segment: SegmentReader, field: string, doc: number): boolean {
  if (!segment.field(field)) return false;
  const presence = segment.presence(field);
  return !presence || (((presence[doc >>> 5] ?? 0) >>> (doc & 31)) & 1) === 1;
}
