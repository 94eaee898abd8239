/** The sum of a field. */
import { numericMetricKind, renderValue } from "../numeric/numeric-metric.ts";
import { type Sum, mergeSums, scaleSum, sumState } from "../numeric/sums.ts";

export const sum = numericMetricKind<Sum>({
  name: "sum",
  summary: "The sum of the values of a numeric field.",
  sortable: { of: "single-value" },
  power: 1,
  state: sumState,
  merge: mergeSums,
  scale: scaleSum,
  metric: (value) => value.sum,
  render: (value, format) => renderValue(value.sum, format, false),
});
