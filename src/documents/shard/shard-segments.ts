/** The segments of a shard in order of sequence number, with their deleted documents: what a refresh publishes. */
import type { SegmentData } from "../../segment/format.ts";
import { isLive, withoutDocs } from "../../segment/live-docs.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { sectionBytes } from "../../segment/segment-sections.ts";
import { openSegment } from "../../segment/shared-segment-reader.ts";

/** A segment as the write side keeps it. */
export interface ShardSegment {
  readonly data: SegmentData;
  readonly reader: SegmentReader;
  /** Bytes of its sections, which is about the size of its file. */
  readonly bytes: number;
  /** Live documents as last published; undefined: all. */
  live: Uint32Array | undefined;
  /** Documents dead in `live`. */
  deleted: number;
  /** Documents that died since, not published yet. */
  readonly dying: Set<number>;
  /** Part of the last published searcher. */
  published: boolean;
  /** Part of a merge that runs. */
  merging: boolean;
  /** Name of its file, once it is written; and the name of the file of its live documents. */
  file: string | undefined;
  liveFile: string | undefined;
  /** Whether `live` differs from what the files say. */
  liveChanged: boolean;
  /** Who holds its memory: the list itself, and each published generation that was not released. */
  holders: number;
}

/** The list. */
export class ShardSegments {
  readonly #segments: ShardSegment[] = [];
  readonly #onUnused: (segment: ShardSegment) => void;

  /** `onUnused` is called when nobody holds a segment any more. */
  constructor(onUnused: (segment: ShardSegment) => void) {
    this.#onUnused = onUnused;
  }

  get all(): readonly ShardSegment[] {
    return this.#segments;
  }

  /** Adds a new last segment, not published yet. `deleted`: documents that are dead from the start. */
  add(data: SegmentData, deleted: Iterable<number>): ShardSegment {
    const segment = shardSegment(data, undefined, 0);
    for (const doc of deleted) segment.dying.add(doc);
    this.#segments.push(segment);
    return segment;
  }

  /** Adds a segment as it was committed. */
  addCommitted(
    data: SegmentData,
    live: Uint32Array | undefined,
    deleted: number,
    file: string,
    liveFile: string | undefined,
  ): void {
    this.#segments.push({ ...shardSegment(data, live, deleted), file, liveFile });
  }

  /**
   * Notes that the document of a sequence number died; whether there was a live one. Newest first: most updates hit
   * young documents.
   */
  kill(seqNo: number): boolean {
    for (let at = this.#segments.length - 1; at >= 0; at--) {
      const segment = this.#segments[at];
      const doc = segment?.reader.docOfSeqNo(seqNo) ?? -1;
      if (!segment || doc < 0) continue;
      if (segment.dying.has(doc) || !isLive(segment.live, doc)) return false;
      segment.dying.add(doc);
      return true;
    }
    return false;
  }

  /** Whether a refresh would change anything. */
  get changed(): boolean {
    return this.#segments.some((segment) => !segment.published || segment.dying.size > 0);
  }

  /** Makes everything visible: new live sets, and segments without a live document dropped. */
  publish(): void {
    // A copy, as segments leave the list on the way.
    for (const segment of this.#segments.slice()) {
      if (segment.dying.size > 0) applyDying(segment);
      segment.published = true;
      if (segment.deleted === segment.reader.docCount && !segment.merging) this.#remove(segment);
    }
  }

  /**
   * Puts a merged segment in place of its inputs. `docMaps` tell where each input's documents went (-1: left out). What
   * died since the merge began dies in the merged segment too, published or not as it was in the input. False when the
   * inputs are gone.
   */
  replace(inputs: readonly ShardSegment[], data: SegmentData | undefined, docMaps: readonly Int32Array[]): boolean {
    const first = inputs[0];
    const at = first ? this.#segments.indexOf(first) : -1;
    if (at < 0) return false;
    const merged = data === undefined || data.directory.docCount === 0 ? [] : [mergedSegment(data, inputs, docMaps)];
    for (const input of inputs) input.merging = false;
    this.#segments.splice(at, inputs.length, ...merged);
    for (const input of inputs) this.letGo(input);
    return true;
  }

  /** Puts the same segment in another memory in its place. False when it is no longer there, or a merge reads it. */
  reload(segment: ShardSegment, data: SegmentData): boolean {
    const at = this.#segments.indexOf(segment);
    if (at < 0 || segment.merging) return false;
    this.#segments[at] = { ...segment, data, reader: openSegment(data), holders: 1 };
    this.letGo(segment);
    return true;
  }

  /** One holder less. */
  letGo(segment: ShardSegment): void {
    segment.holders--;
    if (segment.holders === 0) this.#onUnused(segment);
  }

  /** Lets all go, when the shard closes or starts over. */
  clear(): void {
    for (const segment of this.#segments.splice(0)) this.letGo(segment);
  }

  #remove(segment: ShardSegment): void {
    this.#segments.splice(this.#segments.indexOf(segment), 1);
    this.letGo(segment);
  }
}

function shardSegment(data: SegmentData, live: Uint32Array | undefined, deleted: number): ShardSegment {
  return {
    data,
    reader: openSegment(data),
    bytes: sectionBytes(data.directory),
    live,
    deleted,
    dying: new Set(),
    published: false,
    merging: false,
    file: undefined,
    liveFile: undefined,
    liveChanged: false,
    holders: 1,
  };
}

function applyDying(segment: ShardSegment): void {
  segment.live = withoutDocs(segment.live, segment.reader.docCount, segment.dying);
  segment.deleted += segment.dying.size;
  segment.liveChanged = true;
  segment.dying.clear();
}

function mergedSegment(
  data: SegmentData,
  inputs: readonly ShardSegment[],
  docMaps: readonly Int32Array[],
): ShardSegment {
  const merged = shardSegment(data, undefined, 0);
  const dead: number[] = [];
  inputs.forEach((input, which) => {
    const map = docMaps[which] ?? new Int32Array(0);
    for (let doc = 0; doc < map.length; doc++) {
      const target = map[doc] ?? -1;
      if (target < 0) continue;
      if (!isLive(input.live, doc)) dead.push(target);
      else if (input.dying.has(doc)) merged.dying.add(target);
    }
  });
  if (dead.length > 0) {
    merged.live = withoutDocs(undefined, data.directory.docCount, dead);
    merged.deleted = dead.length;
    merged.liveChanged = true;
  }
  merged.published = true;
  return merged;
}
