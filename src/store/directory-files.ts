/** Files in a directory on disk. */
import {
  closeSync,
  constants,
  existsSync,
  fdatasync,
  fstatSync,
  ftruncateSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  statfsSync,
  writevSync,
} from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { assert } from "../core/assert.ts";
import { readFully } from "./file-reader.ts";
import type { FileHandle, FileReference, Files } from "./files.ts";
import { storageError, systemCode } from "./storage-errors.ts";

/** Most buffers that one writev accepts (IOV_MAX on Linux). */
const MAXIMUM_BUFFERS = 1024;
/** Suffix of the file that `replace` writes first; `list` leaves such names out, since a crash may leave one. */
const TEMPORARY_SUFFIX = ".tmp";

export class DirectoryFiles implements Files {
  readonly root: string;
  /** Folders with a new sub-folder that no sync has made durable yet. */
  readonly #unsyncedParents = new Set<string>();
  #temporaries = 0;

  /** `root` is created when it does not exist. */
  constructor(root: string) {
    this.root = resolve(root);
    this.#makeFolder(this.root);
  }

  open(path: string, options: { mustExist?: boolean } = {}): FileHandle {
    const full = this.#full(path);
    try {
      if (!options.mustExist) this.#makeFolder(dirname(full));
      const flags = constants.O_RDWR | (options.mustExist ? 0 : constants.O_CREAT);
      return new DirectoryFile(path, openSync(full, flags, 0o600));
    } catch (error) {
      throw storageError(error, path, "open");
    }
  }

  exists(path: string): boolean {
    return existsSync(this.#full(path));
  }

  isFolder(path: string): boolean {
    return statSync(this.#full(path), { throwIfNoEntry: false })?.isDirectory() ?? false;
  }

  read(path: string): Uint8Array {
    try {
      const buffer = readFileSync(this.#full(path));
      // Not returned as a Buffer: `slice` of a Buffer is a view, that of a Uint8Array a copy.
      return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length);
    } catch (error) {
      throw storageError(error, path, "read");
    }
  }

  async replace(path: string, bytes: Uint8Array): Promise<void> {
    const full = this.#full(path);
    const temporary = `${full}.${++this.#temporaries}${TEMPORARY_SUFFIX}`;
    try {
      this.#makeFolder(dirname(full));
      const file = await open(temporary, "w", 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, full);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined); // the first error is the one to report
      throw storageError(error, path, "replace");
    }
    await this.#syncFolders(dirname(full));
  }

  list(folder: string): string[] {
    try {
      return readdirSync(this.#full(folder))
        .filter((name) => !name.endsWith(TEMPORARY_SUFFIX))
        .sort();
    } catch (error) {
      if (systemCode(error) === "ENOENT") return [];
      throw storageError(error, folder, "list");
    }
  }

  rename(from: string, to: string): void {
    const target = this.#full(to);
    try {
      this.#makeFolder(dirname(target));
      renameSync(this.#full(from), target);
    } catch (error) {
      throw storageError(error, from, "rename");
    }
  }

  link(from: string, to: string): void {
    const target = this.#full(to);
    try {
      this.#makeFolder(dirname(target));
      linkSync(this.#full(from), target);
    } catch (error) {
      throw storageError(error, from, "link");
    }
  }

  remove(path: string): void {
    const full = this.#full(path);
    assert(full !== this.root, "the root of the files is never removed");
    try {
      rmSync(full, { recursive: true, force: true });
    } catch (error) {
      throw storageError(error, path, "remove");
    }
  }

  async syncFolder(folder: string): Promise<void> {
    await this.#syncFolders(this.#full(folder));
  }

  reference(path: string): FileReference {
    return { kind: "path", path: this.#full(path) };
  }

  space(): { free: number; total: number } {
    const { bavail, blocks, bsize } = statfsSync(this.root);
    return { free: bavail * bsize, total: blocks * bsize };
  }

  #full(path: string): string {
    const full = join(this.root, path);
    assert(full === this.root || full.startsWith(this.root + sep), `path [${path}] leaves the root`);
    return full;
  }

  #makeFolder(full: string): void {
    const first = mkdirSync(full, { recursive: true, mode: 0o700 });
    if (first === undefined) return;
    // Each new folder is an entry of its parent, so the parents need a sync, too.
    this.#unsyncedParents.add(dirname(first));
    for (let at = full; at !== first && at.length > first.length; at = dirname(at))
      this.#unsyncedParents.add(dirname(at));
  }

  /** Syncs a folder and every folder above it that got a new sub-folder. */
  async #syncFolders(full: string): Promise<void> {
    const pending = [...this.#unsyncedParents].filter(
      (parent) => parent !== full && !relative(parent, full).startsWith(".."),
    );
    const folders = [full, ...pending];
    // Before the sync, because folders created meanwhile need a sync of their own.
    for (const folder of folders) this.#unsyncedParents.delete(folder);
    try {
      for (const folder of folders) await syncOneFolder(folder);
    } catch (error) {
      for (const folder of folders) this.#unsyncedParents.add(folder);
      throw error;
    }
  }
}

async function syncOneFolder(full: string): Promise<void> {
  try {
    const folder = await open(full, "r");
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch (error) {
    // Windows cannot open a folder; its renames are journalled.
    if (process.platform === "win32") return;
    throw storageError(error, full, "sync folder");
  }
}

class DirectoryFile implements FileHandle {
  readonly path: string;
  readonly #descriptor: number;
  #size: number;
  /** Bytes of a failed append may follow `size`: they are truncated before the next append. */
  #mustTruncate = false;

  constructor(path: string, descriptor: number) {
    this.path = path;
    this.#descriptor = descriptor;
    this.#size = fstatSync(descriptor).size;
  }

  get size(): number {
    return this.#size;
  }

  append(buffers: readonly Uint8Array[]): void {
    try {
      if (this.#mustTruncate) this.#cut();
      this.#size += this.#write(buffers);
    } catch (error) {
      this.#mustTruncate = true;
      try {
        this.#cut();
      } catch {
        // Retried before the next append.
      }
      throw storageError(error, this.path, "append");
    }
  }

  sync(): Promise<void> {
    return new Promise((done, fail) => {
      fdatasync(this.#descriptor, (error) => (error ? fail(storageError(error, this.path, "sync")) : done()));
    });
  }

  readAt(into: Uint8Array, position: number): number {
    const wanted = Math.max(0, Math.min(into.length, this.#size - position));
    try {
      return readFully(this.#descriptor, into.subarray(0, wanted), position);
    } catch (error) {
      throw storageError(error, this.path, "read");
    }
  }

  truncate(size: number): void {
    assert(size <= this.#size, "a file is only ever made shorter");
    try {
      ftruncateSync(this.#descriptor, size);
      this.#size = size;
    } catch (error) {
      throw storageError(error, this.path, "truncate");
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #cut(): void {
    ftruncateSync(this.#descriptor, this.#size);
    this.#mustTruncate = false;
  }

  /** Writes all buffers at the end of the file; returns the number of bytes. */
  #write(buffers: readonly Uint8Array[]): number {
    let written = 0;
    for (let first = 0; first < buffers.length; first += MAXIMUM_BUFFERS) {
      let rest: Uint8Array[] = buffers.slice(first, first + MAXIMUM_BUFFERS).filter((buffer) => buffer.length > 0);
      while (rest.length > 0) {
        const count = writevSync(this.#descriptor, rest, this.#size + written);
        written += count;
        rest = without(rest, count);
      }
    }
    return written;
  }
}

/** The remainder of `buffers` after their first `count` bytes. */
function without(buffers: Uint8Array[], count: number): Uint8Array[] {
  let skipped = 0;
  for (let at = 0; at < buffers.length; at++) {
    const buffer = buffers[at]!;
    if (skipped + buffer.length > count) return [buffer.subarray(count - skipped), ...buffers.slice(at + 1)];
    skipped += buffer.length;
  }
  return [];
}
