/** What stats tells, and how far the values of a field lie apart. */
import type { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { javaDouble } from "../../core/float32.ts";
import { failedField, readNumber } from "../declared-values.ts";
import {
  EXTENDED_PROPERTIES,
  type ExtendedStats,
  extendedState,
  extendedValue,
  mergeExtendedStats,
  renderExtendedStats,
} from "../numeric/extended-stats-state.ts";
import { type NumericMetric, numericMetricOf } from "../numeric/numeric-metric.ts";
import { scaleSum } from "../numeric/sums.ts";

const DEFAULT_SIGMA = 2;

function readSigma(read: BodyReader, name: string): number {
  const sigma = readNumber(read, "sigma") ?? DEFAULT_SIGMA;
  if (sigma >= 0) return sigma;
  const why = `[sigma] must be greater than or equal to 0. Found [${javaDouble(sigma)}] in [${name}]`;
  throw failedField(read, "sigma", illegalArgument(why));
}

/** Bounds lie `sigma` deviations around the mean. */
function extendedStatsOf(sigma: number): NumericMetric<ExtendedStats> {
  return {
    name: "extended_stats",
    summary: "As stats, with the sum of squares, variance and standard deviation.",
    sortable: {
      of: "multi-value",
      properties: EXTENDED_PROPERTIES,
      javaEnum: "org.elasticsearch.search.aggregations.metrics.InternalExtendedStats.Metrics",
    },
    power: 2,
    state: extendedState,
    merge: mergeExtendedStats,
    scale: (stats, factor) => ({ ...scaleSum(stats, factor), sumOfSquares: stats.sumOfSquares * factor }),
    metric: (stats, property) => extendedValue(stats, property, sigma),
    render: (stats, format) => renderExtendedStats(stats, sigma, format),
  };
}

export const extendedStats = numericMetricOf(extendedStatsOf(DEFAULT_SIGMA), (read, name) =>
  extendedStatsOf(readSigma(read, name)),
);
