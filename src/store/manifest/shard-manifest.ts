/** What a shard consists of on disk: its current files, and where replay of the log must start. Plain data. */
import type { IdTableState } from "../ids/id-table.ts";

/** A segment file. Paths are relative to `Files`. */
export interface ManifestSegment {
  readonly generation: number;
  readonly file: string;
  readonly bytes: number;
  readonly docs: number;
  readonly deleted: number;
  /** Sealed file with the bit set of live documents; null when all are live. */
  readonly liveFile: string | null;
}

/** A source file. */
export interface ManifestSource {
  readonly file: string;
  readonly bytes: number;
  readonly records: number;
  /** Records that later operations superseded. */
  readonly dead: number;
  readonly minimumSeqNo: number;
  readonly maximumSeqNo: number;
}

/** One durable state (commit point) of a shard. */
export interface ShardManifest {
  /** Of the last operation. */
  readonly primaryTerm: number;
  readonly maximumSeqNo: number;
  /** All operations up to here are in the source files and the segments; later ones are in the log. */
  readonly sealedSeqNo: number;
  /** Log file from which replay must start. */
  readonly replayFromFile: number;
  readonly segments: readonly ManifestSegment[];
  /** Ascending, not overlapping. */
  readonly sources: readonly ManifestSource[];
  readonly ids: IdTableState;
  /**
   * Deletes up to here may be gone from the source files, so that whoever was behind them cannot follow any more; all
   * that is sealed when absent.
   */
  readonly forgottenSeqNo?: number;
  /** Names the history of the shard once an operator gave a part of it up; that of the index when absent. */
  readonly historyUuid?: string;
}

/** A shard that was never flushed. */
export const EMPTY_SHARD: ShardManifest = {
  primaryTerm: 1,
  maximumSeqNo: -1,
  sealedSeqNo: -1,
  replayFromFile: 0,
  segments: [],
  sources: [],
  ids: { runs: [], appliedSeqNo: -1 },
  forgottenSeqNo: -1,
};

/** Every file that a manifest lists. */
export function manifestFiles(manifest: ShardManifest): string[] {
  const files = [...manifest.sources.map((source) => source.file), ...manifest.ids.runs.map((run) => run.file)];
  for (const segment of manifest.segments) {
    files.push(segment.file);
    if (segment.liveFile !== null) files.push(segment.liveFile);
  }
  return files;
}

/** The manifest with other paths of its files. */
export function movedManifest(manifest: ShardManifest, path: (before: string) => string): ShardManifest {
  return {
    ...manifest,
    sources: manifest.sources.map((source) => ({ ...source, file: path(source.file) })),
    segments: manifest.segments.map((segment) => ({
      ...segment,
      file: path(segment.file),
      liveFile: segment.liveFile === null ? null : path(segment.liveFile),
    })),
    ids: { ...manifest.ids, runs: manifest.ids.runs.map((run) => ({ ...run, file: path(run.file) })) },
  };
}
