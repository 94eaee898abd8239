/**
 * The layout of a segment: the bytes in one shared `WebAssembly.Memory`, and the same bytes in a file.
 *
 * A segment is a set of named *sections* at 16-byte aligned offsets plus a *directory* (this file's types), plain data
 * that crosses threads by structured clone and is stored as JSON at the end of the file. There is no object per
 * document or term.
 *
 * Memory: `[0, SCRATCH_BASE)` reserved, then `scratchSlots × SCRATCH_SLOT_BYTES` of scratch (leased by one thread
 * each), then the sections. Offsets in the directory are absolute addresses in the memory. Every section is followed by
 * at least `SECTION_PADDING` zero bytes, so that a SIMD load may run over its end.
 *
 * Small segments share a memory (an arena), each in its own range of addresses, and the scratch before
 * them. The sections of a segment from a file are loaded when they are first needed: until then their bytes are
 * arbitrary, and code calls `need` (`section-loading.ts`) before it makes a view of one.
 */
import type { FileReference } from "../store/files.ts";

/** First byte of the scratch region. Address 0 stays unused, so that 0 can mean "none". */
export const SCRATCH_BASE = 1024;
/** Bytes of scratch of one thread: windows, cursors, heaps. Untouched scratch costs no memory. */
export const SCRATCH_SLOT_BYTES = 1 << 20;
/** Every section starts at a multiple of this. */
export const SECTION_ALIGNMENT = 16;
/** Zero bytes kept after every section. */
export const SECTION_PADDING = 16;
/** Documents in a window, the unit in which queries, collectors and zone maps work. */
export const WINDOW_DOCS = 4096;
/** Documents in a full block of postings. */
export const BLOCK_DOCS = 128;
/** What an operator or cursor returns when no documents are left. */
export const NO_MORE_DOCS = 0x7fffffff;
/** A segment's sections never extend beyond this address (4 GiB minus room for scratch and growth). */
export const MAX_SEGMENT_BYTES = 3.5 * 1024 ** 3;

/** A run of bytes in the memory: absolute address and length in bytes (padding not counted). */
export interface Section {
  readonly offset: number;
  readonly bytes: number;
  /** Where the bytes are in the file; absent when they are already in memory. */
  readonly stored?: StoredSection;
}

/** A section in the file of its segment. */
export interface StoredSection {
  /** Its name in error messages. */
  readonly name: string;
  /** Offset in the file, and CRC-32C of the bytes there. */
  readonly offset: number;
  readonly crc: number;
  /** Index of its word among the segment's words; the word says whether the bytes are loaded. */
  readonly word: number;
}

/** What the postings of a field hold. `none`: a dictionary for ordinals only (keyword with `index: false`). */
export type PostingsDetail = "none" | "docs" | "freqs" | "positions";

/**
 * The inverted index of a field: sorted terms (unsigned byte order of UTF-8, or of the type's binary encoding).
 *
 * Postings of a term of document frequency `df`: `floor(df / 128)` full blocks, then a tail of `df % 128` documents.
 * - df = 1: `tail[term]` *is* the document id; its frequency is `totalFreqs[term]` (1 when there are no frequencies).
 * - Full block b (numbered over all terms of the field; `blockStarts[term]` is the first of the term):
 *   at `postings.offset + blockOffsets[b]`: 128 document gaps, FOR packed in `docBits` bits, vertical 4-lane layout
 * with D1
 *   deltas (gap to the previous document; the first to the last document of the term's previous block, -1 for the
 * first),
 *   `docBits × 16` bytes; then, with frequencies, 128 values `freq - 1` packed in `freqBits` bits, `freqBits × 16`
 * bytes
 *   (0 bits: all are 1). `blockBits[b] = docBits | freqBits << 8`. Both are 0..32; docBits 1..32.
 * - Tail (df % 128 > 0 and df > 1): at `postings.offset + tail[term]`: per document a varint of the gap (as above; with
 *   frequencies `gap << 1 | (freq == 1)`, followed by a varint of the frequency when it is not 1). Varints are LEB128,
 * unsigned.
 * - Positions: per document, `freq` varints: the first position, then the gaps. They are stored back to back in posting
 *   order of
 *   the term at `positions.offset + ...`: `blockPositions[b]` is the byte offset for the first document of block b,
 *   `tailPositions[term]` that of the tail's (or the single document's) first one.
 * - Impacts: of a full block: competitive (frequency, norm) pairs, i.e. no pair has both a higher frequency and a lower
 *   norm
 *   byte than another, as u32 `freq << 8 | norm` (frequency capped at 2^24 - 1), ascending;
 *   pairs `blockImpacts[b] .. blockImpacts[b + 1]` of `impacts` (u32 index). At most MAX_IMPACTS pairs a block: further
 *   pairs are folded into a pair (highest frequency, lowest norm), which bounds them. Norm is 1 where the field has
 * none.
 */
export interface TermsDirectory {
  readonly detail: PostingsDetail;
  /** Number of distinct terms. */
  readonly count: number;
  /** Documents with at least one term. */
  readonly docCount: number;
  /** Sum of document frequencies. */
  readonly sumDocFreq: number;
  /** Sum of term frequencies (equal to sumDocFreq without frequencies). */
  readonly sumTotalTermFreq: number;
  /** Bytes of all terms back to back. */
  readonly termBytes: Section;
  /** u32[count + 1]: where each term starts in termBytes. */
  readonly termOffsets: Section;
  /**
   * u8[count]: how many bytes each term has in common with the one before, at most 255. Absent for detail "none", as
   * are all below, and in files of earlier builds.
   */
  readonly sharedBytes?: Section;
  /** u32[count]. */
  readonly docFreqs?: Section;
  /** u32[count]; only with frequencies. */
  readonly totalFreqs?: Section;
  /** u32[count + 1]. */
  readonly blockStarts?: Section;
  /** u32[count]. */
  readonly tail?: Section;
  /** Per full block: i32 last document id. */
  readonly blockLastDocs?: Section;
  /** Per full block: u32 offset in postings. */
  readonly blockOffsets?: Section;
  /** Per full block: u16 docBits | freqBits << 8. */
  readonly blockBits?: Section;
  /** u32[blocks + 1]; only with frequencies. */
  readonly blockImpacts?: Section;
  /** u32 pairs; only with frequencies. */
  readonly impacts?: Section;
  readonly postings?: Section;
  /** u32 per full block; only with positions, as are the next two. */
  readonly blockPositions?: Section;
  /** u32[count]. */
  readonly tailPositions?: Section;
  readonly positions?: Section;
}

/** Most impact pairs kept for one block. */
export const MAX_IMPACTS = 8;

/**
 * A column: the values of a field by document ("doc values").
 *
 * - `i32`, `f64`: numbers (f64 also for integers and dates in milliseconds while they are exact, |v| ≤ 2^53).
 * - `i64`: BigInt64Array, only where a long exceeds 2^53; deliberately a slow path. unsigned_long is stored shifted by
 *   -2^63.
 * - `u16`, `u32`: ordinals into the terms of the same field (u16 below 65,536 terms).
 * - `vector`: byte strings of one length, `width` (a multiple of 4; numbers in them are little endian).
 * - `point`: i32 pairs: `values` holds the encoded latitudes, `values2` the encoded longitudes (Lucene's
 *   GeoEncodingUtils).
 *
 * Single-valued (`starts` absent): `values[doc]`, 0 where the document has none (see `presence`).
 * Multi-valued: `values[starts[doc] .. starts[doc + 1]]`, ascending within a document (ordinals also without
 * duplicates).
 */
export interface ColumnDirectory extends VectorSections {
  readonly type: "i32" | "f64" | "i64" | "u16" | "u32" | "point" | "vector";
  /** Bytes per value of a `vector` column. */
  readonly width?: number;
  /** Total number of values. */
  readonly valueCount: number;
  readonly values: Section;
  readonly values2?: Section;
  /** u32[docCount + 1] for a multi-valued column. */
  readonly starts?: Section;
  /**
   * Smallest and largest value (ordinals: 0 and count - 1; i64: as doubles, rounded outward). Absent for an empty
   * column and for points.
   */
  readonly min?: number;
  readonly max?: number;
  /** f64 pairs (min, max) per window of WINDOW_DOCS documents; an empty window has min > max. Only i32 and f64. */
  readonly zones?: Section;
}

/** How the vectors of a column are to be found by nearness. */
export interface VectorIndex {
  readonly element: "float" | "byte";
  readonly dims: number;
  readonly similarity: "l2_norm" | "cosine" | "dot_product" | "max_inner_product";
  /** The graph that large segments have: links of a node, and nodes looked at to find them; absent: none. */
  readonly graph?: { readonly links: number; readonly candidates: number };
  /** Vectors are compared as bytes, whose range leaves out the outermost values (Lucene's confidence interval). */
  readonly confidence?: number;
  /** Bits that are kept of each dimension; absent: seven, where vectors are compared as bytes at all. */
  readonly bits?: 4 | 1;
}

/**
 * What a column of type `vector` has beside its values, which stand by document (`starts` is absent).
 *
 * - Quantised: seven bits for each dimension in an i8, padded to a multiple of 16, by document; with the correction of
 *   each product (f32). A value v has the byte `round((v - lower) / (upper - lower) * 127)`.
 * - Quantised to four bits: likewise, with `* 15`; each byte holds one dimension of the first half in its high bits,
 *   and one of the second half in its low bits.
 * - Quantised to one bit: whether a dimension is above that of the centroid (f32 each), the first in the lowest bit.
 *   The corrections are three f32 for each document (`one-bit.ts`).
 * - Graph (HNSW): `links` of level 0 are `linkStarts[doc] .. linkStarts[doc + 1]`. `upper` holds the levels above, from
 *   1 on: number of nodes, the nodes ascending, their starts (one more), and the links.
 */
export interface VectorSections {
  readonly vectors?: VectorIndex;
  readonly quantiles?: Quantiles;
  readonly quantised?: Section;
  readonly corrections?: Section;
  readonly centroid?: Section;
  /** f32 by document: one divided by the length of the vector, where angles are compared by the vectors themselves. */
  readonly lengths?: Section;
  /** The node where searches begin, and the number of levels above 0. */
  readonly graph?: { readonly entry: number; readonly levels: number };
  readonly linkStarts?: Section;
  readonly links?: Section;
  readonly upper?: Section;
}

/** The range of values that bytes tell apart. */
export interface Quantiles {
  readonly lower: number;
  readonly upper: number;
}

/** One indexed field of a segment. The name is the full path (`a.b.keyword`) or that of a metadata field. */
export interface FieldDirectory {
  readonly name: string;
  readonly terms?: TermsDirectory;
  readonly column?: ColumnDirectory;
  /** u8[docCount]: length norm as Lucene's SmallFloat.intToByte4; text fields with norms only. */
  readonly norms?: Section;
  /** Bit per document (u64 words, little endian) that has the field; absent when all have it. */
  readonly presence?: Section;
  /** Documents that have the field. */
  readonly docsWithField: number;
}

/**
 * The nested documents of one path: a nested scope: documents apart from those of the segment, with their own
 * numbers (0 .. docCount - 1) and their own fields. They are in the order of their parents, and below one parent in the
 * order of the source.
 *
 * A nested document has no record of its own: it lives and dies with the document that contains it.
 * The same field may be in a nested scope and in the enclosing documents (`include_in_parent`, `include_in_root`).
 */
export interface NestedScope {
  /** Full path of the nested object. */
  readonly path: string;
  /** The scope of the parents: path of the enclosing nested object; empty for the documents of the segment. */
  readonly parentPath: string;
  /** At least 1: a path without nested documents has no entry. */
  readonly docCount: number;
  /** u32[docCount of the parents + 1]: the children of parent `p` are `firstChild[p] .. firstChild[p + 1]`. */
  readonly firstChild: Section;
  /** u32[docCount]: the parent of each nested document, ascending. */
  readonly parent: Section;
  readonly fields: readonly FieldDirectory[];
}

/** A column whose values documents are ordered by. */
export interface SegmentOrder {
  readonly path: string;
  readonly descending: boolean;
  /** Documents without a value come first, whatever the direction. */
  readonly missingFirst: boolean;
  /** Which of several values counts. */
  readonly mode: "min" | "max";
}

/** The whole of a segment. Plain data. */
export interface SegmentDirectory {
  /** Format number; a reader rejects others. */
  readonly format: number;
  /** Unique in the shard, ascending; cat output writes it in base 36: `_0`, `_1`, … */
  readonly generation: number;
  readonly docCount: number;
  /** What documents are ordered by, and where that is equal, by sequence number; absent: by sequence number alone. */
  readonly order?: readonly SegmentOrder[];
  /** f64[docCount]; ascending where `docsBySeqNo` is absent. */
  readonly seqNos: Section;
  /** u32[docCount]: the documents by ascending sequence number. */
  readonly docsBySeqNo?: Section;
  /** f64[docCount]: primary term of each document's operation; absent when all are `primaryTerm`. */
  readonly primaryTerms?: Section;
  readonly primaryTerm: number;
  /** The `_id`s: UTF-8 back to back, and u32[docCount + 1] starts. */
  readonly idBytes: Section;
  readonly idOffsets: Section;
  /**
   * Open addressing table of document ids + 1 (0 = free), u32, a power of two ≥ 2 × docCount; slot = murmur3_32(id,
   * seed 0) & mask, linear probing.
   */
  readonly idTable: Section;
  /**
   * Where each document's record is in the log, u32 pairs (log file number, byte offset), for documents that may not be
   * in a sealed source file yet; absent when all are. If only some are sealed, those have file number SEALED_FILE.
   */
  readonly locations?: Section;
  readonly fields: readonly FieldDirectory[];
  /** Nested documents, each scope after that of its parents; absent when there are none. */
  readonly spaces?: readonly NestedScope[];
  /** Address after the last section; the memory is at least this long. */
  readonly endOffset: number;
}

/** File number in `locations` of a document whose record is sealed while other records are not. */
export const SEALED_FILE = 0xffffffff;

/** Current format number. */
export const SEGMENT_FORMAT = 1;

/** A segment as it travels between threads: its memory is shared, never copied. */
export interface SegmentData {
  /** Unique in the process; used by caches and to count who still holds the segment. */
  readonly id: number;
  readonly memory: WebAssembly.Memory;
  readonly scratchSlots: number;
  readonly directory: SegmentDirectory;
  /** Address of the segment's words, which all threads write (`segment-words.ts`). */
  readonly words: number;
  /** Unique number of the memory in the process; present when other segments share it. */
  readonly arena?: number;
  /** The file that sections are loaded from; absent when all are in memory. */
  readonly file?: SegmentFile;
}

/** The file of a segment, readable from any thread. */
export interface SegmentFile {
  readonly path: string;
  readonly reference: FileReference;
}
