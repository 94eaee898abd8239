/** Phases of searches on shards that took longer than their index allows without a word in the log. */
import { type SlowLevel, type SlowSearches, slowLevel } from "../cluster/slow-logs.ts";

/** One phase on one shard. Plain data. */
export interface SlowPhase {
  readonly phase: "query" | "fetch";
  readonly index: string;
  readonly shard: number;
  readonly level: SlowLevel;
  readonly tookMs: number;
  /** Of the shard; undefined where they were not counted. */
  readonly totalHits: number | undefined;
  /** Whether the log tells who searched. */
  readonly includeUser: boolean;
  /** Shards of the search. */
  readonly shards: number;
  /** Which search of its call it belongs to. */
  readonly item: number;
}

/** A shard as it is told. */
interface Searched {
  readonly index: { readonly target: { readonly index: string }; readonly slow: SlowSearches | undefined };
  readonly shard: number;
}

/** What a phase on a shard is told as; undefined: it was not slow. */
export function slowPhase(
  phase: "query" | "fetch",
  { index: { target, slow }, shard }: Searched,
  tookMs: number,
  { shards, totalHits }: { readonly shards: number; readonly totalHits?: number | undefined },
): SlowPhase | undefined {
  const level = slow && slowLevel(slow[phase], tookMs);
  if (!slow || !level) return undefined;
  return {
    phase,
    index: target.index,
    shard,
    level,
    tookMs,
    totalHits,
    includeUser: slow.includeUser,
    shards,
    item: 0,
  };
}

/** How long each phase took on each shard, where an index wants to know. */
export class PhaseTimes<Shard extends Searched> {
  readonly #times = { query: new Map<Shard, number>(), fetch: new Map<Shard, number>() };

  /** Now, to be given to `add`. */
  begin(): number {
    return performance.now();
  }

  add(phase: "query" | "fetch", shard: Shard, sinceMs: number | undefined): void {
    if (sinceMs === undefined || !shard.index.slow) return;
    const times = this.#times[phase];
    times.set(shard, (times.get(shard) ?? 0) + performance.now() - sinceMs);
  }

  /** The slow ones. `totalOf`: the hits of a shard. */
  *slow(shards: number, totalOf: (shard: Shard) => number | undefined): Generator<SlowPhase> {
    for (const phase of ["query", "fetch"] as const)
      for (const [shard, tookMs] of this.#times[phase]) {
        const told = slowPhase(phase, shard, tookMs, { shards, totalHits: totalOf(shard) });
        if (told) yield told;
      }
  }
}
