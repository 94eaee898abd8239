/** Where a scroll is: what the next page needs to know of those before it. Plain data, which goes with each step. */
import type { SortValue } from "../hits/sort/sort-key.ts";
import type { PortableError } from "../compat/errors.ts";
import type { HitReference, ShardReference, ShardResult } from "./shard-result.ts";

/** Behind which document a shard goes on: its place in the shard decides among equals. */
export interface ShardPlace {
  readonly sort: readonly SortValue[];
  readonly score: number;
  readonly doc: number;
}

/** See the file comment. */
export interface ScrollCursor {
  /** When the first page was asked for: all of them are as of then. */
  readonly nowMs: number;
  /** As counted with the first page. */
  readonly total: number;
  /** NaN: none. */
  readonly maxScore: number;
  /** By `shardKey`; `over`: it has no more, `start`: nothing of it was shown. Shards that are not here take no part. */
  readonly places: ReadonlyMap<string, ShardPlace | "over" | "start">;
}

/** One step of a search of several steps. */
export interface SearchStep {
  /** What the answer names; undefined: there is no step after this one. */
  readonly id: string | undefined;
  readonly kind: "scroll" | "pit";
  /** Undefined: it is the first step. */
  readonly cursor?: ScrollCursor | undefined;
  /** How many shards of other clusters stand before those of this one, which `_shard_doc` counts; absent: none. */
  readonly firstShard?: number;
  /** Why no shard can take part. */
  readonly refusal?: PortableError | undefined;
}

/** Names a shard in cursors. */
export function shardKey({
  uuid,
  shard,
  elsewhere,
}: Pick<ShardReference, "uuid" | "shard"> & Partial<Pick<ShardReference, "elsewhere">>): string {
  return elsewhere ? `${elsewhere.cluster}:${uuid}/${shard}` : `${uuid}/${shard}`;
}

/** What of a cursor over several clusters is of one of them, by the names of its own; undefined: this one. */
export function cursorOn(cursor: ScrollCursor, cluster: string | undefined): ScrollCursor {
  const places = new Map<string, ShardPlace | "over" | "start">();
  for (const [key, place] of cursor.places) {
    // The uuid of an index holds no colon.
    const colon = key.indexOf(":");
    if (colon === -1 ? cluster === undefined : key.slice(0, colon) === cluster) places.set(key.slice(colon + 1), place);
  }
  return { ...cursor, places };
}

/** A page of a scroll. */
export interface ScrolledPage {
  readonly before: ScrollCursor | undefined;
  readonly results: readonly ShardResult[];
  readonly shown: readonly HitReference[];
  readonly size: number;
  readonly total: number;
  readonly maxScore: number;
  /** How many hits a shard found, be they among the results or not; absent: those are all. */
  readonly foundBy?: (result: Extract<ShardResult, { matches: unknown }>) => number;
  /** The place of a hit's document in its shard. */
  readonly docOf: (hit: HitReference) => number;
  readonly nowMs: number;
}

/** The cursor behind a page. */
export function cursorBehind(page: ScrolledPage): ScrollCursor {
  const { before, results, shown, size, total, maxScore, docOf, nowMs, foundBy } = page;
  const places = new Map(before?.places);
  const counts = new Map<ShardReference, { count: number; last: HitReference }>();
  for (const reference of shown) {
    const known = counts.get(reference.shard);
    if (!known) counts.set(reference.shard, { count: 1, last: reference });
    else {
      known.count++;
      known.last = reference;
    }
  }
  for (const [shard, { last }] of counts)
    places.set(shardKey(shard), { sort: last.hit.sort, score: last.hit.score, doc: docOf(last) });
  for (const result of results) {
    const key = shardKey(result.shard);
    // A shard that fails goes on where it was; one that failed at first has no context.
    if ("error" in result) continue;
    const { hits, timedOut } = result.matches;
    const found = foundBy?.(result) ?? hits.length;
    if (found < size && found === (counts.get(result.shard)?.count ?? 0) && !timedOut) places.set(key, "over");
    else if (!places.has(key)) places.set(key, "start");
  }
  return { nowMs, total, maxScore, places };
}
