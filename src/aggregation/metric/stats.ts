/** Count, least, greatest, mean and sum of a field in one. */
import { float64Text } from "../../core/json-text.ts";
import type { Rendered } from "../aggregation-kind.ts";
import { type ValueFormat, shownNumber } from "../values/value-format.ts";
import { greatestState, leastState } from "./extremes.ts";
import { numericMetricKind } from "./numeric-metric.ts";
import { type Sum, mergeSums, sumState } from "./sums.ts";

interface Stats extends Sum {
  readonly min: number;
  readonly max: number;
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
    shown[name] = float64Text(value);
    const text = shownNumber(format, value);
    if (text !== undefined) texts[`${name}_as_string`] = text;
  }
  return { ...shown, ...texts };
}

export const stats = numericMetricKind<Stats>({
  name: "stats",
  summary: "Count, min, max, avg and sum of a numeric or date field.",
  sortable: { of: "multi-value", properties: ["count", "min", "max", "avg", "sum"], javaEnum: "org.elasticsearch.search.aggregations.metrics.InternalStats.Metrics" },
  state() {
    const least = leastState();
    const greatest = greatestState();
    const sums = sumState();
    return {
      bucketBytes: least.bucketBytes + greatest.bucketBytes + sums.bucketBytes,
      ensure(count) {
        least.ensure(count);
        greatest.ensure(count);
        sums.ensure(count);
      },
      add(values, count, buckets) {
        least.add(values, count, buckets);
        greatest.add(values, count, buckets);
        sums.add(values, count, buckets);
      },
      value: (bucket) => ({ min: least.value(bucket), max: greatest.value(bucket), ...sums.value(bucket) }),
    };
  },
  merge: (all) => ({ ...mergeSums(all), min: Math.min(...all.map((one) => one.min)), max: Math.max(...all.map((one) => one.max)) }),
  metric: propertyOf,
  render,
});
