/** How the documents of a shard are divided: by their places alone, so that the same state is always divided alike. */
import { WINDOW_DOCS } from "../../segment/format.ts";

/** Some windows of one segment. */
export interface DocRange {
  /** Number of the segment in the searcher. */
  readonly segment: number;
  /** A multiple of WINDOW_DOCS. */
  readonly from: number;
  /** A multiple of WINDOW_DOCS, or the end of the segment. */
  readonly to: number;
}

/** Documents that follow each other, over segments. */
export type DocBlock = readonly DocRange[];

/** How large blocks are. */
export interface BlockSize {
  /** At least so many documents, as far as there are as many. */
  readonly docs: number;
  /** No more blocks than this, and one for each segment. */
  readonly most: number;
}

/** How large blocks are, by what they are for. */
export const BLOCK_SIZES = {
  /** What sums of fractions are added up by: few, since each of them is joined with the others for every search. */
  summed: { docs: 65_536, most: 8 },
  /** What threads take in turn: many, so that they end at about the same time. */
  shared: { docs: 32_768, most: 32 },
} as const satisfies Record<string, BlockSize>;

/** The blocks of a shard with segments of so many documents, in order. */
export function blocksOf(docCounts: readonly number[], { docs, most }: BlockSize): DocBlock[] {
  const all = docCounts.reduce((sum, count) => sum + count, 0);
  const size = Math.max(docs, Math.ceil(all / most));
  const blocks: DocRange[][] = [];
  let block: DocRange[] = [];
  let room = size;
  docCounts.forEach((docCount, segment) => {
    for (let from = 0; from < docCount;) {
      const to = Math.min(docCount, from + Math.ceil(room / WINDOW_DOCS) * WINDOW_DOCS);
      block.push({ segment, from, to });
      room -= to - from;
      from = to;
      if (room > 0) continue;
      blocks.push(block);
      block = [];
      room = size;
    }
  });
  if (block.length > 0) blocks.push(block);
  return blocks;
}

/** The whole shard as one block. */
export function wholeShard(docCounts: readonly number[]): DocBlock[] {
  return [docCounts.map((docCount, segment) => ({ segment, from: 0, to: docCount }))];
}

/** A block for each segment. */
export function wholeSegments(docCounts: readonly number[]): DocBlock[] {
  return docCounts.map((docCount, segment) => [{ segment, from: 0, to: docCount }]);
}
