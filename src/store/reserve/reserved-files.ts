/**
 * Files that release the disk reserve when a replacement or append finds no room: those of the cluster state and the
 * node, so that on a full disk an index can be deleted and the server started.
 */
import type { FileHandle, Files } from "../files.ts";
import { ForwardingFiles, forwardingHandle } from "../forwarding-files.ts";
import { StorageFull } from "../storage-errors.ts";
import type { DiskReserve } from "./disk-reserve.ts";

export class ReservedFiles extends ForwardingFiles {
  readonly #reserve: DiskReserve;

  constructor(inner: Files, reserve: DiskReserve) {
    super(inner);
    this.#reserve = reserve;
  }

  override open(path: string, options?: { mustExist?: boolean }): FileHandle {
    const inner = super.open(path, options);
    return forwardingHandle(inner, {
      append: (buffers) => {
        try {
          inner.append(buffers);
        } catch (error) {
          if (!(error instanceof StorageFull) || !this.#reserve.release()) throw error;
          inner.append(buffers);
        }
      },
    });
  }

  override async replace(path: string, bytes: Uint8Array): Promise<void> {
    try {
      await super.replace(path, bytes);
    } catch (error) {
      if (!(error instanceof StorageFull) || !this.#reserve.release()) throw error;
      await super.replace(path, bytes);
    }
  }
}
