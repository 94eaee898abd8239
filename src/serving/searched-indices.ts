/**
 * Which indices a serving thread searches: main keeps the write side informed, now and then. The first search for a
 * while is main's, as it may have to wait for a refresh.
 */
import type { MonotonicClock } from "../core/clock.ts";
import { OnMain } from "./on-main.ts";

/** Main is told at most this often of each index. */
const NOTICE_MS = 1000;
/** After this long main is asked (index.search.idle.after is at least 30 s by default). */
const IDLE_MS = 10_000;

export class SearchedIndices {
  readonly #tell: (uuids: readonly string[]) => void;
  readonly #clock: MonotonicClock;
  /** When main heard of each. */
  readonly #told = new Map<string, number>();

  constructor(tell: (uuids: readonly string[]) => void, clock: MonotonicClock) {
    this.#tell = tell;
    this.#clock = clock;
  }

  /** To be called before a search. Throws OnMain. */
  searching(uuids: readonly string[]): undefined {
    const now = this.#clock.monotonicMs();
    let due: string[] | undefined;
    let idle = false;
    for (const uuid of uuids) {
      const last = this.#told.get(uuid) ?? -Infinity;
      if (now - last < NOTICE_MS) continue;
      idle ||= now - last >= IDLE_MS;
      this.#told.set(uuid, now);
      (due ??= []).push(uuid);
    }
    if (idle) throw new OnMain();
    if (due) this.#tell(due);
    return undefined;
  }
}
