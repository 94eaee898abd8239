/** What dictionaries tell of all documents of a segment, without a look at any. */
import { READS } from "../../segment/field-reads.ts";
import type { SegmentReader, TermsReader } from "../../segment/segment-reader.ts";
import type { ValuesSource } from "./values-source.ts";

/**
 * Whether the values of all documents are the terms of the dictionary, as often as it says: it does not speak of those
 * that a script makes, that stand for a missing value, or that are left out of a column.
 */
export function isOfColumn(reader: SegmentReader, source: ValuesSource): boolean {
  if (source.shape !== "ordinals" || source.script || source.missing !== undefined) return false;
  const column = reader.fielddata(source.path);
  const terms = reader.terms(source.path, READS.docValues);
  if (!column || !terms) return !column && !terms;
  // Without postings there is a dictionary for the column alone.
  if (terms.sumDocFreq === 0) return true;
  return terms.sumDocFreq === (column.starts ? column.values.length : terms.docCount);
}

/** The terms of a segment with how many documents have each; undefined: that is not known. */
export function countedTerms(reader: SegmentReader, source: ValuesSource): TermsReader | undefined {
  const terms = reader.terms(source.path, READS.docValues);
  return terms && terms.sumDocFreq > 0 && isOfColumn(reader, source) ? terms : undefined;
}
