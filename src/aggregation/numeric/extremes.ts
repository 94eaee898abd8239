/** State of min and max: the best value by bucket. */
import { BucketDoubles } from "../values/bucket-array.ts";
import type { MetricState } from "./numeric-metric.ts";

/** Least values by bucket; Infinity when there is none. */
export function leastState(): MetricState<number> {
  return extremeState(Infinity, keepLeast);
}

/** Greatest values by bucket; -Infinity when there is none. */
export function greatestState(): MetricState<number> {
  return extremeState(-Infinity, keepGreatest);
}

type Keep = (kept: Float64Array, values: Float64Array, count: number, buckets: Uint32Array | undefined) => void;

function extremeState(none: number, keep: Keep): MetricState<number> {
  const best = new BucketDoubles(none);
  return {
    bucketBytes: Float64Array.BYTES_PER_ELEMENT,
    ensure: (count) => best.ensure(count),
    add: (values, count, buckets) => keep(best.values, values, count, buckets),
    value: (bucket) => best.get(bucket),
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
