/** State of sum and avg: compensated sums (Kahan, as the original's `CompensatedSum`) and counts by bucket. */
import type { Partial } from "../aggregation-kind.ts";
import { BucketDoubles } from "../values/bucket-array.ts";
import type { MetricState } from "./numeric-metric.ts";

/** Partial result of sum and avg. */
export interface SumPartial {
  readonly sum: number;
  readonly count: number;
}

/** Adds compensated; `sums` and `deltas` by bucket. Values that are not finite are added without compensation. */
export function addCompensated(sums: Float64Array, deltas: Float64Array, values: Float64Array, count: number, buckets: Uint32Array | undefined): void {
  for (let i = 0; i < count; i++) {
    const bucket = buckets ? buckets[i]! : 0;
    const value = values[i]!;
    const sum = sums[bucket]!;
    if (Number.isFinite(value) && Number.isFinite(sum)) {
      const corrected = value + deltas[bucket]!;
      const next = sum + corrected;
      deltas[bucket] = corrected - (next - sum);
      sums[bucket] = next;
    } else {
      sums[bucket] = sum + value;
    }
  }
}

/** Sums and counts by bucket. */
export function sumState(): MetricState {
  const sums = new BucketDoubles(0);
  const deltas = new BucketDoubles(0);
  const counts = new BucketDoubles(0);
  return {
    ensure(count) {
      sums.ensure(count);
      deltas.ensure(count);
      counts.ensure(count);
    },
    add(values, count, buckets) {
      addCompensated(sums.values, deltas.values, values, count, buckets);
      const { values: kept } = counts;
      if (buckets) for (let i = 0; i < count; i++) kept[buckets[i]!]! += 1;
      else kept[0]! += count;
    },
    partial: (bucket): Partial => ({ sum: sums.get(bucket), count: counts.get(bucket) }) satisfies SumPartial,
  };
}

/** Adds up the partial results of several shards, compensated. */
export function mergeSums(partials: readonly Partial[]): SumPartial {
  const sums = new Float64Array(1);
  const deltas = new Float64Array(1);
  let count = 0;
  for (const partial of partials) {
    const one = asSum(partial);
    addCompensated(sums, deltas, Float64Array.of(one.sum), 1, undefined);
    count += one.count;
  }
  return { sum: sums[0] ?? 0, count };
}

/** A partial result of this state. */
export function asSum(partial: Partial): SumPartial {
  // oxlint-disable-next-line no-unsafe-type-assertion -- partial results come back to the kind that made them
  return partial as SumPartial;
}
