/** How many searches ran on each index, for stats. Kept by node; forgotten with it. */
import type { Node } from "./operation.ts";

/** Counts of one index: one query is counted on each shard that it searched. */
export interface SearchCounts {
  readonly queries: number;
  readonly timeMs: number;
  readonly current: number;
}

interface Counter {
  queries: number;
  timeMs: number;
  current: number;
}

const counters = new WeakMap<Node, Map<string, Counter>>();

/** Counts a search on an index from now on; call the answer when it is over. */
export function countSearch(node: Node, uuid: string, shards: number, nowMs: () => number): () => void {
  const counter = counterOf(node, uuid);
  const startedMs = nowMs();
  counter.current += shards;
  return () => {
    counter.current -= shards;
    counter.queries += shards;
    counter.timeMs += nowMs() - startedMs;
  };
}

/** The sum over some indices. */
export function searchCounts(node: Node, uuids: Iterable<string>): SearchCounts {
  const sum = { queries: 0, timeMs: 0, current: 0 };
  for (const uuid of uuids) {
    const counter = counters.get(node)?.get(uuid);
    if (!counter) continue;
    sum.queries += counter.queries;
    sum.timeMs += counter.timeMs;
    sum.current += counter.current;
  }
  return sum;
}

function counterOf(node: Node, uuid: string): Counter {
  let byIndex = counters.get(node);
  if (!byIndex) counters.set(node, (byIndex = new Map()));
  let counter = byIndex.get(uuid);
  if (!counter) byIndex.set(uuid, (counter = { queries: 0, timeMs: 0, current: 0 }));
  return counter;
}
