/**
 * Fields with the same value in all documents of an index: `_index`, `_index_mode`, `_tier`, and those of type
 * constant_keyword.
 */
import { simpleMatch } from "../compat/wildcard.ts";
import { valueText } from "../mapping/define-field-type.ts";
import type { MappedField } from "../mapping/field-type.ts";
import type { MappingView } from "../mapping/mapping-view.ts";
import type { SearcherView } from "./query.ts";

const constants: ReadonlySet<string> = new Set(["_index", "_index_mode", "_tier"]);

/** Whether the field is the same in all documents. */
export function isIndexConstant(field: MappedField): boolean {
  return field.constant !== undefined || constants.has(field.path);
}

/** Whether the index's value matches a name or simple pattern. */
export function matchesIndex(searcher: SearcherView, field: MappedField, pattern: string, ignoreCase = false): boolean {
  const value = constantOf(searcher, field);
  if (value === undefined) return false;
  return ignoreCase ? simpleMatch(pattern.toLowerCase(), value.toLowerCase()) : simpleMatch(pattern, value);
}

/** The constant, or undefined when there is none. */
export function constantOf(searcher: SearcherView, field: MappedField): string | undefined {
  if (field.constant !== undefined) return field.constant ?? undefined;
  return metadataConstant(searcher.mapping, field.path);
}

/** The value of a metadata field that is the same in all documents; undefined for others. */
export function metadataConstant(mapping: Pick<MappingView, "index" | "setting">, name: string): string | undefined {
  if (name === "_index") return mapping.index;
  if (name === "_index_mode") return valueText(mapping.setting("index.mode") ?? "standard");
  // The first tier of the index's preference.
  const preference =
    name === "_tier" ? mapping.setting("index.routing.allocation.include._tier_preference") : undefined;
  return typeof preference === "string" ? preference.split(",")[0] : undefined;
}
