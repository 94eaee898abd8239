/**
 * Keeps the write side informed of what is searched, so that idle indices need not refresh. A search of an index that
 * was idle waits for its refresh; others only send a notice now and then, off the path of the search.
 */
import type { MonotonicClock } from "../core/clock.ts";
import type { Documents } from "../documents/documents.ts";

/** A notice at most this often for each index. */
const NOTICE_MS = 5000;
/**
 * After this long without a search the write side may have stopped to refresh (index.search.idle.after is at least 30 s
 * by default).
 */
const IDLE_MS = 20_000;

/** See the file comment. */
export class SearchActivity {
  readonly #documents: Documents;
  readonly #clock: MonotonicClock;
  readonly #noticed = new Map<string, number>();

  constructor(documents: Documents, clock: MonotonicClock) {
    this.#documents = documents;
    this.#clock = clock;
  }

  /** To be awaited before a search of these indices, unless undefined comes back. */
  searching(uuids: readonly string[]): Promise<void> | undefined {
    const now = this.#clock.monotonicMs();
    let notice = false;
    let idle = false;
    for (const uuid of uuids) {
      const last = this.#noticed.get(uuid) ?? -Infinity;
      if (now - last < NOTICE_MS) continue;
      notice = true;
      idle ||= now - last >= IDLE_MS;
      this.#noticed.set(uuid, now);
    }
    if (!notice) return undefined;
    const marked = this.#documents.markSearched(uuids);
    if (idle) return marked;
    marked?.catch(() => undefined); // a failed shard tells it in the search itself
    return undefined;
  }

  forget(uuid: string): void {
    this.#noticed.delete(uuid);
  }
}
