/** The least value of a field. */
import { leastState } from "../numeric/extremes.ts";
import { numericMetricKind, renderValue } from "../numeric/numeric-metric.ts";

export const min = numericMetricKind<number>({
  name: "min",
  summary: "The least value of a numeric or date field.",
  sortable: { of: "single-value" },
  power: 0,
  state: leastState,
  merge: (values) => Math.min(...values),
  metric: (value) => value,
  render: (value, format) => renderValue(value, format, value === Infinity),
});
