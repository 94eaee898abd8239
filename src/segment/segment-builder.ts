/** What document parsing writes into: the growing, not yet searchable part of a shard. */
import type { PostingsDetail, SegmentData } from "./format.ts";

/** How one field is indexed; registered once per builder, addressed by number afterwards. */
export interface FieldSpec {
  readonly name: string;
  /** What postings to keep; undefined: not indexed as terms. */
  readonly terms: PostingsDetail | undefined;
  /** Keep length norms (text). */
  readonly norms: boolean;
  /** Column to build: numbers, ordinals of the terms, points, vectors; undefined: none. */
  readonly column: "integer" | "double" | "ordinals" | "point" | "vector" | undefined;
}

/**
 * Takes the values of the document at hand: any number of values of any fields, in any order. Values of one text field
 * come in order of position.
 */
export interface FieldWriter {
  /**
   * Number of a field. A second registration with the same name must be equal, or widen (a column added); otherwise it
   * throws.
   */
  field(spec: FieldSpec): number;
  /** One occurrence of a term: `bytes[from..to)` at `position` (ignored where the field keeps none). */
  addTerm(field: number, bytes: Uint8Array, from: number, to: number, position: number): void;
  /** Adds to the field's length in tokens, from which the norm is made (overlapping tokens do not count). */
  addLength(field: number, tokens: number): void;
  /**
   * A term without frequency that is also the document's value in the ordinals column (keyword, ip, boolean as term …).
   */
  addOrdinalTerm(field: number, bytes: Uint8Array, from: number, to: number): void;
  /** A number for the column; `integer` columns take bigint where a double is not exact. */
  addNumber(field: number, value: number | bigint): void;
  /** An encoded point for the column. */
  addPoint(field: number, encodedLatitude: number, encodedLongitude: number): void;
  /** A vector for the column: as many bytes, a multiple of 4, for all documents of the field. */
  addVector(field: number, bytes: Uint8Array): void;
  /** Marks that the document has the field, for fields without column and norms. */
  addPresence(field: number): void;
}

/** Takes the nested documents of one path. The document at hand is the one begun last and not ended. */
export interface NestedWriter extends FieldWriter {
  /** Begins a nested document below the one at hand in the enclosing space. */
  start(): void;
  /** Completes the nested document; those below it must be complete. */
  end(): void;
}

/**
 * Collects documents and turns them into an immutable segment. Not thread safe; lives on the indexing thread.
 * Per document: `start`, its values and nested documents, then `end`, or `abandon` when it turns out invalid.
 */
export interface SegmentBuilder extends FieldWriter {
  readonly docCount: number;
  /** Estimate of the heap and memory that the builder holds, for flush decisions and the breaker. */
  readonly memoryBytes: number;
  /**
   * The nested documents of `path`, whose parents are those of `parentPath` (empty: the documents). The same one for
   * the same path, as long as the builder lives; a space is asked for after that of its parents.
   */
  space(path: string, parentPath: string): NestedWriter;
  /** Begins a document; answers its number in the segment to be. Sequence numbers must ascend. */
  start(id: string, seqNo: number, primaryTerm: number): number;
  /** Completes the document; its record stands in log file `file` at `offset`. */
  end(file: number, offset: number): void;
  /**
   * Corrects where the record of an ended document stands. The write side parses a whole batch before it appends it at
   * once, so it ends documents with (0, 0) and tells their places afterwards.
   */
  locate(document: number, file: number, offset: number): void;
  /** Forgets the document begun last, and its nested ones; nothing of it stays visible. */
  abandon(): void;
  /**
   * Forgets the documents from `docCount` on, ended ones too: their batch could not be appended, and their sequence
   * numbers come again.
   */
  truncate(docCount: number): void;
  /** Marks a document of this builder as deleted (superseded before the refresh); it stands in the segment but dead. */
  delete(document: number): void;
  /**
   * Makes the segment and empties the builder. `deleted` lists the documents that are dead from the start, ascending.
   */
  build(generation: number): { segment: SegmentData; deleted: Uint32Array };
}
