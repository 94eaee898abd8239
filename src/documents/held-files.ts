/** The files of whole indices, held for whoever copies them. */
import type { Files } from "../store/files.ts";
import { manifestFiles, movedManifest, type ShardManifest } from "../store/manifest/shard-manifest.ts";
import type { HeldFiles, HeldShard } from "./documents.ts";
import { type IndexEntry, indexNotFound } from "./index-entry.ts";
import { wholeManifest } from "./stored/stored-shard-state.ts";
import type { FileHolds } from "./shard/file-holds.ts";

export async function holdIndexFiles(entry: IndexEntry, files: Files, holds: FileHolds): Promise<HeldFiles> {
  while (entry.following && !entry.removed) await entry.following.catch(() => undefined); // its owner hears of that
  const { uuid, name, numberOfShards } = entry.state.metadata;
  if (entry.removed) throw indexNotFound(name);
  const hold = holds.begin();
  const shards: HeldFiles["shards"][number][] = [];
  for (let shard = 0; shard < numberOfShards; shard++) {
    if (entry.elsewhere(shard) !== undefined) continue;
    try {
      const engine = entry.find(shard);
      await engine?.flush({ force: false });
      // The files are held before anything else happens: nothing is awaited from here on.
      const folder = `indices/${uuid}/${shard}`;
      const manifest = engine ? engine.committed : wholeManifest(files, folder);
      holds.add(hold, manifestFiles(manifest));
      shards.push(heldShard(files, shard, folder, manifest));
    } catch (error) {
      shards.push({ shard, failure: error instanceof Error ? error.message : String(error) });
    }
  }
  return { hold, shards };
}

function heldShard(files: Files, shard: number, folder: string, manifest: ShardManifest): HeldShard {
  const within = (path: string): string => path.slice(folder.length + 1);
  return {
    shard,
    manifest: movedManifest(manifest, within),
    files: manifestFiles(manifest).map((path) => ({ path: within(path), file: files.reference(path) })),
  };
}
