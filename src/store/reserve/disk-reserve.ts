/**
 * Room kept free on the disk of the data directory. Documents are rejected while there is still room for what frees the
 * disk: flushes and merges. Other programs may take that room, so part of it is a file of our own, deleted when a
 * cluster change (such as deleting an index) or the start finds no room.
 */
import { randomFillSync } from "node:crypto";
import { rmSync, statSync, statfsSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

const MEBIBYTE = 1024 * 1024;
/** Writes stop when less than this is free … */
const MAXIMUM_KEPT_BYTES = 64 * MEBIBYTE;
/** … or less than this share of a small disk. */
const KEPT_SHARE = 1 / 8;
const MAXIMUM_FILE_BYTES = 8 * MEBIBYTE;
const FILE_SHARE = 1 / 32;
/** Milliseconds between two queries of the free bytes. */
const FRESH_MS = 250;
const NAME = "reserve";

/** Returns the free and total bytes of the file system. */
export type SpaceOf = () => { readonly free: number; readonly total: number };

export class DiskReserve {
  readonly #path: string;
  readonly #space: SpaceOf;
  readonly #now: () => number;
  #seenMs = Number.NEGATIVE_INFINITY;
  #isFlooded = false;
  #filling: Promise<void> | undefined;

  /** `space` and `now` (milliseconds of a monotonic clock) differ in tests. */
  constructor(folder: string, space: SpaceOf = () => spaceOf(folder), now: () => number = () => performance.now()) {
    this.#path = join(folder, NAME);
    this.#space = space;
    this.#now = now;
  }

  /** Whether so little is free that documents are rejected. Cheap; recreates the reserve when there is room again. */
  isFlooded(): boolean {
    const nowMs = this.#now();
    if (nowMs - this.#seenMs < FRESH_MS) return this.#isFlooded;
    this.#seenMs = nowMs;
    const { free, total } = this.#space();
    this.#isFlooded = free < keptBytes(total);
    if (!this.#isFlooded) this.#fill(free, total);
    return this.#isFlooded;
  }

  /** Deletes the file; returns whether there was one, so that what failed for lack of room can be retried. */
  release(): boolean {
    if (statSync(this.#path, { throwIfNoEntry: false }) === undefined) return false;
    rmSync(this.#path, { force: true });
    this.#seenMs = Number.NEGATIVE_INFINITY;
    return true;
  }

  /** Resolves when a file that is being created exists. */
  async filled(): Promise<void> {
    this.isFlooded();
    await this.#filling;
  }

  /** Creates the file if it is missing and if enough room for writes remains. */
  #fill(free: number, total: number): void {
    const bytes = Math.floor(Math.min(MAXIMUM_FILE_BYTES, total * FILE_SHARE));
    if (this.#filling || free < keptBytes(total) + bytes || statSync(this.#path, { throwIfNoEntry: false })) return;
    this.#filling = make(this.#path, bytes).finally(() => (this.#filling = undefined));
  }
}

/** Bytes that documents may not fill. */
function keptBytes(total: number): number {
  return Math.min(MAXIMUM_KEPT_BYTES, total * KEPT_SHARE);
}

/** Random bytes: a file system that compresses or omits zeros would not reserve room for them. */
async function make(path: string, bytes: number): Promise<void> {
  const draft = `${path}.tmp`;
  try {
    await writeFile(draft, randomFillSync(new Uint8Array(bytes)), { mode: 0o600 });
    await rename(draft, path);
  } catch {
    // Another program took the room: retried later.
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

function spaceOf(folder: string): { free: number; total: number } {
  const { bavail, blocks, bsize } = statfsSync(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}
