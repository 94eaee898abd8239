/** Takes back the memories of segments that nobody reads any more: kept for the next ones, or let go and collected. */
import type { MonotonicClock } from "../../core/clock.ts";
import type { MemoryPool } from "../../segment/memory/memory-pool.ts";

// A collection stops each thread for some milliseconds: it waits for so much to come free, or for a while without more.
const COLLECT_BYTES = 64 * 1024 ** 2;
const COLLECT_IDLE_MS = 5_000;
// What waits for reuse is let go when nothing came back for so long: no merges, no new segments.
const KEEP_IDLE_MS = 60_000;

export class SegmentMemories {
  readonly #pool: MemoryPool;
  readonly #clock: MonotonicClock;
  readonly #collect: () => void;
  /** Bytes let go since the last collection. */
  #dropped = 0;
  #releasedMs = 0;

  /** `collect` has every thread that may know the memories collect its garbage. */
  constructor(pool: MemoryPool, clock: MonotonicClock, collect: () => void) {
    this.#pool = pool;
    this.#clock = clock;
    this.#collect = collect;
  }

  release(memory: WebAssembly.Memory): void {
    this.#releasedMs = this.#clock.monotonicMs();
    if (this.#pool.release(memory)) return;
    this.#dropped += memory.buffer.byteLength;
    if (this.#dropped >= COLLECT_BYTES) this.#collectDropped();
  }

  /** Does what is due after a while. */
  tick(): void {
    const idleMs = this.#clock.monotonicMs() - this.#releasedMs;
    if (idleMs >= KEEP_IDLE_MS && this.#pool.keptBytes > 0) {
      this.#dropped += this.#pool.keptBytes;
      this.#pool.clear();
    }
    if (idleMs >= COLLECT_IDLE_MS && this.#dropped > 0) this.#collectDropped();
  }

  #collectDropped(): void {
    this.#dropped = 0;
    this.#collect();
  }
}
