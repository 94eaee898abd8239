/**
 * The terms of a field by document, made of its postings (`fielddata` of texts). Built on the heap on request; must not
 * be passed to a kernel function.
 */
import type { TermsDirectory } from "../format.ts";
import { PostingsReader } from "../postings/postings-reader.ts";
import type { ColumnReader, FieldsReader, TermsReader, UninvertedOptions } from "../segment-reader.ts";

/** The column of a field that has postings. */
export function uninvertedColumn(
  { data, docCount }: FieldsReader,
  directory: TermsDirectory,
  terms: TermsReader,
  { counts, reserve }: UninvertedOptions,
): ColumnReader {
  const { count: termCount } = terms;
  const isLeftOut = (term: number): boolean => counts !== undefined && !counts(terms.docFreq(term));
  // Starts, where to write next, and at most as many values as there are postings.
  reserve((docCount * 2 + 1) * Uint32Array.BYTES_PER_ELEMENT + terms.sumDocFreq * Uint32Array.BYTES_PER_ELEMENT);
  const starts = new Uint32Array(docCount + 1);
  eachPosting(new PostingsReader(data, directory), termCount, isLeftOut, (_term, doc) => starts[doc + 1]!++);
  for (let doc = 0; doc < docCount; doc++) starts[doc + 1]! += starts[doc]!;
  const values = new Uint32Array(starts[docCount]!);
  const next = starts.slice(0, docCount);
  eachPosting(new PostingsReader(data, directory), termCount, isLeftOut, (term, doc) => (values[next[doc]!++] = term));
  return {
    type: "u32",
    values,
    values2: undefined,
    starts,
    min: 0,
    max: termCount - 1,
    zones: undefined,
    onHeap: true,
  };
}

/** Terms ascend, so that those of each document do. */
function eachPosting(
  postings: PostingsReader,
  termCount: number,
  isLeftOut: (term: number) => boolean,
  take: (term: number, doc: number) => void,
): void {
  for (let term = 0; term < termCount; term++) {
    if (isLeftOut(term)) continue;
    postings.open(term);
    for (let count = postings.nextBlock(); count > 0; count = postings.nextBlock())
      for (let at = 0; at < count; at++) take(term, postings.docs[at]!);
  }
}
