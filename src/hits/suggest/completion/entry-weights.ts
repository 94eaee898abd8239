/**
 * The weights of a segment's completion entries, and over them the greatest of each 16, 256 … neighbours: with these
 * the best entries of a range are found without looking at all of them.
 */
import { completionWeights } from "../../../mapping/completion/completion-entry.ts";
import type { SegmentReader, TermsReader } from "../../../segment/segment-reader.ts";

/** Entries below one node of the next level, as a power of two. */
export const FAN_OUT_BITS = 4;

/** `levels[0]` holds the weight of each ordinal, `levels[n]` the greatest of 16 neighbours of `levels[n - 1]`. */
export type EntryWeights = readonly Uint32Array[];

const known = new WeakMap<SegmentReader, Map<string, EntryWeights>>();

/** Read once for a segment, which never changes. */
export function entryWeights(segment: SegmentReader, field: string, terms: TermsReader): EntryWeights {
  let fields = known.get(segment);
  if (!fields) known.set(segment, (fields = new Map()));
  let weights = fields.get(field);
  if (!weights) fields.set(field, (weights = levelsOf(completionWeights(terms))));
  return weights;
}

function levelsOf(weights: Uint32Array): EntryWeights {
  const levels = [weights];
  for (let below = weights; below.length > 1;) {
    const level = new Uint32Array(Math.ceil(below.length / (1 << FAN_OUT_BITS)));
    for (let at = 0; at < below.length; at++) {
      const node = at >>> FAN_OUT_BITS;
      if (below[at]! > level[node]!) level[node] = below[at]!;
    }
    levels.push(level);
    below = level;
  }
  return levels;
}
