/**
 * The file system as the store sees it: append, read at, sync, rename, list. Two implementations, directory and memory,
 * pass one contract suite; fault injection wraps either. Paths are relative, separated by `/`, and never leave the
 * root.
 */

/** A file that any thread can open for reading: plain data (shared buffers in memory mode). */
export type FileReference =
  | { readonly kind: "path"; readonly path: string }
  | { readonly kind: "memory"; readonly content: SharedContent };

/**
 * A file in memory: chunks of CHUNK_BYTES; `length` is an Int32 pair (low, high) that grows after the bytes are
 * written.
 */
export interface SharedContent {
  readonly chunks: SharedArrayBuffer[];
  readonly length: SharedArrayBuffer;
}

/** An open file. */
export interface FileHandle {
  readonly path: string;
  /** Bytes appended so far. */
  readonly size: number;
  /**
   * Appends all buffers in order; a failed append leaves the file at its previous length (truncated back). Errors:
   * ENOSPC, EIO.
   */
  append(buffers: readonly Uint8Array[]): void;
  /** Makes what was appended durable (fdatasync). */
  sync(): Promise<void>;
  /** Reads up to `into.length` bytes at `position`; returns how many. */
  readAt(into: Uint8Array, position: number): number;
  truncate(size: number): void;
  close(): void;
}

/** A tree of files. */
export interface Files {
  /** Opens a file for appending and reading; creates it (and its folders) unless `mustExist`. */
  open(path: string, options?: { mustExist?: boolean }): FileHandle;
  exists(path: string): boolean;
  /** Whether a folder exists (in memory: whether it contains a file). */
  isFolder(path: string): boolean;
  read(path: string): Uint8Array;
  /** Replaces a file atomically and durably: write, fsync, rename, fsync of the folder. */
  replace(path: string, bytes: Uint8Array): Promise<void>;
  /** Names in a folder; empty when it does not exist. */
  list(folder: string): string[];
  rename(from: string, to: string): void;
  /** Gives a file that never changes any more a second name, under which it stays when the first is removed. */
  link(from: string, to: string): void;
  /** Removes a file or a whole folder; does nothing when it is absent. */
  remove(path: string): void;
  /** Makes renames, creations and removals in a folder durable. */
  syncFolder(folder: string): Promise<void>;
  /** A reference by which another thread opens the file for reading. */
  reference(path: string): FileReference;
  /** Free and total bytes of the file system. */
  space(): { free: number; total: number };
}
