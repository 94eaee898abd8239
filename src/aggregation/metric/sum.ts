/** The sum of a field. */
import { numericMetricKind, renderValue } from "./numeric-metric.ts";
import { asSum, mergeSums, sumState } from "./sums.ts";

export const sum = numericMetricKind({
  name: "sum",
  summary: "The sum of the values of a numeric field.",
  metrics: ["value"],
  state: sumState,
  merge: mergeSums,
  value: (partial) => asSum(partial).sum,
  render: (partial, source) => renderValue(asSum(partial).sum, source, false),
});
