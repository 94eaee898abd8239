/** Documents whose ordinal column holds one of several terms. Scores 0: wrap it where it must score. */
import { READS } from "../../segment/field-reads.ts";
import { assert } from "../../core/assert.ts";
import { NO_MORE_DOCS, WINDOW_DOCS } from "../../segment/format.ts";
import type { ColumnReader } from "../../segment/segment-reader.ts";
import type { Operator, OperatorContext, WindowBuffer } from "../operator.ts";
import { ColumnRange, isComparable } from "../range/column-range.ts";
import { asRange, ordinalAt, ordinalCount, type OrdinalSelection } from "./ordinal-selection.ts";
import { PresenceOperator } from "../field-exists/presence.ts";

export class OrdinalsOperator implements Operator {
  readonly cost: number;
  private readonly context: OperatorContext;
  private readonly column: ColumnReader;
  private readonly present: PresenceOperator;
  private readonly range: ColumnRange | undefined;
  /** Address of a bit set with one bit for each ordinal; 0 for a range. */
  private readonly set: number;

  /** At least one ordinal, of a field with a column of ordinals. */
  constructor(context: OperatorContext, field: string, selection: OrdinalSelection) {
    const column = context.reader.column(field, READS.postings);
    assert(
      column && isComparable(column) && (column.type === "u16" || column.type === "u32"),
      `field [${field}] has no column of ordinals`,
    );
    this.context = context;
    this.column = column;
    this.present = new PresenceOperator(context, field);
    this.cost = this.present.cost;
    const range = asRange(selection);
    this.range = range && new ColumnRange(context, field, column);
    if (range) this.range?.between(range.from, range.to - 1);
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
    const any = this.range ? this.range.fill(base, into, candidates) : this.fillSet(base, into, candidates);
    if (any && scored) kernel.constantScores(into.bitsAddress, into.scoresAddress, 0);
    return any;
  }

  private fillSet(base: number, into: WindowBuffer, candidates?: WindowBuffer): boolean {
    const { kernel } = this.context;
    kernel.windowClear(into.bitsAddress);
    this.lookUp(base, Math.min(WINDOW_DOCS, this.context.reader.docCount - base), into);
    if (candidates) kernel.windowAnd(into.bitsAddress, candidates.bitsAddress);
    if (!this.column.starts) {
      // Documents without the field hold ordinal 0; the presence bits exclude them.
      const window = this.context.borrow();
      if (this.present.fill(base, window, false, into)) kernel.windowCopy(into.bitsAddress, window.bitsAddress);
      else kernel.windowClear(into.bitsAddress);
      this.context.giveBack(window);
    }
    return kernel.windowAny(into.bitsAddress) !== 0;
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
