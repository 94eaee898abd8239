/** Requests of an endpoint follow each other as slowly as its `rate_limit` says. */
import { setTimeout as sleep } from "node:timers/promises";

const MINUTE_MS = 60_000;

/** Requests that may come at once, before they wait for each other, as a part of those of a minute. */
const BURST = 0.1;

export class RateLimits {
  readonly #now: () => number;
  /** By endpoint: when all requests so far would have had their time. */
  readonly #busyUntil = new Map<string, number>();

  /** `now`: milliseconds of the monotonic clock. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Waits until a request may be sent. Rejects when `signal` is aborted before. */
  async turn(id: string, requestsPerMinute: number, signal: AbortSignal): Promise<void> {
    if (!Number.isFinite(requestsPerMinute)) return;
    const now = this.#now();
    const until = Math.max(now, this.#busyUntil.get(id) ?? 0) + MINUTE_MS / requestsPerMinute;
    this.#busyUntil.set(id, until);
    const burstMs = Math.max(MINUTE_MS / requestsPerMinute, MINUTE_MS * BURST);
    const waitMs = until - now - burstMs;
    if (waitMs > 0) await sleep(waitMs, undefined, { signal });
  }

  forget(id: string): void {
    this.#busyUntil.delete(id);
  }
}
