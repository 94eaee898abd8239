/** The greatest value of a field. */
import { greatestState } from "../numeric/extremes.ts";
import { numericMetricKind, renderValue } from "../numeric/numeric-metric.ts";

export const max = numericMetricKind<number>({
  name: "max",
  summary: "The greatest value of a numeric or date field.",
  sortable: { of: "single-value" },
  power: 0,
  state: greatestState,
  merge: (values) => Math.max(...values),
  metric: (value) => value,
  render: (value, format) => renderValue(value, format, value === -Infinity),
});
