/**
 * Read access to one segment, for one thread. Made once per thread and segment, kept while any searcher on the thread
 * holds the segment.
 */
import type { FieldReads } from "./field-reads.ts";
import type { FieldDirectory, SegmentData } from "./format.ts";

/** A dictionary in a segment's memory. */
export interface TermsInMemory extends Pick<SegmentData, "memory" | "scratchSlots"> {
  /** Address of `TermsDirectory.sharedBytes`. */
  readonly sharedBytes: number;
}

/** The dictionary of a field. Terms are addressed by ordinal, 0 .. count - 1, ascending in unsigned byte order. */
export interface TermsReader {
  readonly count: number;
  readonly docCount: number;
  readonly sumDocFreq: number;
  readonly sumTotalTermFreq: number;
  /** The bytes of all terms back to back; do not change them. */
  readonly allBytes: Uint8Array;
  /** Start of each term in `allBytes`, and the end of the last. */
  readonly offsets: Uint32Array;
  /** Where these stand for the kernel; undefined: on the heap, or in a file of an earlier build. */
  inMemory?(): TermsInMemory | undefined;
  /** Ordinal of the exact term, or -1. */
  find(term: Uint8Array): number;
  /** Smallest ordinal whose term is ≥ `term`; `count` when there is none. */
  ceiling(term: Uint8Array): number;
  /** The term's bytes: a view into the memory; do not keep or change it. */
  bytes(ordinal: number): Uint8Array;
  /** The term decoded as UTF-8. */
  text(ordinal: number): string;
  docFreq(ordinal: number): number;
  /** Sum of the term's frequencies; its document frequency when the field keeps none. */
  totalTermFreq(ordinal: number): number;
}

/** The values of a field by document. `values` is one typed array; see ColumnDirectory for its meaning. */
export interface ColumnReader {
  readonly type: "i32" | "f64" | "i64" | "u16" | "u32" | "point" | "vector";
  readonly values: Int32Array | Float64Array | BigInt64Array | Uint16Array | Uint32Array | Uint8Array;
  /**
   * Bytes per value of a `vector` column, whose `values` are bytes: value i is `values[i * width .. (i + 1) * width]`.
   */
  readonly width?: number | undefined;
  /** Encoded longitudes of a point column. */
  readonly values2: Int32Array | undefined;
  /** Starts of each document's values; undefined when single-valued. */
  readonly starts: Uint32Array | undefined;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly zones: Float64Array | undefined;
  /** Not in the segment's memory, so kernel functions cannot use it. */
  readonly onHeap?: true;
  /** Ordinals: number of values of each document before duplicates were removed; absent when there were none. */
  readonly counts?: Uint32Array | undefined;
}

/** The fields of one scope: those of the segment's documents, or of the nested documents of a path. */
export interface FieldsReader {
  readonly data: SegmentData;
  readonly docCount: number;
  /** What is read of fields; the methods here note it. */
  readonly reads: FieldReads;
  /** Fields by full name. */
  field(name: string): FieldDirectory | undefined;
  fieldNames(): Iterable<string>;
  /** `as`: the structure that Elasticsearch would read in its place (`READS`); absent: the terms of an index. */
  terms(field: string, as?: number): TermsReader | undefined;
  /** The same; absent: doc values. */
  column(field: string, as?: number): ColumnReader | undefined;
  /**
   * The column; of a field without one, its terms by document as its postings have them, made when first asked for
   * (`fielddata` of texts). For what shows and compares values: queries ask for columns.
   */
  fielddata(field: string): ColumnReader | undefined;
  /** Norm bytes by document, or undefined when the field has none. */
  norms(field: string): Uint8Array | undefined;
  /**
   * Bit set (u32 words) of the documents that have the field; undefined when all have it. Check first, with `field`,
   * that the field exists.
   */
  presence(field: string): Uint32Array | undefined;
}

/** How terms by document are made of postings. */
export interface UninvertedOptions {
  /** Whether a term counts, by the number of documents that have it; undefined: all do. */
  readonly counts: ((docFreq: number) => boolean) | undefined;
  /** Accounts for the memory before it is taken; throws 429. */
  readonly reserve: (bytes: number) => void;
}

/** Who keeps the columns that readers make of postings. */
export interface FielddataKeeper {
  /** The column of a field, which `make` makes where it is not kept. */
  column(reader: FieldsReader, field: string, make: (options: UninvertedOptions) => ColumnReader): ColumnReader;
}

/** One segment as one thread reads it. */
export interface SegmentReader extends FieldsReader {
  /** Of the columns of the segment; absent: the reader keeps them itself. Set by who opens the segment for searches. */
  fielddataKeeper?: FielddataKeeper | undefined;
  /** The nested documents of a path; undefined when no document of the segment has any. */
  space(path: string): NestedReader | undefined;
  /** All nested scopes, each after that of its parents. */
  readonly spaces: readonly NestedReader[];
  /** Document with an `_id` in this segment (deleted ones too), or -1. */
  docOfId(id: string): number;
  id(doc: number): string;
  seqNo(doc: number): number;
  primaryTerm(doc: number): number;
  /** Document with a sequence number, or -1. */
  docOfSeqNo(seqNo: number): number;
  /** Log file number and offset of the record, or undefined when it is in a source file. */
  location(doc: number): { file: number; offset: number } | undefined;
}

/**
 * Nested documents as a segment of their own in the same memory: what searches a segment can search them. Id, sequence
 * number and location are those of the enclosing document; `spaces` are those of the segment.
 */
export interface NestedReader extends SegmentReader {
  readonly path: string;
  /** The reader of the parents: the segment itself, or the enclosing nested documents. */
  readonly parentReader: SegmentReader | NestedReader;
  /** Parent of each nested document, ascending. */
  readonly parents: Uint32Array;
  /** The children of parent `p` are `firstChild[p] .. firstChild[p + 1]`. */
  readonly firstChild: Uint32Array;
}
