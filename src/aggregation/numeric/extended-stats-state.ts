/** Results of extended_stats: what stats tells, and how far the values lie apart. */
import { float64Text } from "../../compat/json/json-text.ts";
import { put } from "../../core/names.ts";
import type { Rendered } from "../aggregation-kind.ts";
import { type ValueFormat, shownNumber } from "../values/value-format.ts";
import type { MetricState } from "./numeric-metric.ts";
import { type Stats, STATS_PROPERTIES, StatsState, mergeStats, renderStats, statsValue } from "./stats-state.ts";
import { mergeSums, sumState } from "./sums.ts";

/** As `Stats`, with the sum of squares. */
export interface ExtendedStats extends Stats {
  readonly sumOfSquares: number;
}

/** In the order of the response. */
const SPREADS = [
  "sum_of_squares",
  "variance",
  "variance_population",
  "variance_sampling",
  "std_deviation",
  "std_deviation_population",
  "std_deviation_sampling",
] as const;
const BOUNDS = ["upper", "lower", "upper_population", "lower_population", "upper_sampling", "lower_sampling"] as const;

/** State by bucket. */
export function extendedState(): MetricState<ExtendedStats> {
  const stats = new StatsState();
  const sums = sumState();
  let squares = new Float64Array(0);
  return {
    bucketBytes: stats.bucketBytes + sums.bucketBytes,
    ensure(count) {
      stats.ensure(count);
      sums.ensure(count);
    },
    add(values, count, buckets) {
      stats.add(values, count, buckets);
      if (count > squares.length) squares = new Float64Array(count * 2);
      for (let i = 0; i < count; i++) squares[i] = values[i]! * values[i]!;
      sums.add(squares, count, buckets);
    },
    value: (bucket) => ({ ...stats.value(bucket), sumOfSquares: sums.value(bucket).sum }),
  };
}

/** Of all there are, or of a sample of more; not below 0, which rounding may lead to. */
function variance({ sum, count, sumOfSquares }: ExtendedStats, sampling: boolean): number {
  const squares = (sumOfSquares - (sum * sum) / count) / (sampling ? count - 1 : count);
  return squares < 0 ? 0 : squares;
}

/** The value of a name; bounds lie `sigma` deviations around the mean. */
export function extendedValue(stats: ExtendedStats, name: string | undefined, sigma: number): number {
  const sampling = name?.endsWith("_sampling") === true;
  switch (name) {
    case "sum_of_squares":
      return stats.sumOfSquares;
    case "variance":
    case "variance_population":
    case "variance_sampling":
      return variance(stats, sampling);
    case "std_deviation":
    case "std_deviation_population":
    case "std_deviation_sampling":
      return Math.sqrt(variance(stats, sampling));
    default:
      if (!name?.startsWith("std_")) return statsValue(stats, name);
      return (
        stats.sum / stats.count + (name.startsWith("std_upper") ? sigma : -sigma) * Math.sqrt(variance(stats, sampling))
      );
  }
}

/** The response. */
export function renderExtendedStats(stats: ExtendedStats, sigma: number, format: ValueFormat): Rendered {
  const numbers: Rendered = {};
  const texts: Rendered = {};
  const show = (into: { numbers: Rendered; texts: Rendered }, key: string, suffix: string, name: string): void => {
    const value = extendedValue(stats, name, sigma);
    put(into.numbers, key, stats.count === 0 ? null : float64Text(value));
    const text = stats.count === 0 ? undefined : shownNumber(format, value);
    // Elasticsearch shows these as texts, even of booleans.
    const isText = name.startsWith("std_");
    // An instant beyond all longs has no text.
    const beyond = format.type === "date" && Math.abs(value) >= 2 ** 63;
    if (text !== undefined) put(into.texts, `${key}${suffix}`, beyond ? null : isText ? String(text) : text);
  };
  for (const name of SPREADS) show({ numbers, texts }, name, "_as_string", name);
  const bounds = { numbers: {}, texts: {} };
  for (const name of BOUNDS) show(bounds, name, "", `std_${name}`);
  const hasTexts = Object.keys(bounds.texts).length > 0;
  return {
    ...renderStats(stats, format),
    ...numbers,
    std_deviation_bounds: bounds.numbers,
    ...texts,
    ...(hasTexts ? { std_deviation_bounds_as_string: bounds.texts } : {}),
  };
}

/** Names of the values. */
export const EXTENDED_PROPERTIES: readonly string[] = [
  ...STATS_PROPERTIES,
  ...SPREADS,
  ...BOUNDS.map((name) => `std_${name}`),
];

/** Adds up the results of several shards. */
export function mergeExtendedStats(all: readonly ExtendedStats[]): ExtendedStats {
  return {
    ...mergeStats(all),
    sumOfSquares: mergeSums(all.map(({ sumOfSquares, count }) => ({ sum: sumOfSquares, count }))).sum,
  };
}
