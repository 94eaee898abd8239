/** Files that change only while we hold the lock of their directory. Reads are not checked: they do no harm. */
import type { FileHandle, Files } from "../files.ts";
import { ForwardingFiles, forwardingHandle } from "../forwarding-files.ts";
import type { FolderLease } from "./folder-lease.ts";

export class LeasedFiles extends ForwardingFiles {
  readonly #lease: FolderLease;

  constructor(inner: Files, lease: FolderLease) {
    super(inner);
    this.#lease = lease;
  }

  override open(path: string, options?: { mustExist?: boolean }): FileHandle {
    if (!options?.mustExist) this.#lease.verify();
    return this.#wrap(super.open(path, options));
  }

  override async replace(path: string, bytes: Uint8Array): Promise<void> {
    this.#lease.verify();
    await super.replace(path, bytes);
    this.#lease.verify();
  }

  override rename(from: string, to: string): void {
    this.#lease.verify();
    super.rename(from, to);
  }

  override link(from: string, to: string): void {
    this.#lease.verify();
    super.link(from, to);
  }

  override remove(path: string): void {
    this.#lease.verify();
    super.remove(path);
  }

  override async syncFolder(folder: string): Promise<void> {
    await super.syncFolder(folder);
    this.#lease.verify();
  }

  #wrap(inner: FileHandle): FileHandle {
    return forwardingHandle(inner, {
      append: (buffers) => {
        this.#lease.verify();
        inner.append(buffers);
      },
      // Verified after the sync, too: what it made durable may be acknowledged only while we hold the directory.
      sync: async () => {
        await inner.sync();
        this.#lease.verify();
      },
      truncate: (size) => {
        this.#lease.verify();
        inner.truncate(size);
      },
    });
  }
}
