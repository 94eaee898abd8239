/** State of stats and extended_stats: count, least, greatest and compensated sum by bucket. */
import { float64Text } from "../../compat/json/json-text.ts";
import { put } from "../../core/names.ts";
import type { Rendered } from "../aggregation-kind.ts";
import { type ValueFormat, shownNumber } from "../values/value-format.ts";
import type { MetricState } from "./numeric-metric.ts";
import { type Sum, mergeSums } from "./sums.ts";

/** What is known of some values. */
export interface Stats extends Sum {
  readonly min: number;
  readonly max: number;
}

/** Numbers kept for a bucket, side by side: one pass over the values, one line of the cache for a bucket. */
const WIDTH = 5;
const SUM = 0;
const DELTA = 1;
const COUNT = 2;
const MIN = 3;
const MAX = 4;

/** See Stats. */
export class StatsState implements MetricState<Stats> {
  readonly bucketBytes = WIDTH * Float64Array.BYTES_PER_ELEMENT;
  #kept = new Float64Array(0);

  ensure(count: number): void {
    const before = this.#kept.length;
    if (count * WIDTH <= before) return;
    const grown = new Float64Array(count * WIDTH);
    grown.set(this.#kept);
    for (let at = before; at < grown.length; at += WIDTH) {
      grown[at + MIN] = Infinity;
      grown[at + MAX] = -Infinity;
    }
    this.#kept = grown;
  }

  add(values: Float64Array, count: number, buckets: Uint32Array | undefined): void {
    const kept = this.#kept;
    for (let i = 0; i < count; i++) {
      const value = values[i]!;
      const at = buckets ? buckets[i]! * WIDTH : 0;
      kept[at + COUNT]! += 1;
      if (value < kept[at + MIN]!) kept[at + MIN] = value;
      if (value > kept[at + MAX]!) kept[at + MAX] = value;
      const sum = kept[at + SUM]!;
      const corrected = value + kept[at + DELTA]!;
      const next = sum + corrected;
      if (Number.isFinite(next)) {
        kept[at + DELTA] = corrected - (next - sum);
        kept[at + SUM] = next;
      } else {
        kept[at + SUM] = sum + value;
      }
    }
  }

  value(bucket: number): Stats {
    const at = bucket * WIDTH;
    const kept = this.#kept;
    return {
      sum: kept[at + SUM] ?? 0,
      count: kept[at + COUNT] ?? 0,
      min: kept[at + MIN] ?? Infinity,
      max: kept[at + MAX] ?? -Infinity,
    };
  }
}

/** Names of the values. */
export const STATS_PROPERTIES = ["count", "min", "max", "avg", "sum"] as const;

/** The value of a name; the sum of any other. */
export function statsValue(stats: Stats, name: string | undefined): number {
  switch (name) {
    case "count":
      return stats.count;
    case "min":
      return stats.min;
    case "max":
      return stats.max;
    case "avg":
      return stats.sum / stats.count;
    default:
      return stats.sum;
  }
}

/** Adds up the results of several shards. */
export function mergeStats(all: readonly Stats[]): Stats {
  const [only] = all;
  if (only && all.length === 1) return { sum: 0 + only.sum, count: only.count, min: only.min, max: only.max };
  const { sum, count } = mergeSums(all);
  let min = Infinity;
  let max = -Infinity;
  for (const one of all) {
    min = Math.min(min, one.min);
    max = Math.max(max, one.max);
  }
  return { sum, count, min, max };
}

/** The response. */
export function renderStats(stats: Stats, format: ValueFormat): Rendered {
  if (stats.count === 0) return { count: 0, min: null, max: null, avg: null, sum: float64Text(0) };
  const shown: Rendered = { count: stats.count };
  const texts: Rendered = {};
  for (const name of ["min", "max", "avg", "sum"]) {
    const value = statsValue(stats, name);
    put(shown, name, float64Text(value));
    const text = shownNumber(format, value);
    if (text !== undefined) put(texts, `${name}_as_string`, text);
  }
  return { ...shown, ...texts };
}
