/** Parameters that are taken with a deprecation warning. */
import { type NameTable, nameTable, ownOf } from "../core/names.ts";

/** By parameter: the warning for a value of it; null: none. */
export type ParameterWarnings = Readonly<Record<string, ((value: string) => string) | null>>;

/** What holds for all operations that do not say otherwise. */
const EVERYWHERE: NameTable<string> = nameTable({
  ignore_throttled:
    "[ignore_throttled] parameter is deprecated because frozen indices have been deprecated. Consider cold or frozen tiers in place of frozen indices.",
  local:
    "the [?local] query parameter to this API has no effect, is now deprecated, and will be removed in a future version",
  min_compatible_shard_node:
    "[min_compatible_shard_node] parameter is deprecated because all shards of a node have its version",
  parent_task: "[parent_task] parameter is deprecated, use [parent_task_id] instead",
});

/**
 * The warning for a parameter; undefined when it is not deprecated. `own` are the warnings of the operation, `listed`
 * the parameters that the specification calls deprecated.
 */
export function deprecationOf(
  name: string,
  value: string,
  { own, listed }: { readonly own: ParameterWarnings | undefined; readonly listed: readonly string[] | undefined },
): string | undefined {
  const warning = own && ownOf(own, name);
  if (warning !== undefined) return warning?.(value);
  return EVERYWHERE[name] ?? (listed?.includes(name) ? `[${name}] parameter is deprecated` : undefined);
}
