/** One input of a merge, with the new number of each of its documents. */
import type { FieldDirectory, Section, SegmentData } from "../format.ts";

/** A segment to merge and its live documents (undefined: all). */
export interface MergeInput {
  readonly data: SegmentData;
  readonly live: Uint32Array | undefined;
}

/** An input as the merge sees it: its documents, or the nested documents of one path. */
export interface MergePart {
  readonly data: SegmentData;
  readonly docCount: number;
  /** New number by old number; -1 for documents that are dropped. */
  readonly map: Int32Array;
  readonly allLive: boolean;
  readonly fields: ReadonlyMap<string, FieldDirectory>;
}

/** All inputs of a merge, in order. */
export interface MergeParts {
  readonly parts: readonly MergePart[];
  /** Number of live documents. */
  readonly docCount: number;
  /** Whether each part's documents all follow those of the previous part: the usual case. */
  readonly consecutive: boolean;
  /** Whether the documents of each part stay in their order among each other. */
  readonly ascending: boolean;
}

/** Bytes of a section. */
export function u8(data: SegmentData, section: Section): Uint8Array {
  return new Uint8Array(data.memory.buffer, section.offset, section.bytes);
}

/** A section as u32. */
export function u32(data: SegmentData, section: Section): Uint32Array {
  return new Uint32Array(data.memory.buffer, section.offset, section.bytes / 4);
}

/** A section as f64. */
export function f64(data: SegmentData, section: Section): Float64Array {
  return new Float64Array(data.memory.buffer, section.offset, section.bytes / 8);
}
