/** One bucket for each range of instants: `from` inclusive, `to` exclusive. */
import { rangeKind } from "../fixed/range-aggregation.ts";

export const dateRange = rangeKind({
  kind: "date_range",
  summary: "One bucket for each range of instants, from inclusive, to exclusive.",
  valueTypes: ["boolean", "date", "numeric"],
  values: { unmapped: "date", timeZone: true },
});
