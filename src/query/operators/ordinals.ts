/** Documents whose column of ordinals holds one of some terms. Scores 0: to be wrapped where it scores. */
import { assert } from "../../core/errors.ts";
import { NO_MORE_DOCS, WINDOW_DOCS } from "../../segment/format.ts";
import type { ColumnReader } from "../../segment/segment-reader.ts";
import type { Operator, OperatorContext, WindowBuffer } from "../operator.ts";
import { asRange, ordinalAt, ordinalCount, type OrdinalSelection } from "./ordinal-selection.ts";
import { PresenceOperator } from "./presence.ts";

export class OrdinalsOperator implements Operator {
  readonly cost: number;
  private readonly context: OperatorContext;
  private readonly column: ColumnReader;
  private readonly present: PresenceOperator;
  private readonly range: { from: number; to: number } | undefined;
  /** Address of a bit for each ordinal; 0 for a range. */
  private readonly set: number;

  /** At least one ordinal, of a field with a column of ordinals. */
  constructor(context: OperatorContext, field: string, selection: OrdinalSelection) {
    const column = context.reader.column(field);
    assert(column && (column.type === "u16" || column.type === "u32"), `field [${field}] has no column of ordinals`);
    this.context = context;
    this.column = column;
    this.present = new PresenceOperator(context, field);
    this.cost = this.present.cost;
    this.range = asRange(selection);
    this.set = this.range ? 0 : writeSet(context, selection, context.reader.terms(field)?.count ?? 0);
  }

  nextWindow(from: number): number {
    return from < this.context.reader.docCount ? from & -WINDOW_DOCS : NO_MORE_DOCS;
  }

  maxScore(): number {
    return 0;
  }

  fill(base: number, into: WindowBuffer, scored: boolean, candidates?: WindowBuffer): boolean {
    const { kernel } = this.context;
    kernel.windowClear(into.bitsAddress);
    const count = Math.min(WINDOW_DOCS, this.context.reader.docCount - base);
    if (this.range) this.compare(base, count, this.range, into);
    else this.lookUp(base, count, into);
    if (candidates) kernel.windowAnd(into.bitsAddress, candidates.bitsAddress);
    if (!this.column.starts) {
      // Documents without the field hold ordinal 0: the presence tells them apart.
      const window = this.context.borrow();
      if (this.present.fill(base, window, false, into)) kernel.windowCopy(into.bitsAddress, window.bitsAddress);
      else kernel.windowClear(into.bitsAddress);
      this.context.giveBack(window);
    }
    if (kernel.windowAny(into.bitsAddress) === 0) return false;
    if (scored) kernel.constantScores(into.bitsAddress, into.scoresAddress, 0);
    return true;
  }

  private compare(base: number, count: number, range: { from: number; to: number }, into: WindowBuffer): void {
    const { kernel } = this.context;
    const { values, starts, type } = this.column;
    const address = values.byteOffset + (starts ? 0 : base * values.BYTES_PER_ELEMENT);
    const last = range.to - 1;
    if (starts) {
      const startsAddress = starts.byteOffset + base * 4;
      if (type === "u16") kernel.multiRangeU16(address, startsAddress, count, range.from, last, into.bitsAddress);
      else kernel.multiRangeU32(address, startsAddress, count, range.from, last, into.bitsAddress);
    } else if (type === "u16") kernel.rangeU16(address, count, range.from, last, into.bitsAddress);
    // One comparison serves both: the difference to the lower bound is compared unsigned.
    else kernel.rangeI32(address, count, range.from, last, into.bitsAddress);
  }

  private lookUp(base: number, count: number, into: WindowBuffer): void {
    const { values, starts, type } = this.column;
    const address = values.byteOffset + (starts ? 0 : base * values.BYTES_PER_ELEMENT);
    const startsAddress = starts ? starts.byteOffset + base * 4 : 0;
    this.context.kernel.ordinalSet(address, type === "u32" ? 1 : 0, startsAddress, count, this.set, into.bitsAddress);
  }
}

function writeSet(context: OperatorContext, selection: OrdinalSelection, terms: number): number {
  const bytes = (terms + 7) >>> 3;
  const set = context.scratch(bytes);
  context.bytes.fill(0, set, set + bytes);
  for (let i = 0; i < ordinalCount(selection); i++) {
    const ordinal = ordinalAt(selection, i);
    context.bytes[set + (ordinal >>> 3)]! |= 1 << (ordinal & 7);
  }
  return set;
}
