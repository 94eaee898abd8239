/** Files that change only while the lock of their directory is ours. Reads are not checked: they do no harm. */
import type { FileHandle, FileReference, Files } from "../files.ts";
import type { FolderLease } from "./folder-lease.ts";

export class LeasedFiles implements Files {
  readonly #inner: Files;
  readonly #lease: FolderLease;

  constructor(inner: Files, lease: FolderLease) {
    this.#inner = inner;
    this.#lease = lease;
  }

  open(path: string, options?: { mustExist?: boolean }): FileHandle {
    if (!options?.mustExist) this.#lease.verify();
    return this.#wrap(this.#inner.open(path, options));
  }

  exists(path: string): boolean {
    return this.#inner.exists(path);
  }

  isFolder(path: string): boolean {
    return this.#inner.isFolder(path);
  }

  read(path: string): Uint8Array {
    return this.#inner.read(path);
  }

  async replace(path: string, bytes: Uint8Array): Promise<void> {
    this.#lease.verify();
    await this.#inner.replace(path, bytes);
    this.#lease.verify();
  }

  list(folder: string): string[] {
    return this.#inner.list(folder);
  }

  rename(from: string, to: string): void {
    this.#lease.verify();
    this.#inner.rename(from, to);
  }

  remove(path: string): void {
    this.#lease.verify();
    this.#inner.remove(path);
  }

  async syncFolder(folder: string): Promise<void> {
    await this.#inner.syncFolder(folder);
    this.#lease.verify();
  }

  reference(path: string): FileReference {
    return this.#inner.reference(path);
  }

  space(): { free: number; total: number } {
    return this.#inner.space();
  }

  #wrap(inner: FileHandle): FileHandle {
    return {
      path: inner.path,
      get size() {
        return inner.size;
      },
      append: (buffers) => {
        this.#lease.verify();
        inner.append(buffers);
      },
      // Behind the sync as well: what it made durable is acknowledged only by the one who holds the directory.
      sync: async () => {
        await inner.sync();
        this.#lease.verify();
      },
      readAt: (into, position) => inner.readAt(into, position),
      truncate: (size) => {
        this.#lease.verify();
        inner.truncate(size);
      },
      close: () => inner.close(),
    };
  }
}
