/** The data directory of a node: its lock, its format and the node's id. */
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { randomUuid } from "../core/clock.ts";
import { isJsonObject } from "../core/json.ts";
import { parseJson } from "../core/parse-json.ts";
import { writeJson } from "../core/write-json.ts";
import { DirectoryFiles } from "./directory-files.ts";
import type { Files } from "./files.ts";
import { DataFolderRefused, FolderLock, type FolderLockOptions } from "./folder-lock.ts";
import { MemoryFiles } from "./memory-files.ts";
import { SealBroken, seal, unseal } from "./sealed-file.ts";
import { storageError } from "./storage-errors.ts";

/** Raised when a directory of an older version can no longer be read as it is. */
const FORMAT = 1;
const NODE_FILE = "node";
const LOCK_FILE = "node.lock";

/** An open data directory. */
export interface DataFolder {
  /** Full path; `:memory:` for none. */
  readonly path: string;
  readonly files: Files;
  /** 22 characters, kept for the life of the directory. */
  readonly nodeId: string;
  /** Gives the lock back; the files are to be closed before. */
  close(): void;
}

/** Opens or makes the directory. Throws DataFolderRefused when another process holds it or its format is unknown. */
export async function openDataFolder(path: string, options: FolderLockOptions = {}): Promise<DataFolder> {
  const full = resolve(path);
  try {
    mkdirSync(full, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw storageError(error, full, "create data directory");
  }
  const lock = await FolderLock.acquire(join(full, LOCK_FILE), options);
  try {
    const files = new DirectoryFiles(full);
    return { path: full, files, nodeId: await readNodeId(files), close: () => lock.release() };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** A data directory without a disk. */
export function memoryDataFolder(): DataFolder {
  return { path: ":memory:", files: new MemoryFiles(), nodeId: randomUuid(), close: () => undefined };
}

/** The node's id; made on the first start. */
async function readNodeId(files: Files): Promise<string> {
  if (!files.exists(NODE_FILE)) {
    const nodeId = randomUuid();
    await files.replace(NODE_FILE, seal(Buffer.from(writeJson({ format: FORMAT, nodeId })), 1));
    return nodeId;
  }
  const { body } = unseal(files.read(NODE_FILE), NODE_FILE);
  const value = parseJson(Buffer.from(body).toString("utf8"));
  if (!isJsonObject(value) || typeof value["nodeId"] !== "string") throw new SealBroken(NODE_FILE, "it does not name the node");
  if (value["format"] !== FORMAT) {
    throw new DataFolderRefused(`the data directory has format ${writeJson(value["format"])}, this version reads format ${FORMAT}`);
  }
  return value["nodeId"];
}
