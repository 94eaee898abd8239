/** The values below which certain parts of all values of a field lie. */
import { illegalArgument } from "../../compat/errors.ts";
import { javaDouble } from "../../core/float32.ts";
import { type PercentileKind, readPercentiles } from "../digest/read-percentiles.ts";
import { numericMetricOf } from "../numeric/numeric-metric.ts";

const DEFAULT_PERCENTS: readonly number[] = [1, 5, 25, 50, 75, 95, 99];

const kind: PercentileKind = {
  name: "percentiles",
  summary: "The values below which certain parts of all values of a field lie.",
  numbers: "percents",
  check(percents = DEFAULT_PERCENTS, name) {
    if (percents.length === 0) throw illegalArgument(`[percents] must not be empty: [${name}]`);
    for (const percent of percents) {
      if (!(percent >= 0 && percent <= 100))
        throw illegalArgument(`percent must be in [0,100], got [${javaDouble(percent)}]: [${name}]`);
    }
    const twice = percents.find((percent, at) => percents.indexOf(percent) < at);
    if (twice !== undefined)
      throw illegalArgument(`percent [${javaDouble(twice)}] has been specified twice: [${name}]`);
    return percents;
  },
  value: (sketch, percent) => sketch.quantile(percent / 100),
};

export const percentiles = numericMetricOf(kind, (read, name) => readPercentiles(kind, read, name));
