/** Count, least, greatest, mean and sum of a field in one. */
import { float64Text } from "../../compat/json/json-text.ts";
import { put } from "../../core/names.ts";
import type { Rendered } from "../aggregation-kind.ts";
import { type ValueFormat, shownNumber } from "../values/value-format.ts";
import { type MetricState, numericMetricKind } from "../numeric/numeric-metric.ts";
import { type Sum, mergeSums } from "../numeric/sums.ts";

interface Stats extends Sum {
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

class StatsState implements MetricState<Stats> {
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

function propertyOf(stats: Stats, name: string | undefined): number {
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

function render(stats: Stats, format: ValueFormat): Rendered {
  if (stats.count === 0) return { count: 0, min: null, max: null, avg: null, sum: float64Text(0) };
  const shown: Rendered = { count: stats.count };
  const texts: Rendered = {};
  for (const name of ["min", "max", "avg", "sum"]) {
    const value = propertyOf(stats, name);
    put(shown, name, float64Text(value));
    const text = shownNumber(format, value);
    if (text !== undefined) put(texts, `${name}_as_string`, text);
  }
  return { ...shown, ...texts };
}

export const stats = numericMetricKind<Stats>({
  name: "stats",
  summary: "Count, min, max, avg and sum of a numeric or date field.",
  sortable: {
    of: "multi-value",
    properties: ["count", "min", "max", "avg", "sum"],
    javaEnum: "org.elasticsearch.search.aggregations.metrics.InternalStats.Metrics",
  },
  state: () => new StatsState(),
  merge: (all) => ({
    ...mergeSums(all),
    min: Math.min(...all.map((one) => one.min)),
    max: Math.max(...all.map((one) => one.max)),
  }),
  metric: propertyOf,
  render,
});
