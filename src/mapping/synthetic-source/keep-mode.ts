/** `synthetic_source_keep`: which values of a field or object are kept as received when `_source` is synthetic. */
import { illegalArgument } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";
import { javaText } from "../mapping-error.ts";

/** Nothing, arrays (and values inside arrays of objects), or everything. */
export type KeepMode = "none" | "arrays" | "all";

const keepModes: readonly KeepMode[] = ["none", "arrays", "all"];

/** Name of the parameter. */
export const SYNTHETIC_SOURCE_KEEP = "synthetic_source_keep";

/** Parses the parameter of a field or object. Throws RequestError 400. */
export function readKeepMode(value: Json): KeepMode {
  const text = javaText(value);
  const mode = keepModes.find((known) => known === text);
  if (mode === undefined)
    throw illegalArgument(`Unknown synthetic_source_keep value [${text}], accepted values are [none,arrays,all]`);
  return mode;
}

/** The mode of fields and objects that name none (`index.mapping.synthetic_source_keep`). */
export function indexKeepMode(setting: string | readonly string[] | undefined): KeepMode {
  return setting !== undefined && String(setting).toLowerCase() === "arrays" ? "arrays" : "none";
}
