/** The `_source` of a hit: as it came when nothing is filtered, otherwise what the filter leaves (`SourceFilter`). */
import { filterByPaths } from "../../core/filter-path.ts";
import { JsonText } from "../../core/json-text.ts";
import type { JsonObject } from "../../core/json.ts";
import { filterSource } from "../../core/source-filter.ts";
import { simpleMatchAny } from "../../core/wildcard.ts";
import type { SourceFilter } from "../../documents/documents.ts";
import type { GrantedFields } from "../granted-mapping.ts";
import { leaves } from "./source-value.ts";

/** A document's source, decoded and parsed at most once. */
export interface DocumentSource {
  readonly text: string;
  readonly value: JsonObject;
}

/** What is shown. */
export function shownSource(source: DocumentSource, filter: SourceFilter | undefined, granted: GrantedFields | undefined): unknown {
  const includes = filter?.includes ?? [];
  const excludes = filter?.excludes ?? [];
  if (includes.length === 0 && excludes.length === 0 && !granted) return new JsonText(source.text);
  const visible = granted ? grantedSource(source.value, granted) : source.value;
  // Patterns in excludes make the original filter a map, which keeps objects that became empty.
  if (excludes.some((pattern) => pattern.includes("*"))) return filterSource(visible, includes, excludes);
  return filterByPaths(visible, includes, excludes) ?? {};
}

/** The source without the fields that the caller may not see. */
export function grantedSource(source: JsonObject, granted: GrantedFields): JsonObject {
  const hidden = new Set<string>();
  for (const [path] of leaves(source)) {
    if (!simpleMatchAny(granted.grant, path) || simpleMatchAny(granted.except, path)) hidden.add(path);
  }
  return hidden.size === 0 ? source : filterSource(source, [], [...hidden]);
}
