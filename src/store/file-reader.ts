/** Reading a file that another thread wrote or still writes, through its reference. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { FileReference, SharedContent } from "./files.ts";
import { readShared, sharedLength } from "./shared-content.ts";
import { storageError } from "./storage-errors.ts";

/** A file open for reading. */
export interface FileReader {
  /** Reads up to `into.length` bytes at `position`; answers how many (fewer only at the end of the file). */
  readAt(into: Uint8Array, position: number): number;
  /** Bytes in the file now. */
  size(): number;
  close(): void;
}

/** Opens the file of a reference. Throws StorageFailure when it is not there. */
export function openReference(reference: FileReference): FileReader {
  return reference.kind === "path" ? new PathReader(reference.path) : new MemoryReader(reference.content);
}

/** Reads from `descriptor` until `into` is full or the file ends; answers the bytes read. */
export function readFully(descriptor: number, into: Uint8Array, position: number): number {
  let done = 0;
  while (done < into.length) {
    const count = readSync(descriptor, into, done, into.length - done, position + done);
    if (count === 0) break;
    done += count;
  }
  return done;
}

class PathReader implements FileReader {
  readonly #path: string;
  readonly #descriptor: number;

  constructor(path: string) {
    this.#path = path;
    try {
      this.#descriptor = openSync(path, "r");
    } catch (error) {
      throw storageError(error, path, "open");
    }
  }

  readAt(into: Uint8Array, position: number): number {
    try {
      return readFully(this.#descriptor, into, position);
    } catch (error) {
      throw storageError(error, this.#path, "read");
    }
  }

  size(): number {
    return fstatSync(this.#descriptor).size;
  }

  close(): void {
    closeSync(this.#descriptor);
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
    // Shared memory lives as long as someone refers to it.
  }
}
