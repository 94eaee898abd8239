/** State of sum and avg: compensated sums (Kahan, as Elasticsearch's `CompensatedSum`) and counts by bucket. */
import { BucketDoubles } from "../values/bucket-array.ts";
import type { MetricState } from "./numeric-metric.ts";

/** Sum and number of values. */
export interface Sum {
  readonly sum: number;
  readonly count: number;
}

/** A sum of a sample as that of all values. */
export function scaleSum<Scaled extends Sum>(value: Scaled, factor: number): Scaled {
  return { ...value, sum: value.sum * factor, count: Math.round(value.count * factor) };
}

/** Adds with compensation; `sums` and `deltas` by bucket. Non-finite values are added without compensation. */
function addCompensated(
  sums: Float64Array,
  deltas: Float64Array,
  values: Float64Array,
  count: number,
  buckets: Uint32Array | undefined,
): void {
  if (!buckets) return addAll(sums, deltas, values, count);
  for (let i = 0; i < count; i++) {
    const bucket = buckets[i]!;
    const value = values[i]!;
    const sum = sums[bucket]!;
    const corrected = value + deltas[bucket]!;
    const next = sum + corrected;
    if (Number.isFinite(next)) {
      deltas[bucket] = corrected - (next - sum);
      sums[bucket] = next;
    } else {
      sums[bucket] = sum + value;
    }
  }
}

/** The same for bucket 0 alone, with the sum in a register. */
function addAll(sums: Float64Array, deltas: Float64Array, values: Float64Array, count: number): void {
  let sum = sums[0]!;
  let delta = deltas[0]!;
  for (let i = 0; i < count; i++) {
    const value = values[i]!;
    const corrected = value + delta;
    const next = sum + corrected;
    if (Number.isFinite(next)) {
      delta = corrected - (next - sum);
      sum = next;
    } else {
      sum += value;
    }
  }
  sums[0] = sum;
  deltas[0] = delta;
}

/** Sums and counts by bucket. */
export function sumState(): MetricState<Sum> {
  const sums = new BucketDoubles(0);
  const deltas = new BucketDoubles(0);
  const counts = new BucketDoubles(0);
  return {
    bucketBytes: 3 * Float64Array.BYTES_PER_ELEMENT,
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
    addSummaries(values, numbers, count, buckets) {
      addCompensated(sums.values, deltas.values, values, count, buckets);
      const { values: kept } = counts;
      for (let i = 0; i < count; i++) kept[buckets ? buckets[i]! : 0]! += numbers[i]!;
    },
    value: (bucket) => ({ sum: sums.get(bucket), count: counts.get(bucket) }),
  };
}

/** Adds up the results of several shards, compensated. */
export function mergeSums(parts: readonly Sum[]): Sum {
  const [only] = parts;
  // Added to nothing, as the loop does: the sum of negative zeros is zero.
  if (only && parts.length === 1) return { sum: 0 + only.sum, count: only.count };
  // As `addAll` does: without arrays, since there is one of these for each of many buckets.
  let sum = 0;
  let delta = 0;
  let count = 0;
  for (const part of parts) {
    const corrected = part.sum + delta;
    const next = sum + corrected;
    if (Number.isFinite(next)) {
      delta = corrected - (next - sum);
      sum = next;
    } else {
      sum += part.sum;
    }
    count += part.count;
  }
  return { sum, count };
}
