/** State of min and max: the best value by bucket. */
import type { Partial } from "../aggregation-kind.ts";
import { BucketDoubles } from "../values/bucket-array.ts";
import type { MetricState } from "./numeric-metric.ts";

/** Least values (`sign` 1) or greatest (`sign` -1) by bucket; partial: the value, ±Infinity when there is none. */
export function extremeState(sign: 1 | -1): MetricState {
  const best = new BucketDoubles(sign * Infinity);
  return {
    ensure: (count) => best.ensure(count),
    add(values, count, buckets) {
      const { values: kept } = best;
      if (sign === 1) keepLeast(kept, values, count, buckets);
      else keepGreatest(kept, values, count, buckets);
    },
    partial: (bucket): Partial => best.get(bucket),
  };
}

function keepLeast(kept: Float64Array, values: Float64Array, count: number, buckets: Uint32Array | undefined): void {
  if (buckets) {
    for (let i = 0; i < count; i++) if (values[i]! < kept[buckets[i]!]!) kept[buckets[i]!] = values[i]!;
    return;
  }
  let least = kept[0]!;
  for (let i = 0; i < count; i++) if (values[i]! < least) least = values[i]!;
  kept[0] = least;
}

function keepGreatest(kept: Float64Array, values: Float64Array, count: number, buckets: Uint32Array | undefined): void {
  if (buckets) {
    for (let i = 0; i < count; i++) if (values[i]! > kept[buckets[i]!]!) kept[buckets[i]!] = values[i]!;
    return;
  }
  let greatest = kept[0]!;
  for (let i = 0; i < count; i++) if (values[i]! > greatest) greatest = values[i]!;
  kept[0] = greatest;
}
