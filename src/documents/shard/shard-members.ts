/** What a shard is made of, and how its members hang together: each knows of the others what its host says. */
import type { EngineDependencies } from "./engine-dependencies.ts";
import { RefreshListeners } from "./refresh-listeners.ts";
import { SearcherPublisher } from "./searcher-publisher.ts";
import { ShardContents } from "./shard-contents.ts";
import { ShardCounters } from "./shard-counters.ts";
import { type FlushHost, ShardFlushes } from "./shard-flushes.ts";
import { RetainedHistory } from "./retained-history.ts";
import { ShardHealth } from "./shard-health.ts";
import { ShardHistory } from "./shard-history.ts";
import { type MergeHost, ShardMerges } from "./shard-merges.ts";
import { ShardRefreshes } from "./shard-refreshes.ts";
import { ShardSchedule } from "./shard-schedule.ts";
import { ShardSegments } from "./shard-segments.ts";
import { ShardTurns } from "./shard-turns.ts";

export interface ShardMembers {
  readonly segments: ShardSegments;
  readonly publisher: SearcherPublisher;
  readonly counters: ShardCounters;
  readonly health: ShardHealth;
  readonly contents: ShardContents;
  readonly turns: ShardTurns;
  readonly refreshes: ShardRefreshes;
  readonly merges: ShardMerges;
  readonly flushes: ShardFlushes;
  readonly schedule: ShardSchedule;
  readonly retained: RetainedHistory;
  readonly history: ShardHistory;
}

/** `given`: the last sequence number that was given, where the shard was open before; -1 for none. */
export function shardMembers(parts: EngineDependencies, given: number): ShardMembers {
  const listeners = new RefreshListeners();
  const counters = new ShardCounters();
  const segments = new ShardSegments((segment) => parts.arenas.release(segment.data));
  const publisher = new SearcherPublisher(parts, segments);
  const health = new ShardHealth(parts, listeners, () => publisher.distrust());
  const retained = new RetainedHistory(parts);
  const opening = {
    segments,
    retained,
    publisher,
    counters,
    health,
    idle: () => flushes.idle,
    opened: () => refreshes.makeVisible(),
  };
  const contents = new ShardContents(parts, opening, given);
  const turns = new ShardTurns(contents, health);
  const refreshed = (): void => merges.runDue();
  const refreshing = { segments, publisher, counters, health, contents, turns, listeners, refreshed };
  const refreshes = new ShardRefreshes(parts, refreshing);
  const merges = new ShardMerges(parts, segments, counters, mergeHost(parts, contents, turns, refreshes));
  const flushing = flushHost(parts, { publisher, contents, turns, refreshes, merges });
  const flushes = new ShardFlushes(parts, segments, counters, flushing);
  const schedule = new ShardSchedule(parts, { contents, health, refreshes, flushes, merges });
  const history = new ShardHistory({
    log: parts.log,
    clock: parts.clock,
    retained,
    current() {
      health.checkUsable();
      if (health.isAhead || contents.isLoading) throw health.unavailable("it goes back to what is durable");
      return contents;
    },
    sync: (epoch) => syncLog(parts, epoch),
  });
  const working = { turns, refreshes, merges, flushes, schedule };
  return { segments, publisher, counters, health, contents, retained, history, ...working };
}

function mergeHost(
  parts: EngineDependencies,
  contents: ShardContents,
  turns: ShardTurns,
  refreshes: ShardRefreshes,
): MergeHost {
  return {
    takeGeneration: () => contents.storage.takeGeneration(),
    sealedBelow: () => contents.firstUnsealedLog ?? parts.log.currentFile,
    commit: (work) => turns.runAnyway("merge", async () => work()),
    publish: () => refreshes.publish(),
    damaged: (file) => turns.damaged(file),
  };
}

type Flushing = Pick<ShardMembers, "publisher" | "contents" | "turns" | "refreshes" | "merges">;

function flushHost(parts: EngineDependencies, { publisher, contents, turns, refreshes, merges }: Flushing): FlushHost {
  return {
    current: () => contents,
    between: (work) => turns.run("flush", async () => work()),
    sync: (epoch) => syncLog(parts, epoch),
    begun: () => refreshes.makeVisible(),
    committed: () => {
      refreshes.publish();
      parts.onFlushed();
      merges.runDue();
    },
    filesInUse: () => publisher.filesInUse(),
  };
}

/** Makes everything durable that a flush is about to seal; a failure concerns all shards, so the node hears of it. */
async function syncLog(parts: EngineDependencies, epoch: number): Promise<void> {
  try {
    await parts.log.sync(epoch);
  } catch (error) {
    parts.onSyncFailed();
    throw error;
  }
}
