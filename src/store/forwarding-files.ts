/** Base classes that forward every call to other Files, for wrappers that change some calls. */
import type { FileHandle, FileReference, Files } from "./files.ts";

export class ForwardingFiles implements Files {
  protected readonly inner: Files;

  constructor(inner: Files) {
    this.inner = inner;
  }

  open(path: string, options?: { mustExist?: boolean }): FileHandle {
    return this.inner.open(path, options);
  }

  exists(path: string): boolean {
    return this.inner.exists(path);
  }

  isFolder(path: string): boolean {
    return this.inner.isFolder(path);
  }

  read(path: string): Uint8Array {
    return this.inner.read(path);
  }

  replace(path: string, bytes: Uint8Array): Promise<void> {
    return this.inner.replace(path, bytes);
  }

  list(folder: string): string[] {
    return this.inner.list(folder);
  }

  rename(from: string, to: string): void {
    this.inner.rename(from, to);
  }

  link(from: string, to: string): void {
    this.inner.link(from, to);
  }

  remove(path: string): void {
    this.inner.remove(path);
  }

  syncFolder(folder: string): Promise<void> {
    return this.inner.syncFolder(folder);
  }

  reference(path: string): FileReference {
    return this.inner.reference(path);
  }

  space(): { free: number; total: number } {
    return this.inner.space();
  }
}

/** The calls of an open file that wrappers change. */
type ChangedCalls = Partial<Pick<FileHandle, "append" | "sync" | "readAt" | "truncate">>;

/** An open file that forwards to another, except for the calls in `changed`. */
export function forwardingHandle(inner: FileHandle, changed: ChangedCalls): FileHandle {
  return {
    path: inner.path,
    get size() {
      return inner.size;
    },
    append: changed.append ?? ((buffers) => inner.append(buffers)),
    sync: changed.sync ?? (() => inner.sync()),
    readAt: changed.readAt ?? ((into, position) => inner.readAt(into, position)),
    truncate: changed.truncate ?? ((size) => inner.truncate(size)),
    close: () => inner.close(),
  };
}
