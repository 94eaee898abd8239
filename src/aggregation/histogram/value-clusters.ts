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
  // Means are added up from the last one on, as Elasticsearch does.
  return groups.map(({ same }) => joined(same.toReversed(), children));
}

/**
 * Neighbours that begin at the same value are joined, and those that overlap share the middle as their bound. Clusters
 * ascend by their means.
 */
export function apart(clusters: readonly ValueCluster[], children: SubAggregations): ValueCluster[] {
  const groups: ValueCluster[][] = [];
  for (const cluster of clusters) {
    const last = groups.at(-1);
    if (last && last[0]!.min === cluster.min) last.push(cluster);
    else groups.push([cluster]);
  }
  const found = groups.map((same) => joined(same, children));
  for (let i = 1; i < found.length; i++) {
    const [left, right] = [found[i - 1]!, found[i]!];
    if (right.min >= left.max) continue;
    const bound = (left.max + right.min) / 2;
    found[i - 1] = { ...left, max: bound };
    found[i] = { ...right, min: bound };
  }
  return found;
}

/** One cluster of several. */
function joined(same: readonly ValueCluster[], children: SubAggregations): ValueCluster {
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
