/** The greatest value of a field. */
import { extremeState } from "./extremes.ts";
import { numericMetricKind, renderValue } from "./numeric-metric.ts";

export const max = numericMetricKind({
  name: "max",
  summary: "The greatest value of a numeric or date field.",
  metrics: ["value"],
  state: () => extremeState(-1),
  merge: (partials) => Math.max(...partials.map(Number)),
  value: (partial) => Number(partial),
  render: (partial, source) => renderValue(Number(partial), source, Number(partial) === -Infinity),
});
