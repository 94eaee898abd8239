/** Bytes per second, over the whole of some work. */
import { setTimeout as sleep } from "node:timers/promises";
import type { MonotonicClock } from "../../core/clock.ts";

export class RateLimit {
  readonly #bytesPerSecond: number;
  readonly #clock: MonotonicClock;
  readonly #sinceMs: number;
  #bytes = 0;

  /** Infinity: no limit. */
  constructor(bytesPerSecond: number, clock: MonotonicClock) {
    this.#bytesPerSecond = bytesPerSecond;
    this.#clock = clock;
    this.#sinceMs = clock.monotonicMs();
  }

  /** Resolves when so many more bytes are within the limit. */
  async passed(bytes: number): Promise<void> {
    if (this.#bytesPerSecond === Number.POSITIVE_INFINITY) return;
    this.#bytes += bytes;
    const earlyMs = (this.#bytes / this.#bytesPerSecond) * 1000 - (this.#clock.monotonicMs() - this.#sinceMs);
    if (earlyMs > 0) await sleep(earlyMs);
  }
}
