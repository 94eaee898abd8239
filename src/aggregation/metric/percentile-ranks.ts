/** Which part of all values of a field lies below certain values. */
import { illegalArgument } from "../../compat/errors.ts";
import { type PercentileKind, readPercentiles } from "../digest/read-percentiles.ts";
import { numericMetricOf } from "../numeric/numeric-metric.ts";

const kind: PercentileKind = {
  name: "percentile_ranks",
  summary: "Which part of all values of a field lies below certain values.",
  numbers: "values",
  check(values, name) {
    if (!values) throw illegalArgument(`[values] must not be null: [${name}]`);
    if (values.length === 0) throw illegalArgument(`[values] must not be an empty array: [${name}]`);
    return values;
  },
  value: (sketch, value) => sketch.rank(value),
};

export const percentileRanks = numericMetricOf(kind, (read, name) => readPercentiles(kind, read, name));
