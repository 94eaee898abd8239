/** Joining segments, on this thread or another. */
import type { SegmentData } from "../../segment/format.ts";
import { mergeSegments } from "../../segment/merge.ts";
import type { MergeInput } from "../../segment/merge/merge-part.ts";
import { SegmentCorruption } from "../../segment/segment-corruption.ts";
import { countLive } from "../../segment/live-docs.ts";

/** What to merge: neighbours in order of sequence number, each with the documents that live in it. */
export interface MergeJob {
  /** Generation of the segment to be. */
  readonly generation: number;
  /** Where the merged segment goes; free again when there is none. */
  readonly memory: WebAssembly.Memory;
  readonly inputs: readonly MergeInput[];
  /** Documents of log files with lower numbers are sealed: their places in the log can be forgotten. */
  readonly sealedBelow: number;
}

/** The merged segment (undefined when nothing lives), and per input where each of its documents went; -1: left out. */
export interface MergeResult {
  readonly segment: SegmentData | undefined;
  readonly docMaps: readonly Int32Array[];
  /** The file of an input that turned out to be damaged: nothing was merged. */
  readonly damagedFile?: string;
}

/** Runs merges. Inputs stay as they are; their memories are held until the promise settles. */
export interface Merger {
  merge(job: MergeJob): Promise<MergeResult>;
}

/** Merges on the calling thread. */
export const inlineMerger: Merger = { merge: async (job) => runMerge(job) };

/** Does a job, wherever it runs. */
export function runMerge(job: MergeJob): MergeResult {
  const { generation, memory, inputs, sealedBelow } = job;
  const living = inputs.reduce((sum, { data, live }) => sum + countLive(live, data.directory.docCount), 0);
  if (living === 0)
    return { segment: undefined, docMaps: inputs.map(({ data }) => new Int32Array(data.directory.docCount).fill(-1)) };
  try {
    return mergeSegments(inputs, { generation, memory, dropLocations: (file) => file < sealedBelow });
  } catch (error) {
    // What an error says beyond its words does not cross the port.
    if (!(error instanceof SegmentCorruption)) throw error;
    return { segment: undefined, docMaps: [], damagedFile: error.file };
  }
}
