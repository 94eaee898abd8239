/**
 * Files that take the reserve of the disk when what is replaced or appended finds no room: those of the cluster state
 * and the node, so that an index can be deleted on a full disk, and the server started.
 */
import type { FileHandle, FileReference, Files } from "../files.ts";
import { StorageFull } from "../storage-errors.ts";
import type { DiskReserve } from "./disk-reserve.ts";

export class ReservedFiles implements Files {
  readonly #inner: Files;
  readonly #reserve: DiskReserve;

  constructor(inner: Files, reserve: DiskReserve) {
    this.#inner = inner;
    this.#reserve = reserve;
  }

  open(path: string, options?: { mustExist?: boolean }): FileHandle {
    const inner = this.#inner.open(path, options);
    return {
      path: inner.path,
      get size() {
        return inner.size;
      },
      append: (buffers) => {
        try {
          inner.append(buffers);
        } catch (error) {
          if (!(error instanceof StorageFull) || !this.#reserve.release()) throw error;
          inner.append(buffers);
        }
      },
      sync: () => inner.sync(),
      readAt: (into, position) => inner.readAt(into, position),
      truncate: (size) => inner.truncate(size),
      close: () => inner.close(),
    };
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
    try {
      await this.#inner.replace(path, bytes);
    } catch (error) {
      if (!(error instanceof StorageFull) || !this.#reserve.release()) throw error;
      await this.#inner.replace(path, bytes);
    }
  }

  list(folder: string): string[] {
    return this.#inner.list(folder);
  }

  rename(from: string, to: string): void {
    this.#inner.rename(from, to);
  }

  remove(path: string): void {
    this.#inner.remove(path);
  }

  syncFolder(folder: string): Promise<void> {
    return this.#inner.syncFolder(folder);
  }

  reference(path: string): FileReference {
    return this.#inner.reference(path);
  }

  space(): { free: number; total: number } {
    return this.#inner.space();
  }
}
