/** The segments of a shard in files, with the sets of their live documents. */
import { assert, AssertionError } from "../core/errors.ts";
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

/** Writes the segments, and the sets of live documents, that no file holds yet. Durable when the promise resolves. */
export async function writeSegments(parts: EngineParts, segments: readonly ShardSegment[], newFile: (kind: "segments" | "live") => string): Promise<void> {
  const { files } = parts;
  for (const segment of segments) {
    if (segment.file === undefined) {
      const path = newFile("segments");
      await writeSegment(files, path, segment.data);
      segment.file = path;
    }
    const { live, liveFile, liveChanged } = segment;
    if (live === undefined || (liveFile !== undefined && !liveChanged)) continue;
    const path = newFile("live");
    await writeLiveFile(files, path, live, segment.reader.docCount);
    segment.liveFile = path;
  }
}

/** A written segment as the manifest names it. */
export function segmentEntry(segment: ShardSegment): ManifestSegment {
  const { reader, data, bytes, deleted, liveFile } = segment;
  assert(segment.file !== undefined, "a committed segment has a file");
  return { generation: data.directory.generation, file: segment.file, bytes, docs: reader.docCount, deleted, liveFile: liveFile ?? null };
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
