import type { ChildCollectors } from "../tree/child-collectors.ts";
import type { BucketTable } from "../collect/bucket-table.ts";
import type { HistogramBucket } from "./histogram-result.ts";
import { resultsByParent } from "../collect/parent-slices.ts";

/** The buckets of a table below each of some parents, ascending by key; `keyOf`: the table has numbers of intervals. */
export function intervalBuckets(
  table: BucketTable,
  parents: Uint32Array,
  children: ChildCollectors,
  keyOf: (number: number) => number = (key) => key,
): HistogramBucket[][] {
  const { keys, counts } = table;
  const lists = table.byParent(parents);
  for (const list of lists) list.sort((left, right) => keys[left]! - keys[right]!);
  const below = resultsByParent(children, lists);
  return lists.map((list, parent) =>
    list.map((bucket, place) => ({
      key: keyOf(keys[bucket]!),
      docCount: counts[bucket]!,
      children: below[parent]![place]!,
    })),
  );
}
