/**
 * Merges segments of a shard into one without their deleted documents. Plain functions over plain data, so that a merge
 * can run on its own thread. Beyond inputs and output it holds the term metadata of one field (some 30 bytes per term
 * and block of postings, and the term bytes) and a few numbers per document.
 */
import { assert } from "../core/assert.ts";
import { SEGMENT_FORMAT } from "./format.ts";
import type { SegmentData, SegmentOrder } from "./format.ts";
import { mergeFields } from "./merge/merge-field.ts";
import { numberDocuments } from "./merge/number-documents.ts";
import type { MergeInput } from "./merge/merge-part.ts";
import { mergeRecords } from "./merge/merge-records.ts";
import { mergeSpaces } from "./merge/merge-spaces.ts";
import { SectionAllocator } from "./memory/section-allocator.ts";
import { needWhole } from "./section-loading.ts";
import { nextSegmentId } from "./segment-id.ts";
import { sectionBytes } from "./segment-sections.ts";
import { addLoaded, wordsBytes } from "./segment-words.ts";

/** Options of a merge. */
export interface MergeOptions {
  readonly generation: number;
  /**
   * Memory for the merged segment: as large as the inputs together, so that it need not grow. Its content is arbitrary.
   */
  readonly memory: WebAssembly.Memory;
  /** Scratch slots of the merged segment; by default as many as the first input has. */
  readonly scratchSlots?: number;
  /** Called about every millisecond: may wait (throttling) or throw (cancelling; the memory can then be reused). */
  readonly checkpoint?: () => void;
  /** The order of the documents; absent: that of the inputs. */
  readonly order?: readonly SegmentOrder[];
  /** Whether the documents of a log file are sealed by now, so that their locations in it can be dropped. */
  readonly dropLocations?: (file: number) => boolean;
}

/** A merged segment. */
export interface Merged {
  readonly segment: SegmentData;
  /** Per input: the new number of each old document, -1 where it was dropped. */
  readonly docMaps: readonly Int32Array[];
}

/**
 * Merges at least one segment. Documents stay in order of sequence number, or are brought into the order of their
 * index; `live` undefined means that all are live.
 */
export function mergeSegments(inputs: readonly MergeInput[], options: MergeOptions): Merged {
  const first = inputs[0];
  assert(first, "a merge needs a segment");
  const { generation, memory } = options;
  const scratchSlots = options.scratchSlots ?? first.data.scratchSlots;
  const checkpoint = options.checkpoint ?? (() => {});
  // A merge reads everything, so sections still in files are loaded first, in file order.
  for (const { data } of inputs) needWhole(data);
  const order = options.order ?? first.data.directory.order;
  const merge = numberDocuments(inputs, order);
  const allocator = new SectionAllocator(memory, scratchSlots);
  const words = allocator.section(wordsBytes(0)).offset;
  const records = mergeRecords(merge, allocator, options.dropLocations ?? (() => false));
  const fields = mergeFields(merge, allocator, checkpoint);
  const spaces = mergeSpaces(merge, allocator, checkpoint);
  const nested = spaces.length > 0 ? { spaces } : {};
  const directory = {
    format: SEGMENT_FORMAT,
    generation,
    docCount: merge.docCount,
    ...(order ? { order } : {}),
    ...records,
    fields,
    ...nested,
    endOffset: allocator.endOffset,
  };
  const segment = { id: nextSegmentId(), memory, scratchSlots, directory, words };
  addLoaded(segment, sectionBytes(directory));
  return { segment, docMaps: merge.parts.map((part) => part.map) };
}
