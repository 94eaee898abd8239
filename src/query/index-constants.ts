/** Fields that have the same value in all documents of an index: `_index`, `_tier`. */
import { simpleMatch } from "../core/wildcard.ts";
import type { MappedField } from "../mapping/field-type.ts";
import type { SearcherView } from "./query.ts";

const constants: ReadonlySet<string> = new Set(["_index", "_tier"]);

/** Whether the field is the same in all documents. */
export function isIndexConstant(field: MappedField): boolean {
  return constants.has(field.path);
}

/** Whether the index' value matches a name or simple pattern. */
export function matchesIndex(searcher: SearcherView, field: MappedField, pattern: string): boolean {
  const value = field.path === "_index" ? searcher.index : tier(searcher);
  return value !== undefined && simpleMatch(pattern, value);
}

/** The first of the tiers that the index prefers. */
function tier(searcher: SearcherView): string | undefined {
  const preference = searcher.mapping.setting("index.routing.allocation.include._tier_preference");
  return typeof preference === "string" ? preference.split(",")[0] : undefined;
}
