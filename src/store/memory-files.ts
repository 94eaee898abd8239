/** Files in shared memory: no disk is involved, and other threads read through the reference. */
import { freemem, totalmem } from "node:os";
import { assert } from "../core/assert.ts";
import type { FileHandle, FileReference, Files, SharedContent } from "./files.ts";
import { CHUNK_BYTES, emptyContent, readShared, setSharedLength, sharedLength, writeShared } from "./shared-content.ts";
import { StorageFailure } from "./storage-errors.ts";

export class MemoryFiles implements Files {
  readonly #files = new Map<string, SharedContent>();

  open(path: string, options: { mustExist?: boolean } = {}): FileHandle {
    const name = normal(path);
    let content = this.#files.get(name);
    if (!content) {
      if (options.mustExist) throw new StorageFailure("ENOENT", path, "open");
      content = emptyContent();
      this.#files.set(name, content);
    }
    return new MemoryFile(path, content);
  }

  exists(path: string): boolean {
    const name = normal(path);
    return name === "" || this.#files.has(name) || this.#below(name).length > 0;
  }

  isFolder(path: string): boolean {
    return this.#below(normal(path)).length > 0;
  }

  read(path: string): Uint8Array {
    const content = this.#content(path);
    const bytes = new Uint8Array(sharedLength(content));
    readShared(content, bytes, 0);
    return bytes;
  }

  async replace(path: string, bytes: Uint8Array): Promise<void> {
    // New content, so that holders of a reference keep reading the old one.
    const content = emptyContent();
    writeShared(content, bytes, 0);
    setSharedLength(content, bytes.length);
    this.#files.set(normal(path), content);
  }

  list(folder: string): string[] {
    const prefixLength = prefixOf(normal(folder)).length;
    const names = this.#below(normal(folder)).map((name) => name.slice(prefixLength).split("/", 1)[0]!);
    return [...new Set(names)].sort();
  }

  rename(from: string, to: string): void {
    const source = normal(from);
    const target = normal(to);
    const content = this.#files.get(source);
    const moved = content ? [source] : this.#below(source);
    if (moved.length === 0) throw new StorageFailure("ENOENT", from, "rename");
    for (const name of moved) {
      const file = this.#files.get(name)!;
      this.#files.delete(name);
      this.#files.set(target + name.slice(source.length), file);
    }
  }

  link(from: string, to: string): void {
    this.#files.set(normal(to), this.#content(from));
  }

  remove(path: string): void {
    const name = normal(path);
    assert(name !== "", "the root of the files is never removed");
    this.#files.delete(name);
    for (const below of this.#below(name)) this.#files.delete(below);
  }

  async syncFolder(_folder: string): Promise<void> {
    // Memory needs no sync.
  }

  reference(path: string): FileReference {
    const { chunks, length } = this.#content(path);
    return { kind: "memory", content: { chunks, length } };
  }

  space(): { free: number; total: number } {
    return { free: freemem(), total: totalmem() };
  }

  #content(path: string): SharedContent {
    const content = this.#files.get(normal(path));
    if (!content) throw new StorageFailure("ENOENT", path, "read");
    return content;
  }

  /** Full names of all files in a folder, at any depth. */
  #below(folder: string): string[] {
    const prefix = prefixOf(folder);
    return [...this.#files.keys()].filter((name) => name.startsWith(prefix));
  }
}

class MemoryFile implements FileHandle {
  readonly path: string;
  readonly #content: SharedContent;

  constructor(path: string, content: SharedContent) {
    this.path = path;
    this.#content = content;
  }

  get size(): number {
    return sharedLength(this.#content);
  }

  append(buffers: readonly Uint8Array[]): void {
    let end = this.size;
    for (const buffer of buffers) {
      writeShared(this.#content, buffer, end);
      end += buffer.length;
    }
    setSharedLength(this.#content, end);
  }

  async sync(): Promise<void> {
    // Memory needs no sync.
  }

  readAt(into: Uint8Array, position: number): number {
    return readShared(this.#content, into, position);
  }

  truncate(size: number): void {
    assert(size <= this.size, "a file is only ever made shorter");
    setSharedLength(this.#content, size);
    this.#content.chunks.length = Math.ceil(size / CHUNK_BYTES);
  }

  close(): void {
    // Shared memory lives as long as something refers to it.
  }
}

/** `a//b/./c/` → `a/b/c`; a path that leaves the root is an assertion. */
function normal(path: string): string {
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  assert(!parts.includes(".."), `path [${path}] leaves the root`);
  return parts.join("/");
}

function prefixOf(folder: string): string {
  return folder === "" ? "" : `${folder}/`;
}
