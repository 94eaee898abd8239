import { illegalArgument } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";

/** Throws for invalid combinations of time series parameters. */
export function checkMetric(values: Readonly<Record<string, Json>>): void {
  const metric = values["time_series_metric"] !== null && values["time_series_metric"] !== undefined;
  const dimension = values["time_series_dimension"] === true;
  if (!metric && !dimension) return;
  if (metric && dimension)
    throw illegalArgument(`Field [time_series_dimension] cannot be set in conjunction with field [time_series_metric]`);
  if (metric && values["doc_values"] === false)
    throw illegalArgument("Field [time_series_metric] requires that [doc_values] is true");
  if (dimension && (values["index"] === false || values["doc_values"] === false)) {
    throw illegalArgument("Field [time_series_dimension] requires that [index] and [doc_values] are true");
  }
}
