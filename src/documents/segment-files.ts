/** The segments of a shard in files, with the sets of their live documents. */
import { AssertionError } from "../core/errors.ts";
import type { SegmentData } from "../segment/format.ts";
import { countLive } from "../segment/live-docs.ts";
import { loadSegment, writeSegment } from "../segment/segment-file.ts";
import type { ManifestSegment } from "../store/manifest/shard-manifest.ts";
import type { EngineParts } from "./engine-parts.ts";
import { readLiveFile, writeLiveFile } from "./live-file.ts";
import type { ShardSegment, ShardSegments } from "./shard-segments.ts";

/**
 * Loads what the manifest names into the list. Where files are damaged, `rebuild` makes one segment of the live records between
 * the sequence numbers of their neighbours; undefined when nothing lives there.
 */
export function loadSegments(
  parts: EngineParts,
  entries: readonly ManifestSegment[],
  segments: ShardSegments,
  rebuild: (after: number, before: number) => SegmentData | undefined,
): void {
  let after = -1;
  let damaged = false;
  const fill = (before: number): void => {
    const data = damaged ? rebuild(after, before) : undefined;
    if (data) segments.add(data, []);
    damaged = false;
  };
  for (const entry of entries) {
    const loaded = load(parts, entry);
    if (!loaded) {
      damaged = true;
      continue;
    }
    const { data, live } = loaded;
    const seqNos = new Float64Array(data.memory.buffer, data.directory.seqNos.offset, data.directory.docCount);
    fill(seqNos[0] ?? 0);
    after = seqNos[seqNos.length - 1] ?? after;
    segments.addCommitted(data, live, entry.docs - countLive(live, entry.docs), entry.file, entry.liveFile ?? undefined);
  }
  fill(Number.POSITIVE_INFINITY);
}

/** A segment as it is at the checkpoint of a flush; its memory is held until the flush is done. */
export interface SegmentSnapshot {
  readonly segment: ShardSegment;
  /** Live documents, undefined for all; how many are dead; and the file that says the same, if there is one. */
  readonly live: Uint32Array | undefined;
  readonly deleted: number;
  readonly liveFile: string | undefined;
}

/** The segment now. */
export function snapshotOf(segment: ShardSegment): SegmentSnapshot {
  const { live, deleted, liveChanged, liveFile } = segment;
  return { segment, live, deleted, liveFile: liveChanged ? undefined : liveFile };
}

/**
 * Writes the segments, and the sets of live documents, that no file holds yet. Durable when the promise resolves with the
 * manifest's entries.
 */
export async function writeSegments(
  parts: EngineParts,
  snapshots: readonly SegmentSnapshot[],
  newFile: (kind: "segments" | "live") => string,
): Promise<ManifestSegment[]> {
  const { files } = parts;
  const entries: ManifestSegment[] = [];
  for (const { segment, live, deleted, liveFile } of snapshots) {
    const { data, reader, bytes } = segment;
    if (segment.file === undefined) {
      const path = newFile("segments");
      await writeSegment(files, path, data);
      segment.file = path;
    }
    let named = liveFile;
    if (live !== undefined && named === undefined) {
      named = newFile("live");
      await writeLiveFile(files, named, live, reader.docCount);
    }
    entries.push({ generation: data.directory.generation, file: segment.file, bytes, docs: reader.docCount, deleted, liveFile: named ?? null });
  }
  return entries;
}

/** Notes what a manifest says now of the live documents; what died since the snapshot is for the next flush. */
export function liveCommitted(snapshots: readonly SegmentSnapshot[], entries: readonly ManifestSegment[]): void {
  snapshots.forEach(({ segment, live }, at) => {
    if (segment.live !== live) return;
    segment.liveFile = entries[at]?.liveFile ?? undefined;
    segment.liveChanged = false;
  });
}

function load(parts: EngineParts, entry: ManifestSegment): { data: SegmentData; live: Uint32Array | undefined } | undefined {
  const { files, pool, scratchSlots, events, folder } = parts;
  try {
    const live = entry.liveFile === null ? undefined : readLiveFile(files, entry.liveFile, entry.docs);
    return { data: loadSegment(files, entry.file, pool, scratchSlots), live };
  } catch (error) {
    if (error instanceof AssertionError) throw error;
    events.log("error", `[${folder}] segment [${entry.file}] is made again from the sources: ${String(error)}`);
    return undefined;
  }
}
