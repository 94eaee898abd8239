/**
 * What segments have in memory, and a limit for it. A shared memory cannot give back single pages, so a segment that no
 * search has used for a while is opened anew from its file, with nothing loaded, and its old memory goes when the
 * searches on it are over. Segments in use stay: above the limit the machine's memory decides.
 */
import type { MonotonicClock } from "../../core/clock.ts";
import { EAGER_BYTES } from "../../segment/segment-file.ts";
import { loadedBytes, takeUsed } from "../../segment/segment-words.ts";
import type { ShardSegment } from "./shard-segments.ts";

const LOOK_MS = 10_000;
/** Looks in a row that find a segment unused before it is let go. */
const COLD_LOOKS = 3;

/** A shard as it is seen here. */
export interface SegmentOwner {
  readonly segments: readonly ShardSegment[];
  /** Opens these anew, where that is possible now. Never rejects. */
  unload(segments: readonly ShardSegment[]): Promise<void>;
}

export class ColdSegments {
  readonly #limitBytes: number;
  readonly #clock: MonotonicClock;
  /** Looks that found a segment unused. */
  readonly #unused = new WeakMap<ShardSegment, number>();
  #lookedMs: number;

  constructor(limitBytes: number, clock: MonotonicClock) {
    this.#limitBytes = limitBytes;
    this.#clock = clock;
    this.#lookedMs = clock.monotonicMs();
  }

  /** Looks at all segments, now and then. */
  async tick(owners: () => Iterable<SegmentOwner>): Promise<void> {
    const now = this.#clock.monotonicMs();
    if (now - this.#lookedMs < LOOK_MS) return;
    this.#lookedMs = now;
    let excess = -this.#limitBytes;
    const cold: { owner: SegmentOwner; segment: ShardSegment; looks: number; bytes: number }[] = [];
    for (const owner of owners()) {
      for (const segment of owner.segments) {
        const bytes = loadedBytes(segment.data);
        excess += bytes;
        const looks = takeUsed(segment.data) ? 0 : (this.#unused.get(segment) ?? 0) + 1;
        this.#unused.set(segment, looks);
        if (looks >= COLD_LOOKS && bytes > 0 && segment.bytes > EAGER_BYTES && segment.file !== undefined)
          cold.push({ owner, segment, looks, bytes });
      }
    }
    if (excess <= 0) return;
    cold.sort((one, other) => other.looks - one.looks || other.bytes - one.bytes);
    const chosen = new Map<SegmentOwner, ShardSegment[]>();
    for (const { owner, segment, bytes } of cold) {
      if (excess <= 0) break;
      excess -= bytes;
      const list = chosen.get(owner);
      if (list) list.push(segment);
      else chosen.set(owner, [segment]);
    }
    for (const [owner, segments] of chosen) await owner.unload(segments);
  }
}
