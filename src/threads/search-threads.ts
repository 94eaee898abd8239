/**
 * The search threads as main sees them: every thread knows all indices and searchers, calls are spread over them,
 * and a generation of a shard is released when no thread reads it any more.
 */
import type { MessagePort } from "node:worker_threads";
import type { IndexMetadata } from "../cluster/cluster-state.ts";
import type { GetResult, SearcherDescriptor } from "../documents/documents.ts";
import { CacheCountsByShard, type ClearedCaches, type ThreadCacheCounts } from "../search/executor/cache-counts.ts";
import { RequestCache } from "../search/executor/request-cache.ts";
import { systemClock } from "../core/clock.ts";
import type { MaybeLater } from "../core/maybe-later.ts";
import { TooLarge } from "../search/shard/request-control.ts";
import type { LookedUp } from "../search/shard/look-up.ts";
import type { SearcherKeeper } from "../search/coordinate/searcher-leases.ts";
import { isUnresolved, resolved } from "../search/coordinate/rewrite.ts";
import type { Attempted, LocalSearchThread } from "../search/executor/local-search-thread.ts";
import type {
  Answer,
  Question,
  SearchAction,
  SearchAnswer,
  SearchCaller,
  SearchTarget,
  SearchThread,
  SearchVerbs,
  UnresolvedReferences,
} from "../search/search-service.ts";
import type { ShardReadCounts } from "../search/shard/read-counts.ts";
import type { SharedSearch } from "../search/shard/shared-search.ts";
import { applyAllCustoms, defaultSearchCustoms, type SearchCustoms } from "../search/search-customs.ts";

/** Calls back when the client goes away. */
export type OnGone = (listener: () => void) => void;

/** One thread, or the main thread itself. */
export interface SearchExecutor extends Omit<
  SearchThread,
  | "onRelease"
  | "onSetKept"
  | "onDamage"
  | "onShare"
  | "call"
  | "ask"
  | "queryCacheCounts"
  | "readCounts"
  | "clearQueryCache"
  | "fielddataBytes"
  | "clearFielddata"
> {
  /** Runs a call; it stops early when its client goes away. */
  call(request: SearchAction, onGone?: OnGone): Promise<SearchAnswer | UnresolvedReferences>;
  /** The same for a verb. */
  ask<Verb extends keyof SearchVerbs>(
    verb: Verb,
    question: Question<Verb>,
    startedMs: number,
    onGone?: OnGone,
  ): Promise<Answer<Verb> | UnresolvedReferences>;
  /** Lets go of the memories that it no longer reads. */
  collectGarbage(): void;
  clearCaches(uuid: string, caches: ClearedCaches): void;
  cacheCounts(): Promise<ThreadCacheCounts>;
  readCounts(): Promise<readonly ShardReadCounts[]>;
  /** Lets it answer requests of clients by itself, where it can; the port among them is moved to it. */
  serve(setup: { readonly port: MessagePort }): Promise<void>;
  /** Calls under way. */
  readonly pending: number;
  close(): Promise<void>;
}

/** The lane on main itself, for calls that are over before another one would be awake. */
export interface LocalSearchExecutor extends SearchExecutor {
  /** Runs a call now; undefined when its plan says that it is not small. Throws as `call` rejects. */
  attempt: LocalSearchThread["attempt"];
  /** The same for a verb. */
  attemptVerb: LocalSearchThread["attemptVerb"];
  lookUp: LocalSearchThread["lookUp"];
}

/** What a lane tells. */
export interface LaneEvents {
  /** It no longer reads a generation. */
  readonly onRelease: (uuid: string, shard: number, generation: number) => void;
  /** Its query cache has made a set, which others may take over. */
  readonly onSetKept: SearchThread["onSetKept"];
  readonly onDamage: SearchThread["onDamage"];
  /** It has a large search that others may take part in; undefined: there are no others. */
  readonly onShare: SearchThread["onShare"];
  /** It died. */
  readonly onGone: (error: Error) => void;
}

/** What the lanes need. */
export interface SearchThreadsDependencies {
  /** Most lanes; they start on demand. */
  readonly limit: number;
  /** Starts a lane. */
  start(events: LaneEvents): SearchExecutor;
  /** The lane on main, if there is one. */
  near?(events: LaneEvents): LocalSearchExecutor;
  /** Nobody reads the generation any more. */
  released(uuid: string, shard: number, generation: number): void;
  /** A source file of a shard turned out to be damaged. */
  damaged(uuid: string, shard: number, file: string): void;
  /** Bytes of the request cache; undefined: there is none. */
  readonly requestCacheBytes?: number;
}

interface Held {
  readonly searcher: SearcherDescriptor;
  /** Lanes that may read it, main itself while it is the current one, and each lease. */
  holders: number;
  /** Leases that keep it. */
  leases: number;
}

/** Stands for the state of a shard that is not there. */
const ABSENT = -1;
/** Calls under way on a lane up to which the next one joins them. */
const PACKED_CALLS = 16;
/** A cheap call is over after this time, in milliseconds. */
const CHEAP_MS = 1;

/** Something to be done on a lane. */
interface LaneWork<Result> {
  /** Runs it on main, if it is small. */
  readonly near: (lane: LocalSearchExecutor) => Attempted<Result>;
  readonly on: (lane: SearchExecutor) => Promise<Result>;
}

/** See the file comment. */
export class SearchThreads implements SearcherKeeper {
  readonly #parts: SearchThreadsDependencies;
  readonly #lanes = new Set<SearchExecutor>();
  readonly #near: LocalSearchExecutor | undefined;
  /** Answers that hold until something changes. */
  readonly #requests: RequestCache | undefined;
  #customs = defaultSearchCustoms;
  readonly #indices = new Map<string, IndexMetadata>();
  /** Current searcher of each shard, by `uuid/shard`. */
  readonly #current = new Map<string, Held>();
  /** All searchers that somebody may read, by `uuid/shard/generation`. */
  readonly #held = new Map<string, Held>();
  readonly #holdings = new Map<SearchExecutor, Set<string>>();
  /** Start times of the calls under way, oldest first. */
  readonly #started = new Map<SearchExecutor, Set<number>>();

  constructor(parts: SearchThreadsDependencies) {
    this.#parts = parts;
    const bytes = parts.requestCacheBytes;
    this.#requests =
      bytes === undefined ? undefined : new RequestCache({ bytes, index: (uuid) => this.#indices.get(uuid) });
    this.#near = parts.near?.(this.#eventsOf(() => this.#near));
    if (this.#near) this.#holdings.set(this.#near, new Set());
  }

  /** Threads that run. */
  get running(): number {
    return this.#lanes.size;
  }

  /** The lane of a number, from 0, which starts when it does not run; undefined: there are not so many. */
  lane(number: number): SearchExecutor | undefined {
    while (this.#lanes.size <= number && this.#lanes.size < this.#parts.limit) this.#startLane();
    return [...this.#lanes][number];
  }

  applyCustoms<Kind extends keyof SearchCustoms>(kind: Kind, things: SearchCustoms[Kind]): void {
    this.#customs = { ...this.#customs, [kind]: things };
    this.#requests?.clear();
    for (const lane of this.#all()) lane.applyCustoms(kind, things);
  }

  applyIndex(metadata: IndexMetadata): void {
    this.#indices.set(metadata.uuid, metadata);
    this.#requests?.changed(metadata.uuid);
    for (const lane of this.#all()) lane.applyIndex(metadata);
  }

  removeIndex(uuid: string): void {
    this.#indices.delete(uuid);
    this.#requests?.forget(uuid);
    for (const lane of this.#all()) lane.removeIndex(uuid);
    for (const [shard, held] of this.#current) {
      if (held.searcher.uuid !== uuid) continue;
      this.#current.delete(shard);
      this.#letGo(held);
    }
    for (const held of this.#held.values()) {
      if (held.searcher.uuid !== uuid) continue;
      for (; held.leases > 0; held.leases--) this.#letGo(held);
    }
  }

  /** Keeps the current states of a target's shards on all lanes; the target that names them. */
  keep(target: SearchTarget): SearchTarget {
    const { uuid } = target;
    const shards = target.shards ?? this.#shardNumbers(uuid);
    const generations: number[] = [];
    for (const shard of shards) {
      const held = this.#current.get(`${uuid}/${shard}`);
      // What is not there now is not there later either.
      generations[shard] = held?.searcher.generation ?? ABSENT;
      if (!held) continue;
      held.holders++;
      if (held.leases++ === 0) for (const lane of this.#all()) lane.keep(held.searcher);
    }
    return { ...target, shards, generations };
  }

  /** Ends what `keep` began. */
  letGo({ uuid, shards = [], generations }: SearchTarget): void {
    for (const shard of shards) {
      const generation = generations?.[shard] ?? ABSENT;
      const held = this.#held.get(`${uuid}/${shard}/${generation}`);
      // Those of a removed index are gone.
      if (!held || held.leases === 0) continue;
      if (--held.leases === 0) for (const lane of this.#all()) lane.letGo(uuid, shard, generation);
      this.#letGo(held);
    }
  }

  #shardNumbers(uuid: string): readonly number[] {
    return Array.from({ length: this.#indices.get(uuid)?.numberOfShards ?? 0 }, (_, shard) => shard);
  }

  publish(searcher: SearcherDescriptor): void {
    const shard = `${searcher.uuid}/${searcher.shard}`;
    const before = this.#current.get(shard);
    if (before && before.searcher.generation === searcher.generation) return;
    const held: Held = { searcher, holders: 1, leases: 0 };
    this.#current.set(shard, held);
    this.#held.set(keyOf(searcher), held);
    this.#requests?.changed(searcher.uuid);
    for (const lane of this.#all()) this.#give(lane, held);
    if (before) this.#letGo(before);
  }

  /** The searcher of a shard that is used now. */
  current(uuid: string, shard: number): SearcherDescriptor | undefined {
    return this.#current.get(`${uuid}/${shard}`)?.searcher;
  }

  /** Answers a call: with what is kept, or by running it. */
  call(request: SearchAction, caller: SearchCaller = {}): Promise<SearchAnswer> | SearchAnswer {
    return resolved(request, (asked) => this.callOnce(asked, caller), caller);
  }

  /** The same; what it refers to is found by whoever asks. */
  callOnce(asked: SearchAction, caller: SearchCaller): MaybeLater<SearchAnswer | UnresolvedReferences> {
    const requests = this.#requests;
    const keepable = requests?.keepable(asked);
    const kept = keepable && requests?.find(keepable, asked.startedMs);
    if (kept) return kept;
    const answer = this.#send({
      near: (near) => near.attempt(asked),
      on: (lane) => lane.call(asked, caller.onGone),
    });
    if (!keepable) return answer;
    return answer instanceof Promise ? answer.then(keep) : keep(answer);

    function keep(arrived: SearchAnswer | UnresolvedReferences): SearchAnswer | UnresolvedReferences {
      if (keepable && !isUnresolved(arrived)) requests?.take(keepable, arrived);
      return arrived;
    }
  }

  /** A document by its id, where a searcher on this thread knows that it has it as it is. */
  lookUp(asked: LookedUp): GetResult | undefined {
    return this.#near?.lookUp(asked);
  }

  /** Asks a verb; see SearchVerbs. */
  async ask<Verb extends keyof SearchVerbs>(
    verb: Verb,
    question: Question<Verb>,
    caller: SearchCaller,
  ): Promise<Answer<Verb>> {
    const startedMs = systemClock.monotonicMs();
    return resolved(question, (asked) => this.askOnce(verb, asked, { startedMs, caller }), caller);
  }

  /** The same; what it refers to is found by whoever asks. */
  askOnce<Verb extends keyof SearchVerbs>(
    verb: Verb,
    asked: Question<Verb>,
    { startedMs, caller }: { readonly startedMs: number; readonly caller: SearchCaller },
  ): MaybeLater<Answer<Verb> | UnresolvedReferences> {
    return this.#send({
      near: (near) => near.attemptVerb(verb, asked, { startedMs, control: undefined }),
      on: (lane) => lane.ask(verb, asked, startedMs, caller.onGone),
    });
  }

  /**
   * Runs something: on main, if it is small, or else on another lane. Cheap calls are packed onto few lanes: one that
   * is awake takes the next call for a fraction of what it costs to wake another. A lane that has worked on something
   * for longer than a cheap call takes is left alone as long as another is free.
   */
  #send<Result>(work: LaneWork<Result>): Promise<Result> | Result {
    const near = this.#near && work.near(this.#near);
    if (near === undefined) return this.#handOn(work);
    // What went on in slices may still turn out to be large.
    return near instanceof Promise
      ? near.catch((error: unknown) => {
          if (error instanceof TooLarge) return this.#handOn(work);
          throw error;
        })
      : near;
  }

  #handOn<Result>(work: LaneWork<Result>): Promise<Result> {
    const now = performance.now();
    let best: SearchExecutor | undefined;
    for (const lane of this.#lanes) {
      if (lane.pending < PACKED_CALLS && now - this.#busySince(lane, now) < CHEAP_MS) return this.#run(lane, work, now);
      if (!best || lane.pending < best.pending) best = lane;
    }
    if (!best || this.#lanes.size < this.#parts.limit) best = this.#startLane();
    return this.#run(best, work, now);
  }

  /** Those that know all indices and searchers. */
  #all(): Iterable<SearchExecutor> {
    return this.#near ? [this.#near, ...this.#lanes] : this.#lanes;
  }

  async #run<Result>(lane: SearchExecutor, work: LaneWork<Result>, now: number): Promise<Result> {
    const started = this.#started.get(lane);
    started?.add(now);
    try {
      return await work.on(lane);
    } finally {
      started?.delete(now);
    }
  }

  /** When the oldest call of a lane began; `now` when it has none. */
  #busySince(lane: SearchExecutor, now: number): number {
    const { value } = this.#started.get(lane)?.values().next() ?? {};
    return value ?? now;
  }

  /** Lets go of what the caches keep for an index. */
  clearCaches(uuid: string, caches: ClearedCaches): void {
    if (caches.request) this.#requests?.changed(uuid);
    for (const lane of this.#all()) lane.clearCaches(uuid, caches);
  }

  /** What the caches did until now. */
  async cacheCounts(): Promise<CacheCountsByShard> {
    return new CacheCountsByShard(await this.ownCacheCounts());
  }

  /** The same as plain data. */
  async ownCacheCounts(): Promise<ThreadCacheCounts> {
    // A lane that dies takes its sets with it.
    const none: ThreadCacheCounts = { query: [], request: [], fielddata: [] };
    const lanes = await Promise.all([...this.#all()].map((lane) => lane.cacheCounts().catch(() => none)));
    return {
      query: lanes.flatMap(({ query }) => query),
      fielddata: lanes.flatMap(({ fielddata }) => fielddata),
      request: [...(this.#requests?.counts() ?? []), ...lanes.flatMap(({ request }) => request)],
    };
  }

  /** What searches have read of fields until now; a shard may stand there several times. */
  async readCounts(): Promise<readonly ShardReadCounts[]> {
    const lanes = await Promise.all([...this.#all()].map((lane) => lane.readCounts().catch(() => [])));
    return lanes.flat();
  }

  /** All lanes let go of the memories that they no longer read. */
  collectGarbage(): void {
    for (const lane of this.#lanes) lane.collectGarbage();
  }

  async close(): Promise<void> {
    const lanes = [...this.#lanes];
    this.#lanes.clear();
    await Promise.all(lanes.map((lane) => lane.close()));
  }

  #startLane(): SearchExecutor {
    const lane = this.#parts.start(this.#eventsOf(() => lane));
    this.#lanes.add(lane);
    this.#holdings.set(lane, new Set());
    this.#started.set(lane, new Set());
    applyAllCustoms(this.#customs, lane);
    for (const metadata of this.#indices.values()) lane.applyIndex(metadata);
    for (const held of this.#current.values()) this.#give(lane, held);
    for (const held of this.#held.values()) {
      if (held.leases === 0) continue;
      this.#note(lane, held);
      lane.keep(held.searcher);
    }
    return lane;
  }

  #eventsOf(lane: () => SearchExecutor | undefined): LaneEvents {
    return {
      onRelease: (uuid, shard, generation) => this.#laneReleased(lane(), `${uuid}/${shard}/${generation}`),
      onSetKept: (kept) => {
        for (const other of this.#all()) if (other !== lane()) other.takeSet(kept);
      },
      onDamage: (uuid, shard, file) => this.#parts.damaged(uuid, shard, file),
      onShare: this.#parts.limit > 1 ? (search) => this.#shared(lane(), search) : undefined,
      onGone: () => this.#laneGone(lane()),
    };
  }

  /** Asks lanes that have nothing to do, and one that is not started yet, to take part in a search. */
  #shared(by: SearchExecutor | undefined, search: SharedSearch): void {
    if (!by) return;
    if (this.#lanes.size < this.#parts.limit) this.#startLane();
    for (const lane of this.#lanes) {
      if (lane === by || lane.pending > 0) continue;
      lane.help(search).then(
        (help) => help && by.helped(search.id, help),
        (error: unknown) => by.helped(search.id, error instanceof Error ? error : new Error(String(error))),
      );
    }
  }

  #give(lane: SearchExecutor, held: Held): void {
    this.#note(lane, held);
    lane.publish(held.searcher);
  }

  /** A lane may read it from now on. */
  #note(lane: SearchExecutor, held: Held): void {
    const holding = this.#holdings.get(lane);
    const key = keyOf(held.searcher);
    if (!holding || holding.has(key)) return;
    holding.add(key);
    held.holders++;
  }

  #laneReleased(lane: SearchExecutor | undefined, key: string): void {
    if (!lane || !this.#holdings.get(lane)?.delete(key)) return;
    const held = this.#held.get(key);
    if (held) this.#letGo(held);
  }

  #laneGone(lane: SearchExecutor | undefined): void {
    if (!lane) return;
    this.#lanes.delete(lane);
    for (const key of this.#holdings.get(lane) ?? []) {
      const held = this.#held.get(key);
      if (held) this.#letGo(held);
    }
    this.#holdings.delete(lane);
    this.#started.delete(lane);
  }

  #letGo(held: Held): void {
    if (--held.holders > 0) return;
    const { uuid, shard, generation } = held.searcher;
    this.#held.delete(keyOf(held.searcher));
    this.#parts.released(uuid, shard, generation);
  }
}

function keyOf(searcher: SearcherDescriptor): string {
  return `${searcher.uuid}/${searcher.shard}/${searcher.generation}`;
}
