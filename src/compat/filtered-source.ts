/**
 * What filters leave of a source (`Source.filter`): one rule for hits, gets, updates and the `_source` of a mapping.
 */
import { filterByPaths } from "./filter-path.ts";
import type { JsonObject } from "../core/json.ts";
import { filterSource } from "./source-filter.ts";

/** The parts of a source that are named; itself when nothing is. */
export function filteredSource(
  source: JsonObject,
  includes: readonly string[],
  excludes: readonly string[],
): JsonObject {
  if (includes.length + excludes.length === 0) return source;
  // Patterns in excludes make Elasticsearch filter a map, which keeps objects that became empty.
  if (excludes.some((pattern) => pattern.includes("*"))) return filterSource(source, includes, excludes);
  return (filterByPaths(source, includes, excludes) ?? {}) as JsonObject;
}
