/** Documents with a number between two bounds in their column. Scores 0: to be wrapped where a range scores. */
import { NO_MORE_DOCS, WINDOW_DOCS } from "../../segment/format.ts";
import type { ColumnReader } from "../../segment/segment-reader.ts";
import type { Operator, OperatorContext, WindowBuffer } from "../operator.ts";
import { PredicateOperator } from "./predicate.ts";
import { PresenceOperator } from "./presence.ts";

/** Bounds that both count; undefined is open. */
export interface NumericRange {
  readonly field: string;
  readonly from: number | bigint | undefined;
  readonly to: number | bigint | undefined;
}

/** The operator of a range over a column of numbers, or undefined when no document of the segment can match. */
export function numericRange(context: OperatorContext, range: NumericRange): Operator | undefined {
  const { field, from, to } = range;
  const column = context.reader.column(field);
  if (!column || column.min === undefined || column.max === undefined) return undefined;
  // JavaScript compares numbers and bigints by value; bounds of an i64 column are rounded outward.
  if ((from !== undefined && column.max < from) || (to !== undefined && column.min > to)) return undefined;
  const present = new PresenceOperator(context, field);
  if ((from === undefined || column.min >= from) && (to === undefined || column.max <= to)) return present;
  if (column.type === "i32" || column.type === "f64") return new NumericRangeOperator(context, range, column, present);
  return new PredicateOperator(context, present, (doc) => hasValueBetween(column, doc, from, to));
}

/** The slow way, for 64-bit integers. */
function hasValueBetween(column: ColumnReader, doc: number, from: number | bigint | undefined, to: number | bigint | undefined): boolean {
  const { starts, values } = column;
  const end = starts ? starts[doc + 1]! : doc + 1;
  for (let at = starts ? starts[doc]! : doc; at < end; at++) {
    const value = values[at]!;
    if ((from === undefined || value >= from) && (to === undefined || value <= to)) return true;
  }
  return false;
}

const LEAST_I32 = -(2 ** 31);
const MOST_I32 = 2 ** 31 - 1;

/** Least double at or above a bound. */
function doubleFrom(bound: number | bigint | undefined): number {
  if (typeof bound !== "bigint") return bound ?? -Infinity;
  const near = Number(bound);
  return near < bound ? near + Math.abs(near) * Number.EPSILON : near;
}

/** Greatest double at or below a bound. */
function doubleTo(bound: number | bigint | undefined): number {
  if (typeof bound !== "bigint") return bound ?? Infinity;
  const near = Number(bound);
  return near > bound ? near - Math.abs(near) * Number.EPSILON : near;
}

class NumericRangeOperator implements Operator {
  readonly cost: number;
  private readonly context: OperatorContext;
  private readonly column: ColumnReader;
  private readonly present: PresenceOperator;
  private readonly low: number;
  private readonly high: number;
  private readonly docCount: number;

  constructor(context: OperatorContext, range: NumericRange, column: ColumnReader, present: PresenceOperator) {
    const low = doubleFrom(range.from);
    const high = doubleTo(range.to);
    const integers = column.type === "i32";
    this.context = context;
    this.column = column;
    this.present = present;
    this.low = integers ? Math.max(LEAST_I32, Math.ceil(low)) : low;
    this.high = integers ? Math.min(MOST_I32, Math.floor(high)) : high;
    this.docCount = context.reader.docCount;
    this.cost = Math.min(present.cost, this.docsOfZones());
  }

  nextWindow(from: number): number {
    if (this.low > this.high) return NO_MORE_DOCS;
    for (let base = from & -WINDOW_DOCS; base < this.docCount; base += WINDOW_DOCS) if (this.reaches(base)) return base;
    return NO_MORE_DOCS;
  }

  maxScore(): number {
    return 0;
  }

  fill(base: number, into: WindowBuffer, scored: boolean, candidates?: WindowBuffer): boolean {
    if (!this.reaches(base)) {
      into.bits.fill(0);
      return false;
    }
    if (this.covers(base)) return this.present.fill(base, into, scored, candidates);
    const { kernel } = this.context;
    if (this.column.starts) {
      this.compareMany(base, into);
      if (candidates) kernel.windowAnd(into.bitsAddress, candidates.bitsAddress);
    } else {
      // Documents without the field hold a zero: the presence tells them apart.
      const window = this.context.borrow();
      this.compare(base, into);
      if (this.present.fill(base, window, false, candidates)) kernel.windowAnd(into.bitsAddress, window.bitsAddress);
      else kernel.windowClear(into.bitsAddress);
      this.context.giveBack(window);
    }
    if (kernel.windowAny(into.bitsAddress) === 0) return false;
    if (scored) kernel.constantScores(into.bitsAddress, into.scoresAddress, 0);
    return true;
  }

  private compare(base: number, into: WindowBuffer): void {
    const { kernel } = this.context;
    const { values, type } = this.column;
    const address = values.byteOffset + base * values.BYTES_PER_ELEMENT;
    const count = Math.min(WINDOW_DOCS, this.docCount - base);
    if (type === "i32") kernel.rangeI32(address, count, this.low, this.high, into.bitsAddress);
    else kernel.rangeF64(address, count, this.low, this.high, into.bitsAddress);
  }

  private compareMany(base: number, into: WindowBuffer): void {
    const { kernel } = this.context;
    const { values, starts, type } = this.column;
    const startsAddress = starts!.byteOffset + base * 4;
    const count = Math.min(WINDOW_DOCS, this.docCount - base);
    if (type === "i32") kernel.multiRangeI32(values.byteOffset, startsAddress, count, this.low, this.high, into.bitsAddress);
    else kernel.multiRangeF64(values.byteOffset, startsAddress, count, this.low, this.high, into.bitsAddress);
  }

  /** Whether a value of the window may lie in the range; a window without values has a zone that nothing reaches. */
  private reaches(base: number): boolean {
    const { zones } = this.column;
    const zone = (base / WINDOW_DOCS) * 2;
    return !zones || (zones[zone]! <= this.high && zones[zone + 1]! >= this.low);
  }

  /** Whether all values of the window lie in the range. */
  private covers(base: number): boolean {
    const { zones } = this.column;
    const zone = (base / WINDOW_DOCS) * 2;
    return zones !== undefined && zones[zone]! >= this.low && zones[zone + 1]! <= this.high;
  }

  private docsOfZones(): number {
    let docs = 0;
    for (let base = 0; base < this.docCount; base += WINDOW_DOCS) if (this.reaches(base)) docs += WINDOW_DOCS;
    return docs;
  }
}
