/** The unfinished changes of the cluster state; logs those that take long. */
import type { MonotonicClock } from "../core/clock.ts";
import type { PendingChange } from "./cluster-service.ts";

/** A change is reported as late after this time, and again after each further such period. */
const LATE_MS = 30_000;

/** An unfinished change, as kept here. */
interface Entry {
  readonly insertOrder: number;
  readonly source: string;
  readonly queuedMs: number;
  executing: boolean;
  waitsFor: string;
  /** Age at which it is reported next. */
  reportMs: number;
}

export class PendingChanges {
  readonly #clock: MonotonicClock;
  readonly #warn: (message: string) => void;
  /** In order of insertion. */
  readonly #entries = new Set<Entry>();
  #inserted = 0;

  constructor(clock: MonotonicClock, warn: (message: string) => void) {
    this.#clock = clock;
    this.#warn = warn;
  }

  get all(): PendingChange[] {
    const now = this.#clock.monotonicMs();
    return [...this.#entries].map(({ insertOrder, source, queuedMs, executing, waitsFor }) => ({
      insertOrder,
      source,
      waitedMs: now - queuedMs,
      executing,
      waitsFor,
    }));
  }

  add(source: string): Pick<Entry, "executing" | "waitsFor"> {
    const entry: Entry = {
      insertOrder: ++this.#inserted,
      source,
      queuedMs: this.#clock.monotonicMs(),
      executing: false,
      waitsFor: "the changes before it",
      reportMs: LATE_MS,
    };
    this.#entries.add(entry);
    return entry;
  }

  delete(change: Pick<Entry, "executing" | "waitsFor">): void {
    for (const entry of this.#entries) if (entry === change) this.#entries.delete(entry);
  }

  /** Logs each late change, with what it waits for. */
  reportLate(): void {
    const now = this.#clock.monotonicMs();
    for (const entry of this.#entries) {
      const ageMs = now - entry.queuedMs;
      if (ageMs < entry.reportMs) continue;
      entry.reportMs = ageMs + LATE_MS;
      this.#warn(
        `the change ${entry.source} of the cluster state is not done after ${Math.round(ageMs / 1000)} s: it waits for ${entry.waitsFor}`,
      );
    }
  }
}
