/**
 * Removes blobs that no snapshot needs. Only blobs that were there before the present root was written may go: whoever
 * began afterwards names new ones, and whoever began before cannot end any more.
 */
import type { BlobEntry } from "../store/blobs/blob-store.ts";
import { ANALYSIS_FOLDER } from "./analyze-repository.ts";
import { BlobRepository, snapshotBlob } from "./repository/blob-repository.ts";
import type { RepositoryRoot } from "./repository/repository-root.ts";

/** How much was removed. */
export interface Removed {
  readonly blobs: number;
  readonly bytes: number;
}

/** `generation`: that of the root; `before`: what was there before it was written. */
export async function collectGarbage(
  repository: BlobRepository,
  { generation, root }: { readonly generation: number; readonly root: RepositoryRoot },
  before: readonly BlobEntry[],
): Promise<Removed> {
  const needed = new Set<string>(root.snapshots.map(({ uuid }) => snapshotBlob(uuid)));
  /** Indices of which a blob cannot be read: nothing is known of their data, so all of it stays. */
  const spared = new Set<string>();
  for (const [blob, { uuid }] of Object.entries(root.indices)) {
    needed.add(blob);
    // Where nothing could be removed, nobody has to look.
    if (!before.some(({ name }) => name.startsWith(`data/${uuid}/`))) continue;
    try {
      const { shards } = await repository.readIndex(blob);
      for (const shard of shards)
        for (const file of shard?.files ?? []) for (const part of file.parts) needed.add(part);
    } catch {
      spared.add(uuid);
    }
  }
  const isGarbage = ({ name }: BlobEntry): boolean => {
    const number = BlobRepository.generationOf(name);
    if (number !== undefined) return number < generation - 1;
    const [folder = "", uuid = ""] = name.split("/");
    if (needed.has(name) || (folder === "data" && spared.has(uuid))) return false;
    return (
      folder === "data" ||
      folder === "indices" ||
      folder.startsWith("snap-") ||
      folder.startsWith("tests-") ||
      folder.startsWith(ANALYSIS_FOLDER) ||
      name.endsWith(".tmp")
    );
  };
  const garbage = before.filter(isGarbage);
  await repository.blobs.remove(garbage.map(({ name }) => name));
  return { blobs: garbage.length, bytes: garbage.reduce((sum, { bytes }) => sum + bytes, 0) };
}
