/** Fields that have the same value in all documents of an index: `_index`, `_tier`, and those of type constant_keyword. */
import { simpleMatch } from "../core/wildcard.ts";
import type { MappedField } from "../mapping/field-type.ts";
import type { SearcherView } from "./query.ts";

const constants: ReadonlySet<string> = new Set(["_index", "_tier"]);

/** Whether the field is the same in all documents. */
export function isIndexConstant(field: MappedField): boolean {
  return field.constant !== undefined || constants.has(field.path);
}

/** Whether the index' value matches a name or simple pattern. */
export function matchesIndex(searcher: SearcherView, field: MappedField, pattern: string, ignoreCase = false): boolean {
  const value = constantOf(searcher, field);
  if (value === undefined) return false;
  return ignoreCase ? simpleMatch(pattern.toLowerCase(), value.toLowerCase()) : simpleMatch(pattern, value);
}

/** The value, or undefined when there is none. */
export function constantOf(searcher: SearcherView, field: MappedField): string | undefined {
  if (field.constant !== undefined) return field.constant ?? undefined;
  return field.path === "_index" ? searcher.index : tier(searcher);
}

/** The first of the tiers that the index prefers. */
function tier(searcher: SearcherView): string | undefined {
  const preference = searcher.mapping.setting("index.routing.allocation.include._tier_preference");
  return typeof preference === "string" ? preference.split(",")[0] : undefined;
}
