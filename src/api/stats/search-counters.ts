/**
 * How many searches ran on each index, for stats: in all, and by the groups that searches name (`stats`). Kept
 * by the node; forgotten with it.
 */
import { simpleMatchAny } from "../../compat/wildcard.ts";
import type { SearcherLeases } from "../../search/coordinate/searcher-leases.ts";
import { addUsage, COUNTED_LISTS, type UsageList } from "../../search/request/search-usage.ts";
import type { MonotonicClock } from "../../core/clock.ts";

/** Counts: one search is counted on each shard that it searched. Times in milliseconds. */
export interface SearchCount {
  readonly queries: number;
  readonly timeMs: number;
  readonly current: number;
  readonly failed: number;
}

/** Counts of some indices. */
export interface SearchCounts extends SearchCount {
  /** States of shards that are held for searches of several steps. */
  readonly openContexts: number;
  /** Scrolls that are over, and how long they were open. */
  readonly scrolls: number;
  readonly scrollTimeMs: number;
  readonly scrollsOpen: number;
  /** By group, when groups were asked for. */
  readonly groups?: ReadonlyMap<string, SearchCount>;
}

/** A search that begins on some shards of an index. */
export interface CountedSearch {
  readonly uuid: string;
  readonly shards: readonly number[];
  readonly groups: readonly string[];
}

/** What another thread counted. */
export interface CountedElsewhere {
  readonly shards: readonly ShardCount[];
  readonly usage: SearchUsage;
}

/** What another thread counted on a shard, in all or for a group. */
interface ShardCount {
  readonly uuid: string;
  readonly shard: number;
  readonly group: string | undefined;
  readonly count: SearchCount;
}

/** Bodies of searches, and how many of them ask for something, by its name. */
type SearchUsage = Readonly<Record<UsageList, Map<string, number>>> & { total: number };

function noUsage(): SearchUsage {
  const none = (): Map<string, number> => new Map();
  return {
    total: 0,
    queries: none(),
    rescorers: none(),
    sections: none(),
    retrievers: none(),
    aggregations: none(),
  };
}

const MOST_USAGES = 1000;

class Counter {
  queries = 0;
  timeMs = 0;
  current = 0;
  failed = 0;

  add(other: SearchCount): void {
    this.queries += other.queries;
    this.timeMs += other.timeMs;
    this.current += other.current;
    this.failed += other.failed;
  }
}

/** The counter of a shard, and those of its groups. */
interface ShardCounter {
  readonly all: Counter;
  /** Its scrolls; what is counted of one is the time from when it is opened until it is over. */
  readonly scrolls: Counter;
  readonly groups: Map<string, Counter>;
}

/** Which searches to add up. */
export interface SearchCountChoice {
  /** One shard of the indices; all of them when absent. */
  readonly shard?: number;
  /** Patterns of groups to tell apart. */
  readonly groups?: readonly string[];
}

/** Counts the searches of a node. */
export class SearchCounters {
  readonly #clock: MonotonicClock;
  readonly #leases: Pick<SearcherLeases, "contexts">;
  /** By index and shard. */
  readonly #counters = new Map<string, Map<number, ShardCounter>>();
  /** Bodies by what they ask for. */
  readonly #usages = new Map<string, number>();
  /** What was counted in `#usages` before. */
  #usage = noUsage();

  constructor(clock: MonotonicClock, leases: Pick<SearcherLeases, "contexts">) {
    this.#clock = clock;
    this.#leases = leases;
  }

  /**
   * Counts a search on an index from now on; call the answer when it is over, with the groups that are known only then.
   * Its time is shared out over the shards.
   */
  begin(search: CountedSearch): (failed: boolean, groups?: readonly string[]) => void {
    const counted: Counter[] = [];
    for (const shard of search.shards) {
      const { all, groups } = this.#countersOf(search.uuid, shard);
      counted.push(all);
      for (const name of search.groups) counted.push(groupOf(groups, name));
    }
    const startedMs = this.#clock.monotonicMs();
    for (const counter of counted) counter.current++;
    return (failed, later = []) => {
      const timeMs = (this.#clock.monotonicMs() - startedMs) / Math.max(1, search.shards.length);
      for (const counter of counted) {
        counter.current--;
        over(counter, timeMs, failed);
      }
      if (later.length === 0) return;
      const more = [...new Set(later)].filter((name) => !search.groups.includes(name));
      for (const shard of search.shards) {
        const { groups } = this.#countersOf(search.uuid, shard);
        for (const name of more) over(groupOf(groups, name), timeMs, failed);
      }
    };
  }

  /** Counts a scroll on the shards of some indices from now on; call the answer when it is over. */
  beginScroll(indices: readonly Pick<CountedSearch, "uuid" | "shards">[]): () => void {
    const counted = indices.flatMap(({ uuid, shards }) => shards.map((shard) => this.#countersOf(uuid, shard).scrolls));
    const startedMs = this.#clock.monotonicMs();
    for (const counter of counted) counter.current++;
    return () => {
      const timeMs = this.#clock.monotonicMs() - startedMs;
      for (const counter of counted) {
        counter.current--;
        over(counter, timeMs, false);
      }
    };
  }

  /** What was counted until now, which is forgotten here; plain data. */
  take(): CountedElsewhere {
    const taken: ShardCount[] = [];
    for (const [uuid, shards] of this.#counters)
      for (const [shard, { all, groups }] of shards) {
        taken.push({ uuid, shard, group: undefined, count: countOf(all) });
        for (const [group, counter] of groups) taken.push({ uuid, shard, group, count: countOf(counter) });
      }
    this.#counters.clear();
    const usage = this.usage();
    this.#usage = noUsage();
    return { shards: taken, usage };
  }

  /** Adds what was counted on another thread. */
  add({ shards, usage }: CountedElsewhere): void {
    for (const { uuid, shard, group, count } of shards) {
      const { all, groups } = this.#countersOf(uuid, shard);
      (group === undefined ? all : groupOf(groups, group)).add(count);
    }
    this.#usage.total += usage.total;
    for (const list of COUNTED_LISTS)
      for (const [name, times] of usage[list]) this.#usage[list].set(name, (this.#usage[list].get(name) ?? 0) + times);
  }

  /** Counts bodies by what they ask for (`search/request/search-usage.ts`). */
  addUsage(usage: string): void {
    // Whoever asks for something else each time costs no more than this.
    if (this.#usages.size >= MOST_USAGES) this.usage();
    this.#usages.set(usage, (this.#usages.get(usage) ?? 0) + 1);
  }

  /** How many bodies there were, and how many asked for something, by its name. */
  usage(): SearchUsage {
    addUsage(this.#usage, this.#usages);
    for (const times of this.#usages.values()) this.#usage.total += times;
    this.#usages.clear();
    return this.#usage;
  }

  /** The sum over some indices. */
  sum(uuids: Iterable<string>, { shard, groups }: SearchCountChoice = {}): SearchCounts {
    const sum = new Counter();
    const scrolls = new Counter();
    const byGroup = new Map<string, Counter>();
    let openContexts = 0;
    for (const uuid of uuids) {
      openContexts += this.#leases.contexts(uuid, shard);
      for (const [number, found] of this.#counters.get(uuid) ?? []) {
        if (shard !== undefined && shard !== number) continue;
        sum.add(found.all);
        scrolls.add(found.scrolls);
        if (groups !== undefined) addGroups(byGroup, found.groups, groups);
      }
    }
    return {
      queries: sum.queries,
      timeMs: sum.timeMs,
      current: sum.current,
      failed: sum.failed,
      groups: byGroup,
      openContexts,
      scrolls: scrolls.queries,
      scrollTimeMs: scrolls.timeMs,
      scrollsOpen: scrolls.current,
    };
  }

  #countersOf(uuid: string, shard: number): ShardCounter {
    let byShard = this.#counters.get(uuid);
    if (!byShard) this.#counters.set(uuid, (byShard = new Map()));
    let found = byShard.get(shard);
    if (!found) byShard.set(shard, (found = { all: new Counter(), scrolls: new Counter(), groups: new Map() }));
    return found;
  }
}

function over(counter: Counter, timeMs: number, failed: boolean): void {
  counter.queries++;
  counter.timeMs += timeMs;
  if (failed) counter.failed++;
}

function countOf({ queries, timeMs, current, failed }: Counter): SearchCount {
  return { queries, timeMs, current, failed };
}

function groupOf(groups: Map<string, Counter>, name: string): Counter {
  let counter = groups.get(name);
  if (!counter) groups.set(name, (counter = new Counter()));
  return counter;
}

function addGroups(sums: Map<string, Counter>, found: ReadonlyMap<string, Counter>, patterns: readonly string[]): void {
  for (const [name, counter] of found) {
    if (!simpleMatchAny(patterns, name)) continue;
    const sum = sums.get(name) ?? new Counter();
    sums.set(name, sum);
    sum.add(counter);
  }
}
