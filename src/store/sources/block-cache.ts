/** Cache of recently inflated blocks, shared by the source files that one thread reads. */

/** Enough for the top hits of a few requests; pages around a hit are soon read again, not the whole shard. */
const DEFAULT_CAPACITY_BYTES = 4 * 1024 * 1024;
/** Maximum blocks of one file: 2^28 blocks hold 3 TB. */
const BLOCKS_PER_FILE = 2 ** 28;

export class BlockCache {
  readonly #capacityBytes: number;
  /** By key, least recently used first. */
  readonly #blocks = new Map<number, Uint8Array>();
  #bytes = 0;
  #files = 0;

  constructor(capacityBytes = DEFAULT_CAPACITY_BYTES) {
    this.#capacityBytes = capacityBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** A number that no other file in this cache has. */
  newFile(): number {
    return this.#files++;
  }

  get(file: number, block: number): Uint8Array | undefined {
    const key = file * BLOCKS_PER_FILE + block;
    const bytes = this.#blocks.get(key);
    if (bytes === undefined) return undefined;
    this.#blocks.delete(key);
    this.#blocks.set(key, bytes);
    return bytes;
  }

  put(file: number, block: number, bytes: Uint8Array): void {
    // A block of one huge document would evict all others.
    if (bytes.length > this.#capacityBytes / 4) return;
    this.#blocks.set(file * BLOCKS_PER_FILE + block, bytes);
    this.#bytes += bytes.length;
    for (const [oldest, oldestBytes] of this.#blocks) {
      if (this.#bytes <= this.#capacityBytes) return;
      this.#blocks.delete(oldest);
      this.#bytes -= oldestBytes.length;
    }
  }

  /** Drops the blocks of a file that was closed. */
  drop(file: number): void {
    for (const [key, bytes] of this.#blocks) {
      if (Math.floor(key / BLOCKS_PER_FILE) !== file) continue;
      this.#blocks.delete(key);
      this.#bytes -= bytes.length;
    }
  }
}
