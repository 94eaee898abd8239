/** From when on an index ages, where it says so itself. */
import type { IndexMetadata } from "../cluster/cluster-state.ts";
import { illegalArgument } from "../compat/errors.ts";

const IN_NAME = /^.*-(\d{4})\.(\d{2})\.(\d{2})(?:-\d+)?$/;

/** Undefined: it does not say. Throws 400 where the date is to be in its name and is not. */
export function originationMs({ name, settings }: Pick<IndexMetadata, "name" | "settings">): number | undefined {
  const set = settings["index.lifecycle.origination_date"];
  if (typeof set === "string" && set !== "-1") return Number(set);
  if (settings["index.lifecycle.parse_origination_date"] !== "true") return undefined;
  const found = IN_NAME.exec(name);
  if (!found)
    throw illegalArgument(`index name [${name}] does not match pattern '^.*-(\\d{4}.\\d{2}.\\d{2})(-[\\d]+)?$'`);
  const [, year, month, day] = found;
  return Date.UTC(Number(year), Number(month) - 1, Number(day));
}
