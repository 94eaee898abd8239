/** The median of how far the values of a field lie from their median. */
import { illegalArgument } from "../../compat/errors.ts";
import { javaDouble } from "../../core/float32.ts";
import { type DigestPartial, Digest } from "../digest/digest.ts";
import { readHint } from "../digest/read-percentiles.ts";
import { digests, sketchMetric } from "../digest/sketch-metric.ts";
import { failedField, readNumber } from "../declared-values.ts";
import { type NumericMetric, numericMetricOf, renderValue } from "../numeric/numeric-metric.ts";
import type { Sketch } from "../digest/sketch-metric.ts";

const DEFAULT_COMPRESSION = 1000;
const about = {
  name: "median_absolute_deviation",
  summary: "The median of how far the values of a field lie from their median.",
  valueTypes: ["numeric"],
};

function deviationOf(values: Sketch<DigestPartial>, compression: number, accurate: boolean): number {
  const { values: means, weights } = values.partial();
  if (means.length === 0) return Number.NaN;
  const median = values.quantile(0.5);
  const distances = new Digest(compression, { accurate });
  for (let i = 0; i < means.length; i++) distances.add(Math.abs(median - means[i]!), weights ? weights[i]! : 1);
  return distances.quantile(0.5);
}

function deviations(compression: number, accurate: boolean): NumericMetric<DigestPartial> {
  const of = (sketch: Sketch<DigestPartial>): number => deviationOf(sketch, compression, accurate);
  return sketchMetric(digests(compression, accurate), {
    ...about,
    sortable: { of: "single-value" },
    metric: of,
    render(sketch, format) {
      const value = of(sketch);
      return renderValue(value, format, Number.isNaN(value));
    },
  });
}

export const medianAbsoluteDeviation = numericMetricOf(about, (read, name) => {
  const compression = readNumber(read, "compression") ?? DEFAULT_COMPRESSION;
  if (!(compression > 0)) {
    const why = `[compression] must be greater than 0. Found [${javaDouble(compression)}] in [${name}]`;
    throw failedField(read, "compression", illegalArgument(why));
  }
  return deviations(compression, readHint(read));
});
