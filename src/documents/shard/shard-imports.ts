/**
 * Shards that come as files from elsewhere: the files are written where the shard of an index is to be, and the
 * manifest that names them at last. The index is not in the cluster state yet; until it is, what was written is of no
 * consequence, and removed like anything else that the state does not know.
 */
import { illegalArgument } from "../../compat/errors.ts";
import type { FileHandle, Files } from "../../store/files.ts";
import { ManifestStore } from "../../store/manifest/manifest-store.ts";
import { movedManifest, type ShardManifest } from "../../store/manifest/shard-manifest.ts";
import type { OperationLog } from "../../store/operation-log.ts";

/** Paths of a shard's files within its folder. */
const PATH = /^((sources|segments|live)\/\d{1,15}|ids\/\d{1,15}\.ids)$/;

export class ShardImports {
  readonly #files: Files;
  readonly #log: OperationLog;
  /** Open files by path. */
  readonly #open = new Map<string, FileHandle>();
  readonly #indices = new Set<string>();

  constructor(files: Files, log: OperationLog) {
    this.#files = files;
    this.#log = log;
  }

  /** Whether files of an index are on their way. */
  has(uuid: string): boolean {
    return this.#indices.has(uuid);
  }

  /** The index is there, or given up. */
  forget(uuid: string): void {
    this.#indices.delete(uuid);
    for (const [path, handle] of this.#open) {
      if (!path.startsWith(`indices/${uuid}/`)) continue;
      handle.close();
      this.#open.delete(path);
    }
  }

  /** Appends a piece to a file of a shard; it is durable when the promise of its last piece resolves. */
  async write(uuid: string, shard: number, path: string, piece: Uint8Array, isLast: boolean): Promise<void> {
    if (!PATH.test(path)) throw illegalArgument(`[${path}] is no file of a shard`);
    const full = `${folderOf(uuid, shard)}/${path}`;
    this.#indices.add(uuid);
    let handle = this.#open.get(full);
    if (!handle) this.#open.set(full, (handle = this.#files.open(full)));
    handle.append([piece]);
    if (!isLast) return;
    this.#open.delete(full);
    try {
      await handle.sync();
    } finally {
      handle.close();
    }
  }

  /** All files of a shard are there: its next opening finds what the manifest says. Paths are within its folder. */
  async commit(uuid: string, shard: number, manifest: ShardManifest): Promise<void> {
    const folder = folderOf(uuid, shard);
    this.#indices.add(uuid);
    for (const kind of this.#files.list(folder)) await this.#files.syncFolder(`${folder}/${kind}`);
    // It has a history of its own from now on.
    const { historyUuid: _before, ...moved } = movedManifest(manifest, (path) => `${folder}/${path}`);
    await new ManifestStore(this.#files, folder).write({
      ...moved,
      forgottenSeqNo: manifest.maximumSeqNo,
      replayFromFile: this.#log.currentFile,
    });
    this.#log.settle(`${uuid}/${shard}`, manifest.maximumSeqNo);
  }
}

function folderOf(uuid: string, shard: number): string {
  return `indices/${uuid}/${shard}`;
}
