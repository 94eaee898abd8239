/** One bucket for each range of numbers: `from` inclusive, `to` exclusive. */
import { rangeKind } from "../fixed/range-aggregation.ts";

export const range = rangeKind({
  kind: "range",
  summary: "One bucket for each range of numbers, from inclusive, to exclusive.",
  valueTypes: ["boolean", "counter", "date", "numeric"],
  values: { unmapped: "number" },
});
