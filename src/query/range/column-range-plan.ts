/** The plan of a range of numbers. */
import type { MappedField } from "../../mapping/field-type.ts";
import { READS } from "../../segment/field-reads.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { MatchAllOperator } from "../match-all/match-all-operator.ts";
import { numericRange } from "./numeric-range-operator.ts";
import { PredicateOperator } from "../execution/predicate.ts";
import type { Plan, PlanOptions } from "../query.ts";
import { constantPlan } from "../constant-score/constant-plan.ts";
import { hasField } from "../term/posting-of.ts";

/** A range to be planned; bounds are inclusive, undefined is open. */
export interface PlannedRange {
  readonly field: MappedField;
  readonly from: number | bigint | undefined;
  readonly to: number | bigint | undefined;
  readonly description: string;
}

/** How the values of a segment relate to the range, from its smallest and largest value. */
type Overlap = "none" | "all" | "some";

export function planColumnRange(planned: PlannedRange, options: PlanOptions): Plan {
  const { field, description } = planned;
  const path = field.path;
  if (path === "_seq_no") return planSequenceNumbers(planned, options);
  return constantPlan(
    {
      kind: "IndexOrDocValuesQuery",
      description,
      operator: (context) =>
        numericRange(context, { field: path, from: planned.from, to: planned.to }, structureOf(field)),
      matches: (segment, doc) => hasField(segment, path, doc) && inRange(segment, planned, doc),
      count(segment) {
        const overlap = overlapOf(segment, planned);
        if (overlap === "some") return undefined;
        return overlap === "none" ? 0 : (segment.field(path)?.docsWithField ?? 0);
      },
      cost: (segment) => (overlapOf(segment, planned) === "none" ? 0 : segment.docCount),
    },
    options,
  );
}

/** Sequence numbers are stored with the documents, not in a column. */
function planSequenceNumbers({ from, to, description }: PlannedRange, options: PlanOptions): Plan {
  const matches = (segment: SegmentReader, doc: number): boolean => {
    const value = segment.seqNo(doc);
    return (from === undefined || value >= from) && (to === undefined || value <= to);
  };
  return constantPlan(
    {
      kind: "IndexOrDocValuesQuery",
      description,
      operator: (context) =>
        new PredicateOperator(context, new MatchAllOperator(context, 0), (doc) => matches(context.reader, doc)),
      matches,
      count: () => undefined,
    },
    options,
  );
}

/** What Elasticsearch compares: doc values of fields without an index. */
function structureOf({ searchable }: MappedField): number {
  return searchable ? READS.points : READS.docValues;
}

function overlapOf(segment: SegmentReader, { field, from, to }: PlannedRange): Overlap {
  const column = segment.column(field.path, structureOf(field));
  if (!column || column.min === undefined || column.max === undefined) return "none";
  if ((from !== undefined && column.max < from) || (to !== undefined && column.min > to)) return "none";
  // Bounds of bigint columns are rounded outward: enough to rule out matches, or to include all.
  return (from === undefined || column.min >= from) && (to === undefined || column.max <= to) ? "all" : "some";
}

function inRange(segment: SegmentReader, { field, from, to }: PlannedRange, doc: number): boolean {
  const column = segment.column(field.path, structureOf(field));
  if (!column) return false;
  const first = column.starts ? (column.starts[doc] ?? 0) : doc;
  const last = column.starts ? (column.starts[doc + 1] ?? 0) : doc + 1;
  for (let at = first; at < last; at++) {
    const value = column.values[at] ?? 0;
    if ((from === undefined || value >= from) && (to === undefined || value <= to)) return true;
  }
  return false;
}
