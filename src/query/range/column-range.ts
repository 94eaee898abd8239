/**
 * Compares a column of numbers or ordinals with two bounds, a window at a time. The bounds may change between windows.
 */
import type { ColumnReader } from "../../segment/segment-reader.ts";
import { WINDOW_DOCS } from "../../segment/format.ts";
import type { OperatorContext, WindowBuffer } from "../operator.ts";
import { PresenceOperator } from "../field-exists/presence.ts";

/**
 * With up to this many candidates for each byte of a value, they are looked up one by one; with more, comparing the
 * whole window is faster.
 */
const FEW_CANDIDATES = 100;

const LEAST_I32 = -(2 ** 31);
const MOST_I32 = 2 ** 31 - 1;

/** Least and greatest value of each column type. */
const LIMITS = {
  i32: { least: LEAST_I32, most: MOST_I32, whole: true },
  f64: { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY, whole: false },
  u16: { least: 0, most: 0xffff, whole: true },
  u32: { least: 0, most: 0xffffffff, whole: true },
} as const;

/** A column that can be compared. */
export type ComparableColumn = ColumnReader & { readonly type: keyof typeof LIMITS };

/** Whether the column holds numbers that fit a double, or ordinals. */
export function isComparable(column: ColumnReader): column is ComparableColumn {
  return column.onHeap !== true && column.type in LIMITS;
}

export class ColumnRange {
  readonly column: ComparableColumn;
  private readonly context: OperatorContext;
  private readonly present: PresenceOperator;
  private readonly docCount: number;
  private readonly limits: (typeof LIMITS)[keyof typeof LIMITS];
  private readonly valueBytes: number;
  private low = 0;
  private high = -1;

  /** The range is empty until `between` is called. */
  constructor(context: OperatorContext, field: string, column: ComparableColumn) {
    this.column = column;
    this.context = context;
    this.present = new PresenceOperator(context, field);
    this.docCount = context.reader.docCount;
    this.limits = LIMITS[column.type];
    this.valueBytes = column.values.BYTES_PER_ELEMENT;
  }

  /** Sets both bounds, inclusive. */
  between(low: number, high: number): void {
    const { least, most, whole } = this.limits;
    this.low = Math.max(least, whole ? Math.ceil(low) : low);
    this.high = Math.min(most, whole ? Math.floor(high) : high);
  }

  /**
   * Whether a value of the window may lie in the range. A window without values has an empty zone, which no range
   * meets.
   */
  reaches(base: number): boolean {
    if (this.low > this.high) return false;
    const { zones } = this.column;
    const zone = (base / WINDOW_DOCS) * 2;
    return !zones || (zones[zone]! <= this.high && zones[zone + 1]! >= this.low);
  }

  /** Whether all values of the window lie in the range. */
  covers(base: number): boolean {
    const { zones } = this.column;
    const zone = (base / WINDOW_DOCS) * 2;
    return zones !== undefined && zones[zone]! >= this.low && zones[zone + 1]! <= this.high;
  }

  /**
   * Sets exactly the bits of the documents with a value in the range, within `candidates` when given. Returns whether
   * there are any.
   */
  fill(base: number, into: WindowBuffer, candidates?: WindowBuffer): boolean {
    const { kernel } = this.context;
    if (!this.reaches(base)) {
      kernel.windowClear(into.bitsAddress);
      return false;
    }
    if (this.covers(base)) return this.present.fill(base, into, false, candidates);
    if (this.column.starts) this.compareMany(base, into);
    else if (candidates && kernel.windowCount(candidates.bitsAddress) <= FEW_CANDIDATES * this.valueBytes) {
      this.check(base, into, candidates);
      return this.mask(base, into) && kernel.windowAny(into.bitsAddress) !== 0;
    } else this.compare(base, into);
    if (candidates) kernel.windowAnd(into.bitsAddress, candidates.bitsAddress);
    return this.mask(base, into) && kernel.windowAny(into.bitsAddress) !== 0;
  }

  /** Clears the documents without the field, whose values are zeros. Returns false when certainly none is left. */
  private mask(base: number, into: WindowBuffer): boolean {
    if (this.column.starts || this.low > 0 || this.high < 0 || this.present.all) return true;
    const window = this.context.borrow();
    const any = this.present.fill(base, window, false, into);
    this.context.kernel.windowCopy(into.bitsAddress, window.bitsAddress);
    this.context.giveBack(window);
    return any;
  }

  private check(base: number, into: WindowBuffer, candidates: WindowBuffer): void {
    const { kernel } = this.context;
    const { low, high } = this;
    const address = this.column.values.byteOffset + base * this.valueBytes;
    const { type } = this.column;
    if (type === "f64") kernel.checkF64(address, low, high, candidates.bitsAddress, into.bitsAddress);
    else if (type === "u16") kernel.checkU16(address, low, high, candidates.bitsAddress, into.bitsAddress);
    // One comparison serves signed and unsigned values: the difference from the lower bound is compared unsigned.
    else kernel.checkI32(address, low, high, candidates.bitsAddress, into.bitsAddress);
  }

  private compare(base: number, into: WindowBuffer): void {
    const { kernel } = this.context;
    const { low, high } = this;
    const address = this.column.values.byteOffset + base * this.valueBytes;
    const count = Math.min(WINDOW_DOCS, this.docCount - base);
    const { type } = this.column;
    if (type === "f64") kernel.rangeF64(address, count, low, high, into.bitsAddress);
    else if (type === "u16") kernel.rangeU16(address, count, low, high, into.bitsAddress);
    else kernel.rangeI32(address, count, low, high, into.bitsAddress);
  }

  private compareMany(base: number, into: WindowBuffer): void {
    const { kernel } = this.context;
    const { low, high } = this;
    const { type, values, starts } = this.column;
    const count = Math.min(WINDOW_DOCS, this.docCount - base);
    const from = starts!.byteOffset + base * 4;
    if (type === "i32") kernel.multiRangeI32(values.byteOffset, from, count, low, high, into.bitsAddress);
    else if (type === "f64") kernel.multiRangeF64(values.byteOffset, from, count, low, high, into.bitsAddress);
    else if (type === "u16") kernel.multiRangeU16(values.byteOffset, from, count, low, high, into.bitsAddress);
    else kernel.multiRangeU32(values.byteOffset, from, count, low, high, into.bitsAddress);
  }
}
