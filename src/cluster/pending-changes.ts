/** The changes of the cluster state that are not done yet, and a word in the log about those that take long. */
import type { MonotonicClock } from "../core/clock.ts";
import type { PendingChange } from "./cluster-service.ts";

/** A change is late after this long, and again after each further such time. */
const LATE_MS = 30_000;

/** A change as its owner keeps it. */
interface Entry {
  readonly insertOrder: number;
  readonly source: string;
  readonly queuedMs: number;
  executing: boolean;
  waitsFor: string;
  /** Reported when so old. */
  reportMs: number;
}

export class PendingChanges {
  readonly #clock: MonotonicClock;
  readonly #warn: (message: string) => void;
  /** In their order. */
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

  /** Reports each change that became late, with what it waits for. */
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
