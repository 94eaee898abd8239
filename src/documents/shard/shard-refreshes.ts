/** The refreshes of a shard: what was written becomes segments, these a searcher, and those who wait for it hear. */
import type { EngineDependencies } from "./engine-dependencies.ts";
import type { RefreshListeners } from "./refresh-listeners.ts";
import type { SearcherPublisher } from "./searcher-publisher.ts";
import type { ShardContents } from "./shard-contents.ts";
import type { ShardCounters } from "./shard-counters.ts";
import type { ShardHealth } from "./shard-health.ts";
import type { ShardSegments } from "./shard-segments.ts";
import type { ShardTurns } from "./shard-turns.ts";

/** What refreshing needs of its shard. */
export interface RefreshHost {
  readonly segments: ShardSegments;
  readonly publisher: SearcherPublisher;
  readonly counters: ShardCounters;
  readonly health: ShardHealth;
  readonly contents: ShardContents;
  readonly turns: ShardTurns;
  readonly listeners: RefreshListeners;
  /** A refresh is done. */
  refreshed(): void;
}

export class ShardRefreshes {
  readonly #parts: EngineDependencies;
  readonly #host: RefreshHost;
  /** Last operation that a refresh made visible. */
  #refreshedSeqNo = -1;
  #lastRefreshMs: number;

  constructor(parts: EngineDependencies, host: RefreshHost) {
    this.#parts = parts;
    this.#host = host;
    this.#lastRefreshMs = parts.clock.monotonicMs();
  }

  /** When the last one began. */
  get lastMs(): number {
    return this.#lastRefreshMs;
  }

  /** How many wait for the next one. */
  get waiting(): number {
    return this.#host.listeners.count;
  }

  /** Whether there is something that searches do not see. */
  get isUnrefreshed(): boolean {
    return this.#host.contents.writer.buffer.docs > 0 || this.#host.segments.changed;
  }

  /** Makes all operations visible to searches; resolves when searches see them. A closed shard has no searches. */
  async run(): Promise<void> {
    const { health, turns, publisher } = this.#host;
    try {
      if (!health.isClosed) await turns.run("refresh", async () => this.#refresh());
    } catch (error) {
      if (!health.isClosed) throw error; // it was closed while the refresh waited for its turn
    }
    await publisher.published;
  }

  /**
   * Resolves when the operation is visible, or nobody can search it any more, with whether that took a refresh of its
   * own (too many wait). The next refresh comes within `index.refresh_interval`, if that is not -1.
   */
  async waitFor(seqNo: number): Promise<boolean> {
    const { health, listeners, publisher } = this.#host;
    if (seqNo > this.#refreshedSeqNo && health.isUsable) {
      if (listeners.count >= this.#parts.index.settings.maximumRefreshListeners) {
        await this.run();
        return true;
      }
      await listeners.wait();
    }
    await publisher.published;
    return false;
  }

  /**
   * Makes a segment of what was written since the last one. Without memory for it, that stays where it is, and the log
   * says so.
   */
  freeze(): void {
    const { contents, health } = this.#host;
    try {
      contents.writer.buffer.freeze();
    } catch (error) {
      health.tell("error", `what was written cannot be made a segment: ${String(error)}`);
      throw error;
    }
  }

  /** Publishes the segments as they are. */
  publish(): void {
    const { publisher, contents } = this.#host;
    const { uncommitted, unseen } = contents.writer.buffer;
    publisher.publish(contents.storage, uncommitted.files, unseen);
  }

  /** Publishes what is frozen. */
  makeVisible(): void {
    this.#publishAll();
    this.#allVisible();
  }

  #refresh(): void {
    const { segments, counters } = this.#host;
    const started = this.#parts.clock.monotonicMs();
    this.#lastRefreshMs = started;
    this.freeze();
    if (segments.changed) {
      this.#publishAll();
      counters.refresh.timeMs += this.#parts.clock.monotonicMs() - started;
    }
    counters.refresh.total++;
    counters.refresh.externalTotal++;
    this.#allVisible();
    this.#host.refreshed();
  }

  #publishAll(): void {
    this.#host.segments.publish();
    this.#host.contents.writer.buffer.allSegmentsSeen();
    this.publish();
  }

  #allVisible(): void {
    this.#refreshedSeqNo = this.#host.contents.writer.maximumSeqNo;
    this.#host.listeners.release();
  }
}
