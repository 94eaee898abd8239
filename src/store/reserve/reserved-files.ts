/**
 * Files whose replacement takes the reserve of the disk when it finds no room: those of the cluster state and the node, so that an
 * index can be deleted on a full disk, and the server started.
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
    return this.#inner.open(path, options);
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
