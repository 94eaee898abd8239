/** The segments of a shard in files, with the sets of their live documents. */
import { AssertionError } from "../../core/assert.ts";
import { RequestError } from "../../compat/errors.ts";
import type { SegmentData } from "../../segment/format.ts";
import { countLive } from "../../segment/live-docs.ts";
import { needWhole } from "../../segment/section-loading.ts";
import { loadSegment, writeSegment } from "../../segment/segment-file.ts";
import type { ManifestSegment } from "../../store/manifest/shard-manifest.ts";
import type { EngineDependencies } from "./engine-dependencies.ts";
import { readLiveFile, writeLiveFile } from "./live-file.ts";
import type { ShardSegment, ShardSegments } from "./shard-segments.ts";

/** What loading works with. */
interface Loading extends EngineDependencies {
  readonly segments: ShardSegments;
  /** Files to check as a whole: damage was met in them. */
  readonly suspects: ReadonlySet<string>;
}

interface Loaded {
  readonly data: SegmentData;
  readonly live: Uint32Array | undefined;
}

/**
 * Opens what the manifest names, and adds it to the list. Where files are damaged, `rebuild` makes one segment of the
 * live records between the sequence numbers of their neighbours; undefined when nothing lives there. Sections are read
 * and checked later, when they are needed, but all of them when there is damage anywhere.
 */
export function loadSegments(
  loading: Loading,
  entries: readonly ManifestSegment[],
  rebuild: (after: number, before: number) => SegmentData | undefined,
): void {
  const { segments, suspects } = loading;
  let loaded = entries.map((entry) => load(loading, entry, suspects.has(entry.file)));
  const damaged = loaded.includes(undefined);
  if (damaged) loaded = entries.map((entry, at) => loaded[at] && checked(loading, entry, loaded[at]));
  let after = -1;
  entries.forEach((entry, at) => {
    const segment = loaded[at];
    if (!segment) {
      // Neighbours that are damaged too are made again together.
      if (at > 0 && !loaded[at - 1]) return;
      const data = rebuild(after, firstSeqNo(loaded.slice(at).find((other) => other !== undefined)));
      if (data) segments.add(data, []);
      return;
    }
    if (damaged) after = seqNosOf(segment).reduce((most, seqNo) => Math.max(most, seqNo), after);
    segments.addCommitted(
      segment.data,
      segment.live,
      entry.docs - countLive(segment.live, entry.docs),
      entry.file,
      entry.liveFile ?? undefined,
    );
  });
}

function firstSeqNo(segment: Loaded | undefined): number {
  if (!segment) return Number.POSITIVE_INFINITY;
  return seqNosOf(segment).reduce((least, seqNo) => Math.min(least, seqNo), Number.POSITIVE_INFINITY);
}

function seqNosOf({ data }: Loaded): Float64Array {
  return new Float64Array(data.memory.buffer, data.directory.seqNos.offset, data.directory.docCount);
}

/** Opens a segment of the list anew from its file; false when it cannot be exchanged now. */
export function reloadSegment(
  { files, arenas, scratchSlots }: EngineDependencies,
  segments: ShardSegments,
  segment: ShardSegment,
): boolean {
  if (segment.file === undefined || segment.merging) return false;
  const data = loadSegment(files, segment.file, { memories: arenas, scratchSlots });
  const exchanged = segments.reload(segment, data);
  if (!exchanged) arenas.release(data);
  return exchanged;
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
 * Writes the segments, and the sets of live documents, that no file holds yet. Durable when the promise resolves with
 * the manifest's entries.
 */
export async function writeSegments(
  parts: EngineDependencies,
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
    entries.push({
      generation: data.directory.generation,
      file: segment.file,
      bytes,
      docs: reader.docCount,
      deleted,
      liveFile: named ?? null,
    });
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

function load(loading: Loading, entry: ManifestSegment, whole: boolean): Loaded | undefined {
  const { files, arenas, scratchSlots } = loading;
  return orDamaged(loading, entry, () => {
    const live = entry.liveFile === null ? undefined : readLiveFile(files, entry.liveFile, entry.docs);
    return { data: loadSegment(files, entry.file, { memories: arenas, scratchSlots, whole }), live };
  });
}

/** The segment after a look at all of its file; undefined when that is damaged. */
function checked(loading: Loading, entry: ManifestSegment, loaded: Loaded): Loaded | undefined {
  return orDamaged(loading, entry, () => {
    try {
      needWhole(loaded.data);
      return loaded;
    } catch (error) {
      loading.arenas.release(loaded.data);
      throw error;
    }
  });
}

function orDamaged(
  { events, folder }: EngineDependencies,
  entry: ManifestSegment,
  work: () => Loaded,
): Loaded | undefined {
  try {
    return work();
  } catch (error) {
    // Too little memory is no damage.
    if (error instanceof AssertionError || error instanceof RequestError) throw error;
    events.log("error", `[${folder}] segment [${entry.file}] is made again from the sources: ${String(error)}`);
    return undefined;
  }
}
