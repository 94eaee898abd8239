/** Joining segments, on this thread or another. */
import type { SegmentData } from "../segment/format.ts";

/** What to merge: neighbours in order of sequence number, each with the documents that live in it. */
export interface MergeJob {
  /** Generation of the segment to be. */
  readonly generation: number;
  readonly inputs: readonly { readonly segment: SegmentData; readonly live: Uint32Array | undefined }[];
}

/** The merged segment (undefined when nothing lives), and per input where each of its documents went; -1: left out. */
export interface MergeResult {
  readonly segment: SegmentData | undefined;
  readonly docMaps: readonly Int32Array[];
}

/** Runs merges. Inputs stay as they are; their memories are held until the promise settles. */
export interface Merger {
  merge(job: MergeJob): Promise<MergeResult>;
}
