/** Documents that have a term. */
import { READS } from "../../segment/field-reads.ts";
import { NO_MORE_DOCS, WINDOW_DOCS } from "../../segment/format.ts";
import type { Operator, OperatorContext, WindowBuffer } from "../operator.ts";
import { ColumnRange, isComparable } from "../range/column-range.ts";
import type { FlatShape, TermClause } from "../execution/flat-shape.ts";
import { openTermCursor } from "./term-cursor.ts";

/**
 * A term that more than one document in this many has is found faster in a column of ordinals than in postings, window
 * by window.
 */
const FREQUENT_SHARE = 32;

export class TermOperator implements Operator {
  readonly cost: number;
  readonly flat: FlatShape;
  readonly clause: TermClause;
  private readonly context: OperatorContext;
  /** Opened on first use: a whole-query loop opens its own cursors. */
  private cursor = 0;
  private readonly column: ColumnRange | undefined;

  constructor(context: OperatorContext, clause: TermClause) {
    this.context = context;
    this.clause = clause;
    this.cost = context.reader.terms(clause.field)?.docFreq(clause.ordinal) ?? 0;
    this.flat = { join: "all", clauses: [clause] };
    this.column =
      clause.scoring || this.cost * FREQUENT_SHARE < context.reader.docCount
        ? undefined
        : ordinalColumn(context, clause);
  }

  nextWindow(from: number): number {
    if (this.column) return from < this.context.reader.docCount ? from & -WINDOW_DOCS : NO_MORE_DOCS;
    const doc = this.context.kernel.advance(this.opened(), from & -WINDOW_DOCS);
    return doc === NO_MORE_DOCS ? NO_MORE_DOCS : doc & -WINDOW_DOCS;
  }

  maxScore(base: number): number {
    if (!this.clause.scoring) return 0;
    return Math.max(0, this.context.kernel.rangeBound(this.opened(), base, base + WINDOW_DOCS));
  }

  fill(base: number, into: WindowBuffer, scored: boolean, candidates?: WindowBuffer): boolean {
    const { kernel } = this.context;
    const scores = scored && this.clause.scoring ? into.scoresAddress : 0;
    const any = this.column
      ? this.column.fill(base, into, candidates)
      : kernel.termWindow(this.opened(), base, into.bitsAddress, scores, candidates?.bitsAddress ?? 0) !== 0;
    if (any && scored && scores === 0) kernel.constantScores(into.bitsAddress, into.scoresAddress, 0);
    return any;
  }

  /** Adds the term's documents of a window, with their scores, to the buffer. */
  accumulate(base: number, into: WindowBuffer, scored: boolean): void {
    const scores = scored && this.clause.scoring ? into.scoresAddress : 0;
    this.context.kernel.accumulate(this.opened(), base, base + WINDOW_DOCS, into.bitsAddress, scores);
  }

  private opened(): number {
    if (this.cursor === 0) this.cursor = openTermCursor(this.context, this.clause, this.clause.scoring !== undefined);
    return this.cursor;
  }
}

/** The column of a field with one term for each document, compared with the term; undefined when the field has none. */
function ordinalColumn(context: OperatorContext, { field, ordinal }: TermClause): ColumnRange | undefined {
  const column = context.reader.column(field, READS.postings);
  // Numbers and booleans also have postings, but their columns hold values instead of ordinals.
  if (!column || !isComparable(column) || (column.type !== "u16" && column.type !== "u32") || column.starts)
    return undefined;
  const range = new ColumnRange(context, field, column);
  range.between(ordinal, ordinal);
  return range;
}
