/**
 * Blobs as files of a folder, which may be a mount that several machines share. A blob is written beside its place,
 * made durable and then moved there; what a crash leaves ends in `.tmp` and stands in listings, so that it can be
 * removed.
 */
import { randomBytes } from "node:crypto";
import { type FileHandle, link, mkdir, open, readFile, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { assert } from "../../core/assert.ts";
import { storageError, systemCode } from "../storage-errors.ts";
import { type BlobContent, type BlobEntry, BlobMissing, type BlobStore, isBlobName } from "./blob-store.ts";

const PIECE_BYTES = 1024 * 1024;
const RANDOM_BYTES = 9;
/** So often a folder is made that somebody else removes. */
const ATTEMPTS = 5;
/** Codes of file systems without hard links. */
const NO_LINKS: readonly (string | undefined)[] = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"];

export class FolderBlobs implements BlobStore {
  readonly key: string;
  readonly #root: string;

  /** The folder is made with its first blob. */
  constructor(root: string) {
    this.#root = resolve(root);
    this.key = `folder:${this.#root}`;
  }

  async write(name: string, content: BlobContent): Promise<void> {
    await this.#placed(name, content, async (temporary, full) => {
      await rename(temporary, full);
    });
  }

  async create(name: string, bytes: Uint8Array): Promise<boolean> {
    return this.#placed(name, bytes, async (temporary, full) => {
      try {
        await link(temporary, full);
        return true;
      } catch (error) {
        const code = systemCode(error);
        if (code === "EEXIST") return false;
        if (!NO_LINKS.includes(code)) throw error;
        return await createDirectly(full, bytes);
      } finally {
        await rm(temporary, { force: true });
      }
    });
  }

  async read(name: string): Promise<Uint8Array> {
    try {
      const buffer = await readFile(this.#full(name));
      return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length);
    } catch (error) {
      throw readError(error, name);
    }
  }

  async *stream(name: string): AsyncIterable<Uint8Array> {
    let file: FileHandle | undefined;
    try {
      file = await open(this.#full(name), "r");
      for (;;) {
        const piece = new Uint8Array(PIECE_BYTES);
        const { bytesRead } = await file.read(piece, 0, PIECE_BYTES);
        if (bytesRead === 0) return;
        yield bytesRead === PIECE_BYTES ? piece : piece.slice(0, bytesRead);
      }
    } catch (error) {
      throw readError(error, name);
    } finally {
      await file?.close();
    }
  }

  async list(prefix: string): Promise<BlobEntry[]> {
    const folder = prefix.slice(0, prefix.lastIndexOf("/") + 1);
    const entries = await this.#below(folder);
    return entries.filter(({ name }) => name.startsWith(prefix)).sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  async remove(names: readonly string[]): Promise<void> {
    for (const name of names) {
      try {
        await rm(this.#full(name), { force: true });
      } catch (error) {
        throw storageError(error, name, "remove blob");
      }
    }
    // Folders that have become empty go as well.
    const folders = new Set(names.map((name) => dirname(this.#full(name))));
    for (const folder of folders) await this.#removeEmpty(folder);
  }

  #full(name: string): string {
    assert(isBlobName(name), `[${name}] names no blob`);
    return join(this.#root, name);
  }

  /** Writes a temporary file, and hands it to what puts it in its place. */
  async #placed<T>(
    name: string,
    content: BlobContent,
    place: (temporary: string, full: string) => Promise<T>,
  ): Promise<T> {
    const full = this.#full(name);
    const temporary = `${full}.${randomBytes(RANDOM_BYTES).toString("hex")}.tmp`;
    try {
      await writeDurably(await openInFolder(temporary), content);
      const placed = await place(temporary, full);
      await syncFolder(dirname(full));
      return placed;
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined); // the first error is the one to report
      throw storageError(error, name, "write blob");
    }
  }

  async #below(folder: string): Promise<BlobEntry[]> {
    const found: BlobEntry[] = [];
    try {
      for (const entry of await readdir(join(this.#root, folder), { withFileTypes: true })) {
        const name = folder + entry.name;
        if (entry.isDirectory()) found.push(...(await this.#below(`${name}/`)));
        else if (entry.isFile() && isBlobName(name)) found.push({ name, bytes: await this.#sizeOf(name) });
      }
    } catch (error) {
      if (systemCode(error) !== "ENOENT") throw storageError(error, folder, "list blobs");
    }
    return found;
  }

  /** 0 for one that went away meanwhile. */
  async #sizeOf(name: string): Promise<number> {
    try {
      return (await stat(join(this.#root, name))).size;
    } catch (error) {
      if (systemCode(error) === "ENOENT") return 0;
      throw error;
    }
  }

  async #removeEmpty(folder: string): Promise<void> {
    if (folder === this.#root || !folder.startsWith(this.#root)) return;
    try {
      if ((await readdir(folder)).length > 0) return;
      await rmdir(folder);
    } catch {
      return; // It is not empty any more, or gone: somebody else uses it.
    }
    await this.#removeEmpty(dirname(folder));
  }
}

/** A new file, in a folder that somebody who removes what is empty may take away before it is there. */
async function openInFolder(path: string): Promise<FileHandle> {
  for (let attempt = 1; ; attempt++) {
    await makeFolder(dirname(path));
    try {
      return await open(path, "wx", 0o600);
    } catch (error) {
      if (systemCode(error) !== "ENOENT" || attempt >= ATTEMPTS) throw error;
    }
  }
}

/** Makes a folder, and those above it, so that they outlive a loss of power. */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let folder = path; folder !== dirname(first); folder = dirname(folder)) await syncFolder(dirname(folder));
}

async function writeDurably(file: FileHandle, content: BlobContent): Promise<void> {
  try {
    if (content instanceof Uint8Array) await file.writeFile(content);
    else for await (const piece of content) await file.writeFile(piece);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Where there are no links: whoever makes the file writes it. A crash may leave it incomplete, which its seal tells.
 */
async function createDirectly(full: string, bytes: Uint8Array): Promise<boolean> {
  try {
    await writeDurably(await open(full, "wx", 0o600), bytes);
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  }
}

async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    // Windows cannot open a folder, and some mounts cannot sync one.
    if (process.platform !== "win32" && systemCode(error) !== "EINVAL") throw error;
  }
}

function readError(error: unknown, name: string): unknown {
  return systemCode(error) === "ENOENT" ? new BlobMissing(name) : storageError(error, name, "read blob");
}
