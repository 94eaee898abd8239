/** The mean of a field. */
import { numericMetricKind, renderValue } from "../numeric/numeric-metric.ts";
import { type Sum, mergeSums, sumState } from "../numeric/sums.ts";

export const avg = numericMetricKind<Sum>({
  name: "avg",
  summary: "The mean of the values of a numeric or date field.",
  sortable: { of: "single-value" },
  power: 1,
  state: sumState,
  merge: mergeSums,
  metric: ({ sum, count }) => sum / count,
  render: ({ sum, count }, format) => renderValue(sum / count, format, count === 0),
});
