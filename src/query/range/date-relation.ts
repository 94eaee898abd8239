/** How the dates of a whole shard relate to a range, before documents are read (`DateFieldType.isFieldWithinQuery`). */
import type { ConvertedRange, MappedField } from "../../mapping/field-type.ts";
import { READS } from "../../segment/field-reads.ts";
import type { SearcherView } from "../query.ts";

/** `disjoint`: no document can match; `within`: every document with the field does. Deleted documents count too. */
export type DateRelation = "disjoint" | "within" | "intersects";

/**
 * Fields of other types, dates without an index and runtime dates always intersect: Elasticsearch does not check them.
 */
export function dateRelation(searcher: SearcherView, field: MappedField, range: ConvertedRange): DateRelation {
  if (!field.capabilities.dates || !field.searchable || field.runtime) return "intersects";
  if (range.unit === "empty") return "disjoint";
  if (range.unit === "term" || searcher.withoutShard) return "intersects";
  let least = Number.POSITIVE_INFINITY;
  let largest = Number.NEGATIVE_INFINITY;
  for (const segment of searcher.segments) {
    const column = segment.column(field.path, READS.points);
    if (column?.min === undefined || column.max === undefined) continue;
    least = Math.min(least, column.min);
    largest = Math.max(largest, column.max);
  }
  const { from, to } = range;
  if (least > largest || (from !== undefined && largest < from) || (to !== undefined && least > to)) return "disjoint";
  return (from === undefined || least >= from) && (to === undefined || largest <= to) ? "within" : "intersects";
}
