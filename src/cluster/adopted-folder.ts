/**
 * A data folder that was a node by itself, and becomes the first one of a cluster with all that it holds. Its state is
 * taken over before the cluster is; its log and files stay on its disk alone until the shards are stored elsewhere.
 * Until then no other folder may take its place.
 */
import type { BlobStore } from "../store/blobs/blob-store.ts";
import { LogBeginning } from "../store/chunks/log-beginning.ts";
import { DataFolderRefused } from "../store/data-folder-refused.ts";
import type { Files } from "../store/files.ts";
import { logFileNumber } from "../store/log/log-folder.ts";
import { LogEndFile } from "../store/log/log-end.ts";
import type { ClusterState, ClusterStateStore } from "./cluster-state.ts";
import { FileClusterStateStore } from "./file-cluster-state-store.ts";
import { livesOf, SINGLE } from "./lives.ts";

const LOG = "log";

export class AdoptedFolder {
  readonly #files: Files;
  readonly #path: string;
  readonly #store: ClusterStateStore;
  readonly #blobs: BlobStore;

  constructor(folder: { readonly files: Files; readonly path: string }, store: ClusterStateStore, blobs: BlobStore) {
    this.#files = folder.files;
    this.#path = folder.path;
    this.#store = store;
    this.#blobs = blobs;
  }

  /** Log files with lower numbers are those of before. */
  get firstFile(): number {
    const numbers = this.#files.list(LOG).flatMap((name) => logFileNumber(name) ?? []);
    return Math.max(new LogEndFile(this.#files, LOG).read()?.file ?? 0, 0, ...numbers) + 1;
  }

  /** Takes the state over. Rejects with DataFolderRefused when it cannot be. */
  async takeState(): Promise<void> {
    const state = await this.#ownState();
    if (!state || (await this.#store.compareAndSet(0, state)) !== undefined || (await this.isSame())) return;
    throw new DataFolderRefused(
      `the data directory [${this.#path}] cannot begin the cluster that the settings name: another one did`,
    );
  }

  /** Whether the cluster began with this folder. */
  async isSame(): Promise<boolean> {
    const [own, shared] = [await this.#ownState(), await this.#store.read()];
    return own !== undefined && own.clusterUuid === shared?.state.clusterUuid;
  }

  /** Whether all that the folder held is stored elsewhere: its log is not needed any more. */
  async isStored({ firstFile, lives }: { firstFile: number; lives: number }): Promise<boolean> {
    const beginning = new LogBeginning(this.#blobs, SINGLE, livesOf(SINGLE, lives));
    return ((await beginning.read())?.file ?? 0) >= firstFile;
  }

  async #ownState(): Promise<ClusterState | undefined> {
    const store = new FileClusterStateStore(this.#files, "cluster", () => undefined);
    try {
      if (store.isOutdated)
        throw new DataFolderRefused(
          `the cluster state in the data directory [${this.#path}] is damaged: start without --cluster first`,
        );
      return (await store.read())?.state;
    } finally {
      await store.close();
    }
  }
}
