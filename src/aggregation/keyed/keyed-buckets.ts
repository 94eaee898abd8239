/** Buckets by key, merged over shards. */
import type { ChildPartials, ReduceContext, ResultBucket, SubAggregations } from "../aggregation-kind.ts";
import { mergeChildren } from "../tree/child-results.ts";

/** A text or a number; numbers beyond 2^53 are bigints. */
export type Key = string | number | bigint;

export interface KeyedBucket extends ResultBucket {
  readonly key: Key;
}

/** Order of keys: numbers by size, texts by code units. */
export function compareKeys(left: { readonly key: Key }, right: { readonly key: Key }): number {
  return left.key < right.key ? -1 : left.key > right.key ? 1 : 0;
}

/** Buckets of the same key added up, without their children, in the order in which they are first met. */
export interface GatheredBucket {
  readonly key: Key;
  docCount: number;
  readonly parts: ChildPartials[];
}

/** Adds up the counts of all shards. */
export function gatherBuckets(shards: readonly (readonly KeyedBucket[])[]): GatheredBucket[] {
  // No key stands on one shard twice.
  const [only] = shards;
  if (only && shards.length === 1)
    return only.map(({ key, docCount, children }) => ({ key, docCount, parts: [children] }));
  const byKey = new Map<Key, GatheredBucket>();
  for (const buckets of shards) {
    for (const { key, docCount, children } of buckets) {
      let same = byKey.get(key);
      if (!same) byKey.set(key, (same = { key, docCount: 0, parts: [] }));
      same.docCount += docCount;
      same.parts.push(children);
    }
  }
  return [...byKey.values()];
}

/** Counts the buckets, and merges their children. */
export function mergeGathered(
  kept: readonly GatheredBucket[],
  children: SubAggregations,
  reduce: ReduceContext,
): KeyedBucket[] {
  reduce.countBuckets(kept.length);
  return kept.map(({ key, docCount, parts }) => ({ key, docCount, children: mergeChildren(children, parts, reduce) }));
}
