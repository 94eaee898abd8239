/**
 * Files whose operation log is held outside of the node as well. A FileOperationLog over these is a replicated one:
 * what it appends is added to the chunks, and its `sync` resolves when they are held. The disk is not waited for: its
 * copy of the log is for reading, is compared with the chunks at each start, and mends holes in them.
 */
import { logFileNumber } from "../log/log-folder.ts";
import { ForwardingFiles, forwardingHandle } from "../forwarding-files.ts";
import type { FileHandle, Files } from "../files.ts";
import { StorageFailure } from "../storage-errors.ts";
import type { ChunkSender } from "./chunk-sender.ts";

export class ReplicatedFiles extends ForwardingFiles {
  readonly #folder: string;
  readonly #sender: ChunkSender;
  readonly #onStart: (file: number, chunk: number) => void;

  /** `folder` is that of the log. `onStart` is told in which chunk a file begins, or behind which. */
  constructor(
    inner: Files,
    folder: string,
    sender: ChunkSender,
    onStart: (file: number, chunk: number) => void = () => undefined,
  ) {
    super(inner);
    this.#folder = folder;
    this.#sender = sender;
    this.#onStart = onStart;
  }

  override open(path: string, options?: { mustExist?: boolean }): FileHandle {
    const inner = this.inner.open(path, options);
    const file = path.startsWith(`${this.#folder}/`) ? logFileNumber(path.slice(this.#folder.length + 1)) : undefined;
    if (file === undefined) return inner;
    const sender = this.#sender;
    const onStart = this.#onStart;
    return forwardingHandle(inner, {
      append(buffers) {
        if (sender.ended) throw failure(sender.ended, path);
        const offset = inner.size;
        inner.append(buffers);
        if (offset === 0) onStart(file, sender.writer.number + 1);
        sender.add({ kind: "append", file, offset, bytes: joined(buffers) });
      },
      truncate(size) {
        inner.truncate(size);
        sender.add({ kind: "truncate", file, offset: size });
      },
      async sync() {
        try {
          await sender.flush();
        } catch (error) {
          throw failure(error, path);
        }
      },
    });
  }
}

function joined(buffers: readonly Uint8Array[]): Uint8Array {
  return buffers.length === 1 ? buffers[0]! : Buffer.concat(buffers);
}

function failure(error: unknown, path: string): StorageFailure {
  return new StorageFailure(error instanceof Error ? error.message : String(error), path, "append to the log");
}
