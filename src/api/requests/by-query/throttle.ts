/** Pauses between batches, so that no more documents are worked on in a second than is asked for. */
import type { MonotonicClock } from "../../../core/clock.ts";

/** As in Elasticsearch. */
const LONGEST_MS = 3_600_000;

/** One for each worker. */
export class Throttle {
  readonly #clock: MonotonicClock;
  #requestsPerSecond: number;
  #throttledMs = 0;
  #pause: { untilMs: number; timer: NodeJS.Timeout; readonly end: () => void } | undefined;

  /** `requestsPerSecond`: Infinity for none. */
  constructor(requestsPerSecond: number, clock: MonotonicClock) {
    this.#requestsPerSecond = requestsPerSecond;
    this.#clock = clock;
  }

  get requestsPerSecond(): number {
    return this.#requestsPerSecond;
  }

  /** How long the pauses were until now. */
  get throttledMs(): number {
    return this.#throttledMs;
  }

  /** How long the pause under way will be. */
  get throttledUntilMs(): number {
    return this.#pause ? Math.max(0, this.#pause.untilMs - this.#clock.monotonicMs()) : 0;
  }

  /** Waits until the next batch may begin behind one of `size` documents, which began at `beganMs`. */
  async pause(beganMs: number, size: number): Promise<void> {
    const nowMs = this.#clock.monotonicMs();
    const dueMs = Number.isFinite(this.#requestsPerSecond) ? beganMs + (size / this.#requestsPerSecond) * 1000 : nowMs;
    if (dueMs <= nowMs) return;
    const untilMs = Math.min(dueMs, nowMs + LONGEST_MS);
    await new Promise<void>((end) => {
      this.#pause = { untilMs, timer: setTimeout(end, untilMs - nowMs), end };
    });
    this.#pause = undefined;
    this.#throttledMs += this.#clock.monotonicMs() - nowMs;
  }

  /** Another rate; a pause under way gets shorter by it at once, never longer. */
  change(requestsPerSecond: number): void {
    const before = this.#requestsPerSecond;
    this.#requestsPerSecond = requestsPerSecond;
    const pause = this.#pause;
    if (!pause || requestsPerSecond < before) return;
    const restMs = this.throttledUntilMs * (Number.isFinite(requestsPerSecond) ? before / requestsPerSecond : 0);
    clearTimeout(pause.timer);
    pause.untilMs = this.#clock.monotonicMs() + restMs;
    pause.timer = setTimeout(pause.end, restMs);
  }
}
