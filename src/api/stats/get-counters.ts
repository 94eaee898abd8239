/** Gets that were answered without the thread that writes, which counts its own: by shard, for stats. */
import type { ShardStats } from "../../documents/documents.ts";

type GetCount = { -readonly [Key in keyof ShardStats["get"]]: number };

/** What one thread counted on a shard. Plain data. */
export interface CountedGets {
  readonly uuid: string;
  readonly shard: number;
  readonly count: ShardStats["get"];
}

export class GetCounters {
  /** By index and shard. */
  readonly #counts = new Map<string, GetCount[]>();

  count(uuid: string, shard: number, found: boolean, timeMs: number): void {
    const count = this.#of(uuid, shard);
    if (found) {
      count.exists++;
      count.existsTimeMs += timeMs;
    } else {
      count.missing++;
      count.missingTimeMs += timeMs;
    }
  }

  /** What was counted until now, which is forgotten here. */
  take(): CountedGets[] {
    const taken: CountedGets[] = [];
    for (const [uuid, shards] of this.#counts)
      for (const [shard, count] of shards.entries()) if (count) taken.push({ uuid, shard, count });
    this.#counts.clear();
    return taken;
  }

  /** Adds what another thread counted. */
  add(counted: readonly CountedGets[]): void {
    for (const { uuid, shard, count } of counted) addTo(this.#of(uuid, shard), count);
  }

  /** The statistics of shards with these. */
  with(stats: readonly ShardStats[], uuidOf: (index: string) => string | undefined): ShardStats[] {
    return stats.map((shard) => {
      const count = this.#counts.get(uuidOf(shard.index) ?? "")?.[shard.shard];
      if (!count) return shard;
      const get = { ...shard.get };
      addTo(get, count);
      return {
        ...shard,
        get: { ...get, existsTimeMs: Math.round(get.existsTimeMs), missingTimeMs: Math.round(get.missingTimeMs) },
      };
    });
  }

  forget(uuid: string): void {
    this.#counts.delete(uuid);
  }

  #of(uuid: string, shard: number): GetCount {
    let shards = this.#counts.get(uuid);
    if (!shards) this.#counts.set(uuid, (shards = []));
    return (shards[shard] ??= { exists: 0, existsTimeMs: 0, missing: 0, missingTimeMs: 0 });
  }
}

function addTo(sum: GetCount, { exists, existsTimeMs, missing, missingTimeMs }: ShardStats["get"]): void {
  sum.exists += exists;
  sum.existsTimeMs += existsTimeMs;
  sum.missing += missing;
  sum.missingTimeMs += missingTimeMs;
}
