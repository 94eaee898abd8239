/** Brings a shard from where its files are held to the folder in which it is opened. */
import { copiedPieces, type StoredFile } from "../../store/blobs/copied-file.ts";
import type { BlobStore } from "../../store/blobs/blob-store.ts";
import type { Files } from "../../store/files.ts";
import { ManifestStore } from "../../store/manifest/manifest-store.ts";
import { movedManifest } from "../../store/manifest/shard-manifest.ts";
import type { StoredShard } from "../../store/shard-files/shard-file-store.ts";

/** What was in the folder is gone. Rejects with CopyDamaged, or BlobMissing, with no manifest in the folder. */
export async function fetchShard(files: Files, blobs: BlobStore, folder: string, stored: StoredShard): Promise<void> {
  files.remove(folder);
  for (const file of stored.files) await fetchFile(files, blobs, folder, file);
  const folders = new Set(stored.files.map(({ path }) => path.slice(0, path.lastIndexOf("/"))));
  for (const within of folders) await files.syncFolder(`${folder}/${within}`);
  await new ManifestStore(files, folder).write(movedManifest(stored.manifest, (path) => `${folder}/${path}`));
}

async function fetchFile(files: Files, blobs: BlobStore, folder: string, file: StoredFile): Promise<void> {
  const handle = files.open(`${folder}/${file.path}`);
  try {
    for await (const piece of copiedPieces(blobs, file)) handle.append([piece]);
    await handle.sync();
  } finally {
    handle.close();
  }
}
