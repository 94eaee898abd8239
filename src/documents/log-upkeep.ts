/**
 * What the log needs now and then: files that nobody needs go, and how far it reaches is noted. What fails is told, and
 * tried again.
 */
import type { MonotonicClock } from "../core/clock.ts";
import type { OperationLog } from "../store/operation-log.ts";
import type { DocumentsEvents } from "./documents.ts";

// The end is noted when nothing was appended for so long, and at the latest so long after the last time.
const IDLE_MS = 2_000;
const LATEST_MS = 30_000;
// What failed is tried again after so long.
const RETRY_MS = 5_000;

export class LogUpkeep {
  readonly #log: OperationLog;
  readonly #clock: MonotonicClock;
  readonly #events: DocumentsEvents;
  #bytes: number;
  #file: number;
  #changedMs: number;
  #notedMs: number;
  #isNoting = false;
  #trimAfterMs = Number.NEGATIVE_INFINITY;

  constructor(log: OperationLog, clock: MonotonicClock, events: DocumentsEvents) {
    this.#log = log;
    this.#clock = clock;
    this.#events = events;
    this.#bytes = log.sizeBytes;
    this.#file = log.currentFile;
    this.#changedMs = this.#notedMs = clock.monotonicMs();
  }

  /** Removes files with numbers below `lowest`. Never throws: there is time. */
  trim(lowest: number): void {
    if (lowest <= this.#log.firstFile || this.#clock.monotonicMs() < this.#trimAfterMs) return;
    try {
      this.#log.trim(lowest);
    } catch (error) {
      this.#trimAfterMs = this.#clock.monotonicMs() + RETRY_MS;
      this.#events.log(
        "warn",
        `log files that nobody needs could not be removed, which is tried again: ${String(error)}`,
      );
    }
  }

  /**
   * Notes the end of a log that rests, or that was not noted for long. Rejects when the log could not be synced for
   * that.
   */
  async noteEnd(): Promise<void> {
    const now = this.#clock.monotonicMs();
    if (this.#log.sizeBytes !== this.#bytes || this.#log.currentFile !== this.#file) {
      this.#bytes = this.#log.sizeBytes;
      this.#file = this.#log.currentFile;
      this.#changedMs = now;
    }
    if (this.#isNoting || !this.#log.isEndDue || (now - this.#changedMs < IDLE_MS && now - this.#notedMs < LATEST_MS))
      return;
    this.#isNoting = true;
    this.#notedMs = now;
    try {
      await this.#log.noteEnd();
    } catch (error) {
      this.#changedMs = now + RETRY_MS - IDLE_MS;
      this.#events.log("warn", `the end of the log could not be noted, which is tried again: ${String(error)}`);
      throw error;
    } finally {
      this.#isNoting = false;
    }
  }
}
