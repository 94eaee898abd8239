/** A hit as the query phase produces it, and the order of hits. */
import type { GroupValue } from "./group-values.ts";
import type { SortKey, SortValue } from "../sort/sort-key.ts";

/** One of the best documents of a shard. */
export interface ShardHit {
  /** Index of the segment in the searcher. */
  readonly segment: number;
  readonly doc: number;
  /** NaN when scores were not requested. */
  readonly score: number;
  /** A value for each sort key; empty when hits are sorted by relevance. */
  readonly sort: readonly SortValue[];
  /** The group that it is the best of; absent: hits are not collapsed. */
  readonly group?: GroupValue;
}

/** Compares two hits of different segments or shards by their keys; the caller breaks ties. */
function compareHits(left: ShardHit, right: ShardHit, keys: readonly SortKey[]): number {
  if (keys.length === 0) return right.score - left.score;
  for (let i = 0; i < keys.length; i++) {
    const order = keys[i]?.compare(left.sort[i] ?? null, right.sort[i] ?? null) ?? 0;
    if (order !== 0) return order;
  }
  return 0;
}

/**
 * The first `limit` hits of sorted lists, which several threads found in one shard: of equal hits the earlier document
 * comes first, wherever it was found.
 */
export function mergeParts(
  parts: readonly { readonly hits: readonly ShardHit[] }[],
  keys: readonly SortKey[],
  limit: number,
): ShardHit[] {
  const all = parts.flatMap(({ hits }) => hits);
  all.sort((left, right) => compareHits(left, right, keys) || left.segment - right.segment || left.doc - right.doc);
  return firstOfGroups(all, groupOfHit).slice(0, limit);
}

/** The hits that are the first of their group; all where there are no groups. */
export function firstOfGroups<Hit>(hits: Hit[], groupOf: (hit: Hit) => GroupValue | undefined): Hit[] {
  const [first] = hits;
  if (first === undefined || groupOf(first) === undefined) return hits;
  const seen = new Set<GroupValue | undefined>();
  return hits.filter((hit) => {
    const group = groupOf(hit);
    return !seen.has(group) && seen.add(group);
  });
}

/** See ShardHit. */
export function groupOfHit({ group }: ShardHit): GroupValue | undefined {
  return group;
}

/** Merges two sorted lists and returns the first `limit` hits; of equal hits those of `left` come first. */
export function mergeHits(
  left: readonly ShardHit[],
  right: readonly ShardHit[],
  keys: readonly SortKey[],
  limit: number,
): ShardHit[] {
  const merged: ShardHit[] = [];
  let l = 0;
  let r = 0;
  while (merged.length < limit) {
    const a = left[l];
    const b = right[r];
    if (a === undefined && b === undefined) break;
    if (b === undefined || (a !== undefined && compareHits(a, b, keys) <= 0)) {
      merged.push(a as ShardHit);
      l++;
    } else {
      merged.push(b);
      r++;
    }
  }
  return merged;
}
