/** Documents that have a term. */
import { NO_MORE_DOCS, WINDOW_DOCS } from "../../segment/format.ts";
import type { Operator, OperatorContext, WindowBuffer } from "../operator.ts";
import type { FlatShape, TermClause } from "./flat-shape.ts";
import { openTermCursor } from "./term-cursor.ts";

export class TermOperator implements Operator {
  readonly cost: number;
  readonly flat: FlatShape;
  readonly clause: TermClause;
  private readonly context: OperatorContext;
  /** Opened when the operator is first driven: a whole-query loop opens cursors of its own. */
  private cursor = 0;

  constructor(context: OperatorContext, clause: TermClause) {
    this.context = context;
    this.clause = clause;
    this.cost = context.reader.terms(clause.field)?.docFreq(clause.ordinal) ?? 0;
    this.flat = { join: "all", clauses: [clause] };
  }

  nextWindow(from: number): number {
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
    const any = kernel.termWindow(this.opened(), base, into.bitsAddress, scores, candidates?.bitsAddress ?? 0) !== 0;
    if (any && scored && scores === 0) kernel.constantScores(into.bitsAddress, into.scoresAddress, 0);
    return any;
  }

  /** Adds the term's documents of a window, and their scores, to what is there already. */
  accumulate(base: number, into: WindowBuffer, scored: boolean): void {
    const scores = scored && this.clause.scoring ? into.scoresAddress : 0;
    this.context.kernel.accumulate(this.opened(), base, base + WINDOW_DOCS, into.bitsAddress, scores);
  }

  private opened(): number {
    if (this.cursor === 0) this.cursor = openTermCursor(this.context, this.clause, this.clause.scoring !== undefined);
    return this.cursor;
  }
}
