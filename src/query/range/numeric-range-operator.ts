/** Documents with a number between two bounds in their column. Scores 0: wrap it where it must score. */
import { NO_MORE_DOCS, WINDOW_DOCS } from "../../segment/format.ts";
import type { ColumnReader } from "../../segment/segment-reader.ts";
import type { Operator, OperatorContext, WindowBuffer } from "../operator.ts";
import { ColumnRange, type ComparableColumn, isComparable } from "./column-range.ts";
import { PredicateOperator } from "../execution/predicate.ts";
import { PresenceOperator } from "../field-exists/presence.ts";

/** Inclusive bounds; undefined is open. */
export interface NumericRange {
  readonly field: string;
  readonly from: number | bigint | undefined;
  readonly to: number | bigint | undefined;
}

/**
 * The operator of a range over a column of numbers, or undefined when no document of the segment can match. `as`: see
 * `FieldsReader.column`.
 */
export function numericRange(context: OperatorContext, range: NumericRange, as?: number): Operator | undefined {
  const { field, from, to } = range;
  const column = context.reader.column(field, as);
  if (!column || column.min === undefined || column.max === undefined) return undefined;
  // JavaScript compares numbers and bigints by value; the bounds of an i64 column are rounded outward.
  if ((from !== undefined && column.max < from) || (to !== undefined && column.min > to)) return undefined;
  const present = new PresenceOperator(context, field);
  if ((from === undefined || column.min >= from) && (to === undefined || column.max <= to)) return present;
  if (isComparable(column)) return new NumericRangeOperator(context, range, column, present);
  return new PredicateOperator(context, present, (doc) => hasValueBetween(column, doc, from, to));
}

/** The slow path, for 64-bit integers. */
function hasValueBetween(
  column: ColumnReader,
  doc: number,
  from: number | bigint | undefined,
  to: number | bigint | undefined,
): boolean {
  const { starts, values } = column;
  const end = starts ? starts[doc + 1]! : doc + 1;
  for (let at = starts ? starts[doc]! : doc; at < end; at++) {
    const value = values[at]!;
    if ((from === undefined || value >= from) && (to === undefined || value <= to)) return true;
  }
  return false;
}

/** Least double greater than or equal to a bound. */
function doubleFrom(bound: number | bigint | undefined): number {
  if (typeof bound !== "bigint") return bound ?? -Infinity;
  const near = Number(bound);
  return near < bound ? near + Math.abs(near) * Number.EPSILON : near;
}

/** Greatest double less than or equal to a bound. */
function doubleTo(bound: number | bigint | undefined): number {
  if (typeof bound !== "bigint") return bound ?? Infinity;
  const near = Number(bound);
  return near > bound ? near - Math.abs(near) * Number.EPSILON : near;
}

class NumericRangeOperator implements Operator {
  readonly cost: number;
  private readonly context: OperatorContext;
  private readonly range: ColumnRange;
  private readonly docCount: number;

  constructor(context: OperatorContext, range: NumericRange, column: ComparableColumn, present: PresenceOperator) {
    this.context = context;
    this.range = new ColumnRange(context, range.field, column);
    this.range.between(doubleFrom(range.from), doubleTo(range.to));
    this.docCount = context.reader.docCount;
    this.cost = Math.min(present.cost, this.docsOfZones());
  }

  nextWindow(from: number): number {
    for (let base = from & -WINDOW_DOCS; base < this.docCount; base += WINDOW_DOCS)
      if (this.range.reaches(base)) return base;
    return NO_MORE_DOCS;
  }

  maxScore(): number {
    return 0;
  }

  fill(base: number, into: WindowBuffer, scored: boolean, candidates?: WindowBuffer): boolean {
    const any = this.range.fill(base, into, candidates);
    if (any && scored) this.context.kernel.constantScores(into.bitsAddress, into.scoresAddress, 0);
    return any;
  }

  private docsOfZones(): number {
    let docs = 0;
    for (let base = 0; base < this.docCount; base += WINDOW_DOCS) if (this.range.reaches(base)) docs += WINDOW_DOCS;
    return docs;
  }
}
