/** The mean of a field. */
import { numericMetricKind, renderValue } from "./numeric-metric.ts";
import { asSum, mergeSums, sumState } from "./sums.ts";

export const avg = numericMetricKind({
  name: "avg",
  summary: "The mean of the values of a numeric or date field.",
  metrics: ["value"],
  state: sumState,
  merge: mergeSums,
  value: (partial) => asSum(partial).sum / asSum(partial).count,
  render: (partial, source) => renderValue(asSum(partial).sum / asSum(partial).count, source, asSum(partial).count === 0),
});
