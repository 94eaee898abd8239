/** One shard that is copied: its files under names of their own, which stay as they are whatever the shard does. */
import { openReference } from "../../store/file-reader.ts";
import type { Files } from "../../store/files.ts";
import { IdTable } from "../../store/ids/id-table.ts";
import { ManifestStore } from "../../store/manifest/manifest-store.ts";
import { manifestFiles, type ShardManifest } from "../../store/manifest/shard-manifest.ts";
import type { Operation } from "../../store/operation-log.ts";
import { BlockCache } from "../../store/sources/block-cache.ts";
import { kernelCodec } from "../../store/sources/block-codec.ts";
import { SourceFileReader } from "../../store/sources/source-file-reader.ts";
import { SourceSet } from "../../store/sources/source-set.ts";

/**
 * Links the files of the newest manifest of a shard into another folder, and answers the manifest as it is there;
 * undefined for a shard without one. At once, so that no file goes meanwhile.
 */
export function linkShard(files: Files, from: string, to: string): ShardManifest | undefined {
  const { manifest } = new ManifestStore(files, from).read();
  if (!manifest) return undefined;
  const moved = (path: string): string => to + path.slice(from.length);
  for (const path of manifestFiles(manifest)) files.link(path, moved(path));
  const { segments, sources, ids } = manifest;
  return {
    ...manifest,
    segments: segments.map((segment) => ({
      ...segment,
      file: moved(segment.file),
      liveFile: segment.liveFile === null ? null : moved(segment.liveFile),
    })),
    sources: sources.map((source) => ({ ...source, file: moved(source.file) })),
    ids: { ...ids, runs: ids.runs.map((run) => ({ ...run, file: moved(run.file) })) },
  };
}

/** The records of a shard whose files were linked. */
export class SourceRecords {
  readonly #ids: IdTable;
  readonly #readers: readonly SourceFileReader[];
  readonly #set: SourceSet;

  /** Throws what damage in the files throws. */
  constructor(files: Files, { sources, ids }: ShardManifest) {
    const cache = new BlockCache();
    this.#ids = IdTable.load(files, ids);
    this.#readers = sources.map(
      ({ file }) => new SourceFileReader(openReference(files.reference(file)), file, kernelCodec, cache),
    );
    this.#set = new SourceSet(this.#readers);
  }

  /** The documents as they are now, in the order of their last operations. */
  *documents(): Generator<Operation> {
    for (const operation of this.#set.operations())
      if (operation.kind === "index" && this.#isLatest(operation)) yield operation;
  }

  close(): void {
    for (const reader of this.#readers) reader.close();
  }

  #isLatest({ id, seqNo }: Operation): boolean {
    const latest = this.#ids
      .candidates(id)
      .find((candidate) => candidate === seqNo || this.#set.get(candidate)?.id === id);
    return latest === seqNo;
  }
}
