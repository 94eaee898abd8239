/** The least value of a field. */
import { extremeState } from "./extremes.ts";
import { numericMetricKind, renderValue } from "./numeric-metric.ts";

export const min = numericMetricKind({
  name: "min",
  summary: "The least value of a numeric or date field.",
  metrics: ["value"],
  state: () => extremeState(1),
  merge: (partials) => Math.min(...partials.map(Number)),
  value: (partial) => Number(partial),
  render: (partial, source) => renderValue(Number(partial), source, Number(partial) === Infinity),
});
