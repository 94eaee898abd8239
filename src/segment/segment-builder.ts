/** What document parsing writes into: the growing part of a shard that is not searchable yet. */
import type { PostingsDetail, SegmentData, VectorIndex } from "./format.ts";

/** How one field is indexed; registered once per builder, referred to by number afterwards. */
export interface FieldSpec {
  readonly name: string;
  /** What the postings hold; undefined: not indexed as terms. */
  readonly terms: PostingsDetail | undefined;
  /** Keep length norms (text). */
  readonly norms: boolean;
  /** Column to build: numbers, ordinals of the terms, points, vectors; undefined: none. */
  readonly column: "integer" | "double" | "ordinals" | "point" | "vector" | undefined;
  /** How the vectors of the column are searched; undefined: all are looked at. */
  readonly vectors?: VectorIndex | undefined;
}

/**
 * Takes the values of the current document: any number of values of any fields, in any order. Values of one text field
 * come in order of position.
 */
export interface FieldWriter {
  /**
   * Registers a field and returns its number. A second registration of the name must be equal or only add a column;
   * otherwise it throws.
   */
  field(spec: FieldSpec): number;
  /** One occurrence of a term: `bytes[from..to)` at `position` (ignored where the field keeps none). */
  addTerm(field: number, bytes: Uint8Array, from: number, to: number, position: number): void;
  /** Adds to the field's length in tokens, from which the norm is computed (overlapping tokens do not count). */
  addLength(field: number, tokens: number): void;
  /**
   * A term without frequency that is also a value in the document's ordinals column (keyword, ip, boolean as term …).
   */
  addOrdinalTerm(field: number, bytes: Uint8Array, from: number, to: number): void;
  /** A number for the column; `integer` columns take a bigint where a double is not exact. */
  addNumber(field: number, value: number | bigint): void;
  /** An encoded point for the column. */
  addPoint(field: number, encodedLatitude: number, encodedLongitude: number): void;
  /** A vector for the column: the same number of bytes, a multiple of 4, for all documents of the field. */
  addVector(field: number, bytes: Uint8Array): void;
  /** Marks that the document has the field, for fields without column or norms. */
  addPresence(field: number): void;
}

/** Takes the nested documents of one path. The current document is the one begun last and not ended. */
export interface NestedWriter extends FieldWriter {
  /** Begins a nested document below the current one of the enclosing scope. */
  start(): void;
  /** Completes the nested document; those below it must be complete. */
  end(): void;
}

/**
 * Collects documents and turns them into an immutable segment. Not thread safe; lives on the indexing thread. Per
 * document: `start`, its values and nested documents, then `end`, or `abandon` when it turns out to be invalid.
 */
export interface SegmentBuilder extends FieldWriter {
  readonly docCount: number;
  /** Estimated heap and memory bytes that the builder holds, for flush decisions and the circuit breaker. */
  readonly memoryBytes: number;
  /**
   * The writer for nested documents of `path` whose parents are those of `parentPath` (empty: the documents). It stays
   * the same as long as the builder lives. Request the scope of the parents first.
   */
  space(path: string, parentPath: string): NestedWriter;
  /** Begins a document; returns its number in the future segment. Sequence numbers must ascend. */
  start(id: string, seqNo: number, primaryTerm: number): number;
  /** Completes the document; its record is in log file `file` at `offset`. */
  end(file: number, offset: number): void;
  /**
   * Sets the location of an ended document's record. The write side parses a whole batch before it appends it at once,
   * so it ends documents with (0, 0) and sets their locations afterwards.
   */
  locate(document: number, file: number, offset: number): void;
  /** Discards the document begun last with its nested documents; nothing of it stays visible. */
  abandon(): void;
  /**
   * Discards documents numbered `docCount` and above, ended ones too: their batch could not be appended, and their
   * sequence numbers will be used again.
   */
  truncate(docCount: number): void;
  /**
   * Marks a document of this builder as deleted (superseded before the refresh); it is part of the segment but dead.
   */
  delete(document: number): void;
  /**
   * Makes the segment and empties the builder. `deleted` lists the documents that are dead from the start, ascending.
   */
  build(generation: number): { segment: SegmentData; deleted: Uint32Array };
}
