/**
 * Nested documents as seen from the documents that contain them: where they are, which are live, how many there are.
 */
import { isLive, noneLive } from "./live-docs.ts";
import type { NestedReader, SegmentReader } from "./segment-reader.ts";

/**
 * Index of the first nested document of `space` below document `doc`; those of one document are `firstBelow(space, doc)
 * .. firstBelow(space, doc + 1)`. `above` is the reader that has `doc`: the segment, or an enclosing scope.
 */
export function firstBelow(space: NestedReader, doc: number, above: SegmentReader): number {
  const { parentReader, firstChild } = space;
  return firstChild[parentReader !== above && isNested(parentReader) ? firstBelow(parentReader, doc, above) : doc]!;
}

/** The documents of an `_id`, `from .. to`: the one document, or the nested documents within it. */
export function docsOfId(reader: SegmentReader, id: string): { from: number; to: number } {
  if (isNested(reader)) {
    const { from, to } = docsOfId(reader.parentReader, id);
    return { from: reader.firstChild[from]!, to: reader.firstChild[to]! };
  }
  const doc = reader.docOfId(id);
  return doc < 0 ? { from: 0, to: 0 } : { from: doc, to: doc + 1 };
}

/** Parent maps, step by step, from `reader` up to `above`. */
export function stepsUp(reader: SegmentReader, above: SegmentReader): Uint32Array[] {
  const steps: Uint32Array[] = [];
  for (let at = reader; at !== above && isNested(at); at = at.parentReader) steps.push(at.parents);
  return steps;
}

/** Whether a reader reads nested documents. */
export function isNested(reader: SegmentReader): reader is NestedReader {
  return "parentReader" in reader;
}

/** Cache by set of live documents: the live nested documents of each scope. */
const liveBelow = new WeakMap<Uint32Array, Map<NestedReader, Uint32Array>>();

/** The live nested documents of a scope: those whose documents are live (`live`; undefined: all are). */
export function nestedLive(space: NestedReader, live: Uint32Array | undefined): Uint32Array | undefined {
  if (!live) return undefined;
  let known = liveBelow.get(live);
  if (!known) liveBelow.set(live, (known = new Map()));
  let nested = known.get(space);
  if (!nested) known.set(space, (nested = liveChildren(space, live)));
  return nested;
}

function liveChildren(space: NestedReader, live: Uint32Array): Uint32Array {
  const { docCount, parents, parentReader } = space;
  const liveParents = isNested(parentReader) ? nestedLive(parentReader, live) : live;
  const nested = noneLive(docCount);
  for (let child = 0; child < docCount; child++)
    if (isLive(liveParents, parents[child]!)) nested[child >>> 5]! |= 1 << (child & 31);
  return nested;
}

const deadBelow = new WeakMap<Uint32Array, number>();

/** Number of nested documents whose documents are dead. */
export function deadNested(segment: SegmentReader, live: Uint32Array | undefined): number {
  if (!live || segment.spaces.length === 0) return 0;
  let dead = deadBelow.get(live);
  if (dead === undefined) deadBelow.set(live, (dead = countDead(segment, live)));
  return dead;
}

function countDead(segment: SegmentReader, live: Uint32Array): number {
  let dead = 0;
  for (const space of segment.spaces) {
    for (let doc = 0; doc < segment.docCount; doc++) {
      if (!isLive(live, doc)) dead += firstBelow(space, doc + 1, segment) - firstBelow(space, doc, segment);
    }
  }
  return dead;
}

/** Number of nested documents of a segment, those of dead documents included. */
export function nestedCount(segment: SegmentReader): number {
  let count = 0;
  for (const space of segment.spaces) count += space.docCount;
  return count;
}
