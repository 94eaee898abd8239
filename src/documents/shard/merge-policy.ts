/**
 * Which segments to merge. Documents stand in order of sequence number over all segments of a shard, so only neighbours
 * are joined (Lucene's LogByteSizeMergePolicy); a segment with many deleted documents is rewritten alone. Pure.
 */

/** What the policy sees of a segment. */
export interface MergeCandidate {
  readonly bytes: number;
  readonly docs: number;
  readonly deleted: number;
  /** It has many vectors without the graph that they are to have: a merge makes it, be it of this segment alone. */
  readonly unlinked: boolean;
  /** Part of a merge that runs already. */
  readonly merging: boolean;
}

/**
 * A run of neighbours, `from` inclusive, `to` exclusive. One segment: to be rewritten without its deleted documents.
 */
export interface MergeRun {
  readonly from: number;
  readonly to: number;
}

/** Segments of about the same size that a shard keeps before they are joined. */
export const SEGMENTS_PER_TIER = 10;
/** Share of deleted documents above which a segment is rewritten alone. */
export const EXPUNGE_SHARE = 0.25;
/** Share above which an explicit expunge rewrites (index.merge.policy.expunge_deletes_allowed). */
export const EXPUNGE_ALLOWED_SHARE = 0.1;
/** Merges never aim at more: a segment must stay below MAX_SEGMENT_BYTES with room to spare. */
export const MAXIMUM_MERGED_BYTES = 2 * 1024 ** 3;

// Segments below this size count as one tier, so that many tiny ones are joined early.
const FLOOR_BYTES = 2 * 1024 ** 2;
// Width of a tier in powers of SEGMENTS_PER_TIER.
const TIER_WIDTH = 0.75;

/** The next merge to run, or undefined when the shard is in shape. */
export function nextMerge(segments: readonly MergeCandidate[]): MergeRun | undefined {
  return (
    tierRun(segments) ??
    segments
      .map((_, at) => ({ from: at, to: at + 1 }))
      .find(({ from }) => deserves(segments[from], EXPUNGE_SHARE) || isUnlinked(segments[from]))
  );
}

/** The next merge of an explicit force merge to at most `maximum` segments; undefined when done. */
export function nextForcedMerge(segments: readonly MergeCandidate[], maximum: number): MergeRun | undefined {
  if (segments.some((segment) => segment.merging)) return undefined;
  if (segments.length > maximum) {
    const length = segments.length - maximum + 1;
    return cheapestRun(segments, length) ?? cheapestRun(segments, 2);
  }
  const dirty = segments.findIndex((segment) => segment.deleted > 0 || segment.unlinked);
  return maximum === 1 && dirty >= 0 ? { from: dirty, to: dirty + 1 } : undefined;
}

/** The next rewrite of a segment that holds more deleted documents than allowed. */
export function nextExpunge(segments: readonly MergeCandidate[]): MergeRun | undefined {
  const from = segments.findIndex((segment) => deserves(segment, EXPUNGE_ALLOWED_SHARE));
  return from < 0 ? undefined : { from, to: from + 1 };
}

function deserves(segment: MergeCandidate | undefined, share: number): boolean {
  return segment !== undefined && !segment.merging && segment.deleted > segment.docs * share;
}

function isUnlinked(segment: MergeCandidate | undefined): boolean {
  return segment !== undefined && segment.unlinked && !segment.merging;
}

function liveBytes(segment: MergeCandidate): number {
  return segment.docs === 0 ? 0 : segment.bytes * (1 - segment.deleted / segment.docs);
}

/** The first run of SEGMENTS_PER_TIER neighbours whose sizes lie in one tier. */
function tierRun(segments: readonly MergeCandidate[]): MergeRun | undefined {
  const levels = segments.map(
    (segment) => Math.log(Math.max(liveBytes(segment), FLOOR_BYTES)) / Math.log(SEGMENTS_PER_TIER),
  );
  let start = 0;
  while (start < levels.length) {
    const highest = Math.max(...levels.slice(start));
    let end = levels.length;
    while ((levels[end - 1] ?? highest) < highest - TIER_WIDTH) end--;
    for (let from = start; from + SEGMENTS_PER_TIER <= end; from++) {
      const run = segments.slice(from, from + SEGMENTS_PER_TIER);
      if (fits(run)) return { from, to: from + SEGMENTS_PER_TIER };
    }
    start = end;
  }
  return undefined;
}

function fits(run: readonly MergeCandidate[]): boolean {
  return (
    run.every((segment) => !segment.merging) &&
    run.reduce((sum, segment) => sum + liveBytes(segment), 0) <= MAXIMUM_MERGED_BYTES
  );
}

function cheapestRun(segments: readonly MergeCandidate[], length: number): MergeRun | undefined {
  let best: MergeRun | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (let from = 0; from + length <= segments.length; from++) {
    const run = segments.slice(from, from + length);
    const bytes = run.reduce((sum, segment) => sum + liveBytes(segment), 0);
    if (bytes < least && fits(run)) {
      least = bytes;
      best = { from, to: from + length };
    }
  }
  return best;
}
