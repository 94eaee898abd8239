/** The `_source` of a hit: as it came when nothing is filtered, otherwise what the filter leaves (`SourceFilter`). */
import { filterByPaths } from "../../core/filter-path.ts";
import { JsonText } from "../../core/json-text.ts";
import type { JsonObject } from "../../core/json.ts";
import { filterSource } from "../../core/source-filter.ts";
import type { SourceFilter } from "../../documents/documents.ts";
import { type IndexAccess, showsAllFields } from "../../documents/index-access.ts";
import { shownPart } from "../../documents/shown-source.ts";

/** A document's source, decoded and parsed at most once. */
export interface DocumentSource {
  readonly text: string;
  readonly value: JsonObject;
}

/** What is shown of a source to who has this access. */
export function shownSource(source: DocumentSource, filter: SourceFilter | undefined, access: IndexAccess | undefined): unknown {
  const includes = filter?.includes ?? [];
  const excludes = filter?.excludes ?? [];
  if (includes.length === 0 && excludes.length === 0 && showsAllFields(access)) return new JsonText(source.text);
  const visible = shownPart(source.value, access);
  // Patterns in excludes make the original filter a map, which keeps objects that became empty.
  if (excludes.some((pattern) => pattern.includes("*"))) return filterSource(visible, includes, excludes);
  return filterByPaths(visible, includes, excludes) ?? {};
}
