/** What a mapping must be where documents are points of time series (`IndexMode.TIME_SERIES`). */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { valueText } from "../../compat/value-text.ts";
import { simpleMatch } from "../../compat/wildcard.ts";
import { fieldsBelow, othersBelow, type RootMapping } from "../mapping-tree.ts";
import { isTimeSeries } from "./index-mode.ts";

type Settings = Readonly<Record<string, string | readonly string[] | null | undefined>>;

/** Routing is that of the dimensions. */
export const ROUTING_FORBIDDEN =
  "routing is forbidden on CRUD operations that target indices in [index.mode=time_series]";

/** Throws for a mapping of an index of time series that cannot be one. */
export function checkSeries(root: RootMapping, settings: Settings): void {
  if (!isTimeSeries(settings)) return;
  if (root.routingRequired) throw illegalArgument(ROUTING_FORBIDDEN);
  if (root.timestampRequired === false)
    throw new RequestError(500, "illegal_state_exception", "[_data_stream_timestamp] meta field has been disabled");
  const paths = settings["index.routing_path"];
  for (const pattern of typeof paths === "string" ? paths.split(",") : (paths ?? [])) checkRouted(root, pattern.trim());
}

const WANTED =
  "All fields that match routing_path must be configured with [time_series_dimension: true] or flattened fields with a list of dimensions in [time_series_dimensions] and without the [script] parameter.";

function checkRouted({ object, runtime }: RootMapping, pattern: string): void {
  for (const node of othersBelow(object))
    if (node.kind === "object" && node.path === pattern)
      throw illegalArgument(
        `All fields that match routing_path must be flattened fields. [${node.path}] was [object].`,
      );
  for (const [name, field] of runtime ?? [])
    if (field && simpleMatch(pattern, name))
      throw illegalArgument(`${WANTED} [${name}] was a runtime [${valueText(field.shown["type"] ?? null)}].`);
  for (const { path, values } of fieldsBelow(object)) {
    if (!simpleMatch(pattern, path)) continue;
    const keys = values.values["time_series_dimensions"];
    const isDimension = values.values["time_series_dimension"] === true || (Array.isArray(keys) && keys.length > 0);
    if (!isDimension) throw illegalArgument(`${WANTED} [${path}] was not a dimension.`);
  }
}
