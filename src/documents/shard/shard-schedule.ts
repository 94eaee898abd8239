/** What becomes due in a shard as time passes: refreshes, flushes of idle shards, merges. */
import type { Slots } from "../../core/slots.ts";
import type { ShardStats } from "../documents.ts";
import type { EngineDependencies } from "./engine-dependencies.ts";
import type { ShardContents } from "./shard-contents.ts";
import type { ShardFlushes } from "./shard-flushes.ts";
import type { ShardHealth } from "./shard-health.ts";
import type { ShardMerges } from "./shard-merges.ts";
import type { ShardRefreshes } from "./shard-refreshes.ts";

// A shard without writes for so long is flushed.
const IDLE_FLUSH_MS = 30_000;

/** What is begun when it is due, and what says whether it is. */
export interface Scheduled {
  readonly contents: ShardContents;
  readonly health: ShardHealth;
  readonly refreshes: ShardRefreshes;
  readonly flushes: ShardFlushes;
  readonly merges: ShardMerges;
}

export class ShardSchedule {
  readonly #parts: EngineDependencies;
  readonly #scheduled: Scheduled;
  #lastWriteMs: number;
  #lastSearchMs: number;
  /** A periodic refresh, an idle flush is on its way. */
  #refreshing = false;
  #idleFlushing = false;

  constructor(parts: EngineDependencies, scheduled: Scheduled) {
    this.#parts = parts;
    this.#scheduled = scheduled;
    this.#lastWriteMs = this.#lastSearchMs = parts.clock.monotonicMs();
  }

  /** Writes were answered. */
  markWritten(now: number): void {
    this.#lastWriteMs = now;
  }

  /** A search is coming: an idle shard refreshes first. */
  async markSearched(): Promise<void> {
    const { refreshes, health } = this.#scheduled;
    const now = this.#parts.clock.monotonicMs();
    const idle = this.#isIdle(now);
    this.#lastSearchMs = now;
    if (idle && !this.#parts.index.settings.refreshIntervalSet && refreshes.isUnrefreshed && !health.isFailed)
      await refreshes.run();
  }

  /**
   * Begins what is due: a refresh, a flush when the shard is idle (as soon as one of `slots` is free), merges. Answers
   * the refresh, which never rejects; undefined for none.
   */
  tick(slots: Slots): Promise<void> | undefined {
    const { health, contents, refreshes, merges } = this.#scheduled;
    if (!health.isUsable || contents.isLoading) return undefined;
    const now = this.#parts.clock.monotonicMs();
    if (this.#isFlushDue(now)) {
      this.#idleFlushing = true;
      void health
        .inBackground("flush", () => slots.run(() => this.#flushIdle()))
        .finally(() => (this.#idleFlushing = false));
    }
    merges.runDue();
    if (this.#refreshing || !this.#isRefreshDue(now)) return undefined;
    this.#refreshing = true;
    return health.inBackground("refresh", () => refreshes.run()).finally(() => (this.#refreshing = false));
  }

  /** How long nobody has searched, and whether the shard rests for that. */
  searchStats(): ShardStats["search"] {
    const now = this.#parts.clock.monotonicMs();
    return {
      idle: this.#isIdle(now) && !this.#parts.index.settings.refreshIntervalSet,
      sinceMs: Math.floor(now - this.#lastSearchMs),
    };
  }

  #isRefreshDue(now: number): boolean {
    const { refreshes } = this.#scheduled;
    const { settings } = this.#parts.index;
    const waited = refreshes.waiting > 0; // also for what changes no segment, as a delete of nothing
    if (settings.refreshIntervalMs < 0 || now - refreshes.lastMs < settings.refreshIntervalMs) return false;
    return waited || (refreshes.isUnrefreshed && (settings.refreshIntervalSet || !this.#isIdle(now)));
  }

  #isFlushDue(now: number): boolean {
    const { flushes, contents } = this.#scheduled;
    if (this.#idleFlushing || flushes.paused) return false;
    return contents.isLongReplay || (this.#isUnwritten(now) && (contents.isUncommitted || contents.holdsFiles));
  }

  /** Flushes, unless the shard was written to while it waited for its turn. */
  async #flushIdle(): Promise<void> {
    const { health, contents, flushes } = this.#scheduled;
    const unwritten = this.#isUnwritten(this.#parts.clock.monotonicMs());
    if (health.isClosed || (!unwritten && !contents.isLongReplay)) return;
    await flushes.run(true, true);
    contents.replaySealed();
  }

  #isUnwritten(now: number): boolean {
    return now - this.#lastWriteMs >= IDLE_FLUSH_MS;
  }

  /** Nobody searches. */
  #isIdle(now: number): boolean {
    return now - this.#lastSearchMs >= this.#parts.index.settings.searchIdleAfterMs;
  }
}
