/** Starts the search side: lanes on threads of their own, and one that is near, on main. */
import type { MemoryBreakers } from "../breakers/memory-breakers.ts";
import { LocalSearchThread, type SearchThreadOptions } from "../search/executor/local-search-thread.ts";
import { localLane, nearLane, workerLane } from "../threads/search-executor.ts";
import { type LaneEvents, type SearchExecutor, SearchThreads } from "../threads/search-threads.ts";
import type { EngineOptions } from "./engine-options.ts";
import { memoryShares } from "./memory-shares.ts";

/** What all lanes have in common. */
interface SharedByLanes {
  readonly nodeId: string;
  readonly breakers: MemoryBreakers;
}

/** What hears of searchers. */
interface SearcherEvents {
  released(uuid: string, shard: number, generation: number): void;
  damaged(uuid: string, shard: number, file: string): void;
}

export function openSearchThreads(
  options: EngineOptions,
  shared: SharedByLanes,
  events: SearcherEvents,
): SearchThreads {
  const { threads } = options;
  // Slots of scratch are given to lanes as they start.
  const slots = new Set<number>();
  return new SearchThreads({
    limit: Math.max(1, threads),
    start: (laneEvents) => startLane(options, shared, { slots, events: laneEvents }),
    // Its scratch slot is the one behind those of the threads.
    ...(threads > 0
      ? { near: (laneEvents) => nearLane(new LocalSearchThread(laneOptions(options, threads, shared)), laneEvents) }
      : {}),
    requestCacheBytes: memoryShares(options).requestCacheBytes,
    ...events,
  });
}

function startLane(
  options: EngineOptions,
  shared: SharedByLanes,
  { slots, events }: { slots: Set<number>; events: LaneEvents },
): SearchExecutor {
  let slot = 0;
  while (slots.has(slot)) slot++;
  slots.add(slot);
  const setup = laneOptions(options, slot, shared);
  if (options.threads === 0) return localLane(new LocalSearchThread(setup), events);
  const onGone = (error: Error): void => {
    options.log("error", `a search thread died: ${error.message}`);
    slots.delete(slot);
    shared.breakers.clear(slot);
    events.onGone(error);
  };
  return workerLane(setup, memoryShares(options).requestCacheBytes, { ...events, onGone });
}

/** What a lane is made of; all lanes share what is kept for searches. */
function laneOptions(options: EngineOptions, slot: number, { nodeId, breakers }: SharedByLanes): SearchThreadOptions {
  const { queryCacheBytes, runtimeColumnBytes } = memoryShares(options);
  return { slot, nodeId, breakers: breakers.buffer, queryCache: { bytes: queryCacheBytes }, runtimeColumnBytes };
}
