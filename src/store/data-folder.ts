/** The data directory of a node: its lock, its disk reserve, its format and the node's id. */
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { randomUuid } from "../core/clock.ts";
import { isJsonObject } from "../core/json.ts";
import { parseJsonBytes } from "../compat/json/parse-json.ts";
import { writeJson } from "../compat/json/write-json.ts";
import { type DataFolderLost, DataFolderRefused } from "./data-folder-refused.ts";
import { DirectoryFiles } from "./directory-files.ts";
import type { Files } from "./files.ts";
import { FolderLease, type LeaseTerms } from "./lock/folder-lease.ts";
import { FolderLock, type FolderLockOptions } from "./lock/folder-lock.ts";
import { LeasedFiles } from "./lock/leased-files.ts";
import { MemoryFiles } from "./memory-files.ts";
import { DiskReserve } from "./reserve/disk-reserve.ts";
import { ReservedFiles } from "./reserve/reserved-files.ts";
import { SealBroken, seal, unseal } from "./sealed-file.ts";
import { storageError, systemCode } from "./storage-errors.ts";

/** Incremented when the current code can no longer read older directories unchanged. */
const FORMAT = 1;
const NODE_FILE = "node";
/** A second copy of the node file: the node's id cannot be restored from anything else. */
const NODE_MIRROR = "node.mirror";
const LOCK_FILE = "node.lock";

/** An open data directory. */
export interface DataFolder {
  /** Full path; `:memory:` when there is no directory. */
  readonly path: string;
  readonly files: Files;
  /** What another thread needs to use the directory; undefined in memory. */
  readonly terms: LeaseTerms | undefined;
  /** Whether the disk has so little room that writes of documents and new indices are rejected. */
  isFlooded(): boolean;
  /** 22 characters, constant for the life of the directory. */
  readonly nodeId: string;
  /** Releases the lock; close the files first. */
  close(): void;
}

/** Opens or creates the directory. Throws DataFolderRefused when another process holds it or its format is unknown. */
export async function openDataFolder(path: string, options: FolderLockOptions = {}): Promise<DataFolder> {
  const full = resolve(path);
  try {
    mkdirSync(full, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw unwritable(full, systemCode(error)) ?? storageError(error, full, "create data directory");
  }
  const lock = await acquireLock(full, options);
  try {
    const reserve = new DiskReserve(full);
    const files = new ReservedFiles(new LeasedFiles(new DirectoryFiles(full), lock.lease), reserve);
    const nodeId = await readNodeId(files);
    return {
      path: full,
      files,
      terms: lock.terms,
      isFlooded: () => reserve.isFlooded(),
      nodeId,
      close: () => lock.release(),
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** A data directory without a disk. */
export function memoryDataFolder(): DataFolder {
  return {
    path: ":memory:",
    files: new MemoryFiles(),
    terms: undefined,
    isFlooded: () => false,
    nodeId: randomUuid(),
    close: () => undefined,
  };
}

/** The files of a directory whose lock another thread holds; `onLost` must end the process. */
export function openLeasedFiles(full: string, terms: LeaseTerms, onLost: (error: DataFolderLost) => void): Files {
  return new LeasedFiles(new DirectoryFiles(full), new FolderLease(terms, onLost));
}

/** Takes the lock; on a full disk it uses the room of the reserve. */
async function acquireLock(full: string, options: FolderLockOptions): Promise<FolderLock> {
  const path = join(full, LOCK_FILE);
  for (;;) {
    try {
      return await FolderLock.acquire(path, options);
    } catch (error) {
      const code = systemCode(error);
      const refusal = unwritable(full, code);
      if (refusal) throw refusal;
      if (code !== "ENOSPC" && code !== "EDQUOT") throw error;
      if (new DiskReserve(full).release()) continue;
      throw new DataFolderRefused(
        `the disk of the data directory is full: there is no room for the lock file [${path}]; free some, then start again`,
      );
    }
  }
}
/** The error for problems that the person who starts the server can fix. */
function unwritable(full: string, code: string | undefined): DataFolderRefused | undefined {
  if (code === undefined || !["EROFS", "EACCES", "EPERM", "ENOTDIR"].includes(code)) return undefined;
  const mend =
    code === "ENOTDIR"
      ? "a part of its path is no folder"
      : "choose another with --data, or give this user the right to write there";
  return new DataFolderRefused(`the data directory [${full}] cannot be made or written (${code}): ${mend}`);
}

/** The node's id, created on the first start. A damaged or missing copy is restored from the other. */
async function readNodeId(files: Files): Promise<string> {
  const copies = [NODE_FILE, NODE_MIRROR];
  const found = copies.map((path) => readCopy(files, path));
  const broken = found.find((copy) => copy instanceof SealBroken);
  const body = found.find((copy) => copy instanceof Uint8Array);
  if (!body && broken) throw broken;
  const bytes = body ?? Buffer.from(writeJson({ format: FORMAT, nodeId: randomUuid() }));
  const nodeId = decodeNodeId(bytes);
  for (const [at, path] of copies.entries()) {
    if (found[at] instanceof Uint8Array) continue;
    const written = files.replace(path, seal(bytes, 1));
    // A full disk does not prevent a start with the one copy that exists.
    await (body ? written.catch(() => undefined) : written);
  }
  return nodeId;
}

function readCopy(files: Files, path: string): Uint8Array | SealBroken | undefined {
  if (!files.exists(path)) return undefined;
  try {
    return unseal(files.read(path), path).body;
  } catch (error) {
    if (error instanceof SealBroken) return error;
    throw error;
  }
}

function decodeNodeId(body: Uint8Array): string {
  const value = parseJsonBytes(body);
  if (!isJsonObject(value) || typeof value["nodeId"] !== "string")
    throw new SealBroken(NODE_FILE, "it does not name the node");
  if (value["format"] !== FORMAT) {
    throw new DataFolderRefused(
      `the data directory has format ${writeJson(value["format"])}, this version reads format ${FORMAT}`,
    );
  }
  return value["nodeId"];
}
