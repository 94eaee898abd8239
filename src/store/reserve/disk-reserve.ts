/**
 * Room kept back on the disk of the data directory. Documents are refused while there is still room for what frees the
 * disk: flushes and merges. Other programs may take that room too, so a part of it is a file of our own, which is given
 * up when a change of the cluster (an index is deleted) or the start finds none.
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
/** The free bytes are asked for at most so often. */
const FRESH_MS = 250;
const NAME = "reserve";

/** The free and all bytes of the file system. */
export type SpaceOf = () => { readonly free: number; readonly total: number };

export class DiskReserve {
  readonly #path: string;
  readonly #space: SpaceOf;
  readonly #now: () => number;
  #seenMs = Number.NEGATIVE_INFINITY;
  #isFlooded = false;
  #filling: Promise<void> | undefined;

  /** `space` and `now` (milliseconds of a clock that never goes back) differ in tests. */
  constructor(folder: string, space: SpaceOf = () => spaceOf(folder), now: () => number = () => performance.now()) {
    this.#path = join(folder, NAME);
    this.#space = space;
    this.#now = now;
  }

  /** Whether so little is free that documents are refused. Cheap; makes the reserve anew when there is room again. */
  isFlooded(): boolean {
    const nowMs = this.#now();
    if (nowMs - this.#seenMs < FRESH_MS) return this.#isFlooded;
    this.#seenMs = nowMs;
    const { free, total } = this.#space();
    this.#isFlooded = free < keptBytes(total);
    if (!this.#isFlooded) this.#fill(free, total);
    return this.#isFlooded;
  }

  /** Gives the file up; whether there was one, so that what found no room may be tried again. */
  release(): boolean {
    if (statSync(this.#path, { throwIfNoEntry: false }) === undefined) return false;
    rmSync(this.#path, { force: true });
    this.#seenMs = Number.NEGATIVE_INFINITY;
    return true;
  }

  /** Resolves when a file that is being made is there. */
  async filled(): Promise<void> {
    this.isFlooded();
    await this.#filling;
  }

  /** Makes the file where it is missing and leaves writes enough room. */
  #fill(free: number, total: number): void {
    const bytes = Math.floor(Math.min(MAXIMUM_FILE_BYTES, total * FILE_SHARE));
    if (this.#filling || free < keptBytes(total) + bytes || statSync(this.#path, { throwIfNoEntry: false })) return;
    this.#filling = make(this.#path, bytes).finally(() => (this.#filling = undefined));
  }
}

/** Bytes that stay free of documents. */
function keptBytes(total: number): number {
  return Math.min(MAXIMUM_KEPT_BYTES, total * KEPT_SHARE);
}

/** Random bytes: a file system that compresses or leaves out zeros keeps room for these. */
async function make(path: string, bytes: number): Promise<void> {
  const draft = `${path}.tmp`;
  try {
    await writeFile(draft, randomFillSync(new Uint8Array(bytes)), { mode: 0o600 });
    await rename(draft, path);
  } catch {
    // Somebody else took the room: tried again later.
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

function spaceOf(folder: string): { free: number; total: number } {
  const { bavail, blocks, bsize } = statfsSync(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}
