/** Reads a file that another thread wrote or is still writing, through its reference. */
import { fstatSync, readSync } from "node:fs";
import type { FileReference, SharedContent } from "./files.ts";
import { OpenDescriptors } from "./open-descriptors.ts";
import { readShared, sharedLength } from "./shared-content.ts";
import { storageError } from "./storage-errors.ts";

/**
 * A file open for reading. It must not be moved or removed before it is closed here: its descriptor may be closed and
 * reopened in between.
 */
export interface FileReader {
  /** Reads up to `into.length` bytes at `position`; returns how many (fewer only at the end of the file). */
  readAt(into: Uint8Array, position: number): number;
  /** Current size of the file in bytes. */
  size(): number;
  close(): void;
}

/** Opens the file of a reference. Throws StorageFailure when it does not exist. */
export function openReference(reference: FileReference): FileReader {
  return reference.kind === "path" ? new PathReader(reference.path) : new MemoryReader(reference.content);
}

/** Reads from `descriptor` until `into` is full or the file ends; returns the number of bytes read. */
export function readFully(descriptor: number, into: Uint8Array, position: number): number {
  let done = 0;
  while (done < into.length) {
    const count = readSync(descriptor, into, done, into.length - done, position + done);
    if (count === 0) break;
    done += count;
  }
  return done;
}

const descriptors = new OpenDescriptors();

class PathReader implements FileReader {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
    this.#descriptor();
  }

  readAt(into: Uint8Array, position: number): number {
    const descriptor = this.#descriptor();
    try {
      return readFully(descriptor, into, position);
    } catch (error) {
      throw storageError(error, this.#path, "read");
    }
  }

  size(): number {
    return fstatSync(this.#descriptor()).size;
  }

  close(): void {
    descriptors.close(this);
  }

  #descriptor(): number {
    try {
      return descriptors.of(this, this.#path);
    } catch (error) {
      throw storageError(error, this.#path, "open");
    }
  }
}

class MemoryReader implements FileReader {
  readonly #content: SharedContent;

  constructor(content: SharedContent) {
    this.#content = content;
  }

  readAt(into: Uint8Array, position: number): number {
    return readShared(this.#content, into, position);
  }

  size(): number {
    return sharedLength(this.#content);
  }

  close(): void {
    // Shared memory lives as long as something refers to it.
  }
}
