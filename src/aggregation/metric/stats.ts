/** Count, least, greatest, mean and sum of a field in one. */
import type { JsonObject } from "../../core/json.ts";
import type { Partial } from "../aggregation-kind.ts";
import type { ValuesSource } from "../values/values-source.ts";
import { extremeState } from "./extremes.ts";
import { numericMetricKind } from "./numeric-metric.ts";
import { asSum, mergeSums, sumState } from "./sums.ts";

interface StatsPartial {
  readonly sum: number;
  readonly count: number;
  readonly min: number;
  readonly max: number;
}

function asStats(partial: Partial): StatsPartial {
  // oxlint-disable-next-line no-unsafe-type-assertion -- partial results come back to the kind that made them
  return partial as StatsPartial;
}

function property(stats: StatsPartial, name: string): number {
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

function render(stats: StatsPartial, source: ValuesSource): JsonObject {
  if (stats.count === 0) return { count: 0, min: null, max: null, avg: null, sum: 0 };
  const shown: JsonObject = { count: stats.count };
  const texts: JsonObject = {};
  for (const name of ["min", "max", "avg", "sum"]) {
    const value = property(stats, name);
    shown[name] = value;
    const text = source.field?.formatAsString(value, source.format, source.timeZone);
    if (text !== undefined) texts[`${name}_as_string`] = text;
  }
  return { ...shown, ...texts };
}

export const stats = numericMetricKind({
  name: "stats",
  summary: "Count, min, max, avg and sum of a numeric or date field.",
  metrics: ["count", "min", "max", "avg", "sum"],
  state() {
    const parts = [extremeState(1), extremeState(-1), sumState()] as const;
    return {
      ensure: (count) => parts.forEach((part) => part.ensure(count)),
      add: (values, count, buckets) => parts.forEach((part) => part.add(values, count, buckets)),
      partial: (bucket) => ({ min: Number(parts[0].partial(bucket)), max: Number(parts[1].partial(bucket)), ...asSum(parts[2].partial(bucket)) }),
    };
  },
  merge(partials) {
    const all = partials.map(asStats);
    return { ...mergeSums(partials), min: Math.min(...all.map((one) => one.min)), max: Math.max(...all.map((one) => one.max)) };
  },
  value: (partial, name) => property(asStats(partial), name),
  render: (partial, source) => render(asStats(partial), source),
});
