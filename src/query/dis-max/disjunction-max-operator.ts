/**
 * Documents that match any of several operators; the score is the best one plus a share of the others
 * (DisjunctionMaxScorer).
 */
import { NO_MORE_DOCS, WINDOW_DOCS } from "../../segment/format.ts";
import type { Operator, OperatorContext, WindowBuffer } from "../operator.ts";
import { anyOfTerms, type FlatShape, type TermClause } from "../execution/flat-shape.ts";
import { sumOfBounds } from "../execution/score-bounds.ts";

export class DisjunctionMaxOperator implements Operator {
  readonly cost: number;
  readonly twoPhase: boolean;
  readonly flat: FlatShape | undefined;
  private readonly context: OperatorContext;
  private readonly operators: readonly Operator[];
  /** Float32. */
  private readonly tieBreaker: number;
  private readonly next: Int32Array;

  constructor(context: OperatorContext, operators: readonly Operator[], tieBreaker: number) {
    this.context = context;
    this.operators = operators;
    this.tieBreaker = Math.fround(tieBreaker);
    this.cost = Math.min(
      operators.reduce((sum, operator) => sum + operator.cost, 0),
      context.reader.docCount,
    );
    this.twoPhase = operators.some((operator) => operator.twoPhase === true);
    this.next = new Int32Array(operators.length).fill(-1);
    this.flat = operators.length > 1 ? flatGroups(operators, this.tieBreaker) : undefined;
  }

  nextWindow(from: number): number {
    const base = from & -WINDOW_DOCS;
    let least = NO_MORE_DOCS;
    for (let i = 0; i < this.operators.length; i++) {
      if (this.next[i]! < base) this.next[i] = this.operators[i]!.nextWindow(base);
      if (this.next[i]! < least) least = this.next[i]!;
    }
    return least;
  }

  maxScore(base: number): number {
    let most = 0;
    let sum = 0;
    for (let i = 0; i < this.operators.length; i++) {
      if (this.next[i]! > base) continue;
      const bound = this.operators[i]!.maxScore(base);
      if (bound > most) most = bound;
      sum += bound;
    }
    return sumOfBounds(most + (sum - most) * Math.max(0, this.tieBreaker));
  }

  fill(base: number, into: WindowBuffer, scored: boolean, candidates?: WindowBuffer): boolean {
    const { kernel } = this.context;
    kernel.windowClear(into.bitsAddress);
    this.nextWindow(base);
    const window = this.context.borrow();
    const rest = this.context.borrow();
    let any = false;
    for (let i = 0; i < this.operators.length; i++) {
      if (this.next[i] !== base || !this.operators[i]!.fill(base, window, scored, candidates)) continue;
      any = true;
      if (scored)
        kernel.maxScores(
          into.bitsAddress,
          into.scoresAddress,
          rest.scoresAddress,
          window.bitsAddress,
          window.scoresAddress,
        );
      else kernel.windowOr(into.bitsAddress, window.bitsAddress);
    }
    if (any && scored) kernel.tieScores(into.bitsAddress, into.scoresAddress, rest.scoresAddress, this.tieBreaker);
    this.context.giveBack(rest);
    this.context.giveBack(window);
    return any;
  }
}

/** The flat shape: groups of terms, any of which must match. */
function flatGroups(operators: readonly Operator[], tieBreaker: number): FlatShape | undefined {
  const clauses: TermClause[] = [];
  const sizes: number[] = [];
  for (const operator of operators) {
    const terms = anyOfTerms(operator);
    if (!terms) return undefined;
    clauses.push(...terms);
    sizes.push(terms.length);
  }
  return { join: "best", clauses, groups: { sizes, tieBreaker } };
}
