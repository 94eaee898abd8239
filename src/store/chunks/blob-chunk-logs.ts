/**
 * Logs as blobs, one for each chunk: `create` lets only the first of several writers have a place. What a bucket, a
 * shared folder and memory have in common; the store must be one that keeps this promise (`examine-blob-store.ts`).
 */
import { assert } from "../../core/assert.ts";
import { type BlobStore, BlobMissing } from "../blobs/blob-store.ts";
import { isDottedName } from "../dotted-name.ts";
import { MAXIMUM_CHUNK_BYTES } from "./chunk-format.ts";
import type { ChunkLog, ChunkLogs } from "./chunk-log.ts";

const FOLDER = "log";
const DIGITS = 12;
const DEPTH = 4;
/**
 * A seal is put so many places ahead of the end: a busy writer takes each next place before it could be sealed.
 */
const AHEAD = 32;

export class BlobChunkLogs implements ChunkLogs {
  readonly depth = DEPTH;
  readonly maximumBytes = MAXIMUM_CHUNK_BYTES;
  readonly #blobs: BlobStore;

  constructor(blobs: BlobStore) {
    this.#blobs = blobs;
  }

  async open(writer: string): Promise<ChunkLog> {
    return new BlobChunkLog(this.#blobs, writer);
  }

  async writers(): Promise<string[]> {
    const entries = await this.#blobs.list(`${FOLDER}/`);
    return [...new Set(entries.map(({ name }) => name.split("/")[1] ?? ""))];
  }

  async remove(writer: string, end: number): Promise<void> {
    const folder = folderOf(writer);
    const entries = await this.#blobs.list(folder);
    // The seal stays: in a free place a writer that wakes up would be told that it holds.
    const kept = nameOf(folder, end);
    await this.#blobs.remove(entries.map(({ name }) => name).filter((name) => name !== kept));
  }

  async close(): Promise<void> {
    // Nothing is open.
  }
}

class BlobChunkLog implements ChunkLog {
  readonly writer: string;
  readonly #blobs: BlobStore;
  readonly #folder: string;

  constructor(blobs: BlobStore, writer: string) {
    this.writer = writer;
    this.#blobs = blobs;
    this.#folder = folderOf(writer);
  }

  append(number: number, bytes: Uint8Array): Promise<boolean> {
    return this.#blobs.create(this.#nameOf(number), bytes);
  }

  async read(number: number): Promise<Uint8Array | undefined> {
    try {
      return await this.#blobs.read(this.#nameOf(number));
    } catch (error) {
      if (error instanceof BlobMissing) return undefined;
      throw error;
    }
  }

  async seal(from: number, seal: Uint8Array): Promise<number> {
    const taken = new Set(await this.#numbers());
    let at = Math.max(from - 1, ...taken) + AHEAD;
    // A place that the writer reached meanwhile is no seal.
    while (!(await this.#put(at, seal))) at += AHEAD;
    // What is free before it becomes a seal as well: an older one ends the log earlier.
    for (let number = from; number < at; number++) if (!taken.has(number)) await this.#put(number, seal);
    return at;
  }

  async trim(number: number): Promise<void> {
    const old = (await this.#numbers()).filter((each) => each < number);
    await this.#blobs.remove(old.map((each) => this.#nameOf(each)));
  }

  /** Whether the place holds `bytes` now, whoever put them there. */
  async #put(number: number, bytes: Uint8Array): Promise<boolean> {
    if (await this.append(number, bytes).catch(() => false)) return true;
    const there = await this.read(number);
    // Without an answer it may still arrive: the same bytes are put once more.
    if (there === undefined) return this.#put(number, bytes);
    return Buffer.compare(there, bytes) === 0;
  }

  async #numbers(): Promise<number[]> {
    const entries = await this.#blobs.list(this.#folder);
    return entries.map(({ name }) => Number(name.slice(this.#folder.length))).filter(Number.isSafeInteger);
  }

  #nameOf(number: number): string {
    return nameOf(this.#folder, number);
  }
}

function nameOf(folder: string, number: number): string {
  return folder + String(number).padStart(DIGITS, "0");
}

function folderOf(writer: string): string {
  assert(isDottedName(writer), `[${writer}] names no writer`);
  return `${FOLDER}/${writer}/`;
}
