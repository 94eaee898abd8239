/** Filters a source (`Source.filter`): one rule for hits, gets, updates and the `_source` of a mapping. */
import { filterByPaths } from "./filter-path.ts";
import type { JsonObject } from "../core/json.ts";
import { filterSource } from "./source-filter.ts";

/** The selected parts of a source; the source itself when no filter is given. */
export function filteredSource(
  source: JsonObject,
  includes: readonly string[],
  excludes: readonly string[],
): JsonObject {
  if (includes.length + excludes.length === 0) return source;
  // With patterns in excludes Elasticsearch filters a map, which keeps objects that became empty.
  if (excludes.some((pattern) => pattern.includes("*"))) return filterSource(source, includes, excludes);
  return (filterByPaths(source, includes, excludes) ?? {}) as JsonObject;
}
