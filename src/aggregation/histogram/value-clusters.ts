/** Clusters of values of different widths (`InternalVariableWidthHistogram`). */
import type { ResultBucket, SubAggregations } from "../aggregation-kind.ts";
import { mergeChildren } from "../tree/child-results.ts";

/** Values that lie together; `centroid` is their mean. */
export interface ValueCluster extends ResultBucket {
  readonly min: number;
  readonly max: number;
  readonly centroid: number;
}

/** Joins the two neighbours whose means are closest, until no more are left than are wanted. Clusters ascend. */
export function nearestJoined(
  clusters: readonly ValueCluster[],
  wanted: number,
  children: SubAggregations,
): ValueCluster[] {
  const groups = clusters.map((cluster) => ({ centroid: cluster.centroid, count: cluster.docCount, same: [cluster] }));
  while (groups.length > wanted) {
    let closest = 0;
    for (let i = 1; i + 1 < groups.length; i++) {
      const distance = groups[i + 1]!.centroid - groups[i]!.centroid;
      if (distance < groups[closest + 1]!.centroid - groups[closest]!.centroid) closest = i;
    }
    const [left, right] = [groups[closest]!, groups[closest + 1]!];
    const count = left.count + right.count;
    const centroid = (left.centroid * left.count + right.centroid * right.count) / count;
    groups.splice(closest, 2, { centroid, count, same: [...left.same, ...right.same] });
  }
  return groups.map(({ same }) => joined(same, children));
}

/** Joins clusters that ascend into groups with about the same number of documents. */
export function evenlyJoined(
  clusters: readonly ValueCluster[],
  wanted: number,
  children: SubAggregations,
): ValueCluster[] {
  if (clusters.length <= wanted) return [...clusters];
  const size = Math.ceil(clusters.length / wanted);
  const groups: ValueCluster[] = [];
  for (let at = 0; at < clusters.length; at += size) groups.push(joined(clusters.slice(at, at + size), children));
  return groups;
}

/** One cluster of several. */
export function joined(same: readonly ValueCluster[], children: SubAggregations): ValueCluster {
  const [first] = same;
  if (same.length === 1) return first!;
  let docCount = 0;
  let sum = 0;
  for (const one of same) {
    docCount += one.docCount;
    sum += one.docCount * one.centroid;
  }
  return {
    min: Math.min(...same.map(({ min }) => min)),
    max: Math.max(...same.map(({ max }) => max)),
    centroid: sum / docCount,
    docCount,
    children: mergeChildren(
      children,
      same.map((one) => one.children),
      { countBuckets: () => undefined },
    ),
  };
}
