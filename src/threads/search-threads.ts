/**
 * The search threads as main sees them: every thread knows all indices and searchers, a call goes to the one with the least to do,
 * and a generation of a shard is released when no thread reads it any more.
 */
import type { IndexMetadata } from "../cluster/cluster-state.ts";
import type { SearcherDescriptor } from "../documents/documents.ts";
import type { SearchAnswer, SearchCall, SearchThread } from "../search/search-service.ts";

/** Calls back when the client goes away. */
export type OnGone = (listener: () => void) => void;

/** One thread, or the main thread itself. */
export interface SearchLane extends Omit<SearchThread, "onRelease" | "call"> {
  /** Runs a call; it stops early when its client goes away. */
  call(request: SearchCall, onGone?: OnGone): Promise<SearchAnswer>;
  /** Calls under way. */
  readonly pending: number;
  close(): Promise<void>;
}

/** What the lanes need. */
export interface SearchThreadsParts {
  /** Most lanes; they start on demand. */
  readonly limit: number;
  /** Starts a lane; `onRelease` is called when it no longer reads a generation, `onGone` when it died. */
  start(onRelease: (uuid: string, shard: number, generation: number) => void, onGone: () => void): SearchLane;
  /** Nobody reads the generation any more. */
  released(uuid: string, shard: number, generation: number): void;
}

interface Held {
  readonly searcher: SearcherDescriptor;
  /** Lanes that may read it, and main itself while it is the current one. */
  holders: number;
}

/** See the file comment. */
export class SearchThreads {
  readonly #parts: SearchThreadsParts;
  readonly #lanes = new Set<SearchLane>();
  readonly #indices = new Map<string, IndexMetadata>();
  /** Current searcher of each shard, by `uuid/shard`. */
  readonly #current = new Map<string, Held>();
  /** All searchers that somebody may read, by `uuid/shard/generation`. */
  readonly #held = new Map<string, Held>();
  readonly #holdings = new Map<SearchLane, Set<string>>();

  constructor(parts: SearchThreadsParts) {
    this.#parts = parts;
  }

  /** Threads that run. */
  get running(): number {
    return this.#lanes.size;
  }

  /** Starts the first lane, so that the first search need not wait for it. */
  warmUp(): void {
    if (this.#lanes.size === 0) this.#startLane();
  }

  applyIndex(metadata: IndexMetadata): void {
    this.#indices.set(metadata.uuid, metadata);
    for (const lane of this.#lanes) lane.applyIndex(metadata);
  }

  removeIndex(uuid: string): void {
    this.#indices.delete(uuid);
    for (const lane of this.#lanes) lane.removeIndex(uuid);
    for (const [shard, held] of this.#current) {
      if (held.searcher.uuid !== uuid) continue;
      this.#current.delete(shard);
      this.#letGo(held);
    }
  }

  publish(searcher: SearcherDescriptor): void {
    const shard = `${searcher.uuid}/${searcher.shard}`;
    const before = this.#current.get(shard);
    if (before && before.searcher.generation === searcher.generation) return;
    const held: Held = { searcher, holders: 1 };
    this.#current.set(shard, held);
    this.#held.set(keyOf(searcher), held);
    for (const lane of this.#lanes) this.#give(lane, held);
    if (before) this.#letGo(before);
  }

  /** Runs a call on the lane with the least to do; starts another one when all are busy and there may be more. */
  call(request: SearchCall, onGone?: OnGone): Promise<SearchAnswer> {
    let best: SearchLane | undefined;
    for (const lane of this.#lanes) if (!best || lane.pending < best.pending) best = lane;
    if (!best || (best.pending > 0 && this.#lanes.size < this.#parts.limit)) best = this.#startLane();
    return best.call(request, onGone);
  }

  async close(): Promise<void> {
    const lanes = [...this.#lanes];
    this.#lanes.clear();
    await Promise.all(lanes.map((lane) => lane.close()));
  }

  #startLane(): SearchLane {
    const lane = this.#parts.start(
      (uuid, shard, generation) => this.#laneReleased(lane, `${uuid}/${shard}/${generation}`),
      () => this.#laneGone(lane),
    );
    this.#lanes.add(lane);
    this.#holdings.set(lane, new Set());
    for (const metadata of this.#indices.values()) lane.applyIndex(metadata);
    for (const held of this.#current.values()) this.#give(lane, held);
    return lane;
  }

  #give(lane: SearchLane, held: Held): void {
    held.holders++;
    this.#holdings.get(lane)?.add(keyOf(held.searcher));
    lane.publish(held.searcher);
  }

  #laneReleased(lane: SearchLane, key: string): void {
    if (!this.#holdings.get(lane)?.delete(key)) return;
    const held = this.#held.get(key);
    if (held) this.#letGo(held);
  }

  #laneGone(lane: SearchLane): void {
    this.#lanes.delete(lane);
    for (const key of this.#holdings.get(lane) ?? []) {
      const held = this.#held.get(key);
      if (held) this.#letGo(held);
    }
    this.#holdings.delete(lane);
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
