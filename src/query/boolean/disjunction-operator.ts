/**
 * Documents that match at least `minimum` of several operators; the score is the sum of those that match, rounded once.
 */
import { NO_MORE_DOCS, WINDOW_DOCS } from "../../segment/format.ts";
import type { Operator, OperatorContext, WindowBuffer } from "../operator.ts";
import { bestOfTerms, type FlatShape, type TermClause } from "../execution/flat-shape.ts";
import { sumOfBounds } from "../execution/score-bounds.ts";
import { TermOperator } from "../term/term-operator.ts";

const COUNTER_BYTES = 2;

export class DisjunctionOperator implements Operator {
  readonly cost: number;
  readonly twoPhase: boolean;
  readonly flat: FlatShape | undefined;
  private readonly context: OperatorContext;
  private readonly operators: readonly Operator[];
  private readonly minimum: number;
  /** The next window of each operator, as it last reported. */
  private readonly next: Int32Array;
  /** Address of u16 counters for a window, used when more than one operator must match. */
  private readonly counters: number;

  /** `minimum` is at least 1 and at most the number of operators. */
  constructor(context: OperatorContext, operators: readonly Operator[], minimum = 1) {
    this.context = context;
    this.operators = operators;
    this.minimum = minimum;
    const costs = operators.map((operator) => operator.cost).toSorted((a, b) => a - b);
    // A document that matches m of n operators matches at least one of the n - m + 1 rarest.
    const sum = costs.slice(0, operators.length - minimum + 1).reduce((total, cost) => total + cost, 0);
    this.cost = Math.min(sum, context.reader.docCount);
    this.twoPhase = operators.some((operator) => operator.twoPhase === true);
    this.next = new Int32Array(operators.length).fill(-1);
    this.counters = minimum > 1 ? context.scratch(WINDOW_DOCS * COUNTER_BYTES) : 0;
    this.flat = minimum === 1 ? flatDisjunction(operators) : undefined;
  }

  nextWindow(from: number): number {
    const base = from & -WINDOW_DOCS;
    const { next, operators, minimum } = this;
    for (let i = 0; i < operators.length; i++) if (next[i]! < base) next[i] = operators[i]!.nextWindow(base);
    if (minimum > 1) return next.toSorted()[minimum - 1] ?? NO_MORE_DOCS;
    let least = NO_MORE_DOCS;
    for (let i = 0; i < next.length; i++) if (next[i]! < least) least = next[i]!;
    return least;
  }

  maxScore(base: number): number {
    let sum = 0;
    for (let i = 0; i < this.operators.length; i++) if (this.next[i]! <= base) sum += this.operators[i]!.maxScore(base);
    return sumOfBounds(sum);
  }

  fill(base: number, into: WindowBuffer, scored: boolean, candidates?: WindowBuffer): boolean {
    const { kernel } = this.context;
    kernel.windowClear(into.bitsAddress);
    if (scored) kernel.clearScores(into.scoresAddress);
    if (this.counters !== 0) this.context.bytes.fill(0, this.counters, this.counters + WINDOW_DOCS * COUNTER_BYTES);
    this.nextWindow(base);
    const window = this.context.borrow();
    let any = false;
    for (let i = 0; i < this.operators.length; i++) {
      if (this.next[i] === base) any = this.join(this.operators[i]!, base, into, scored, window, candidates) || any;
    }
    this.context.giveBack(window);
    if (any && this.counters !== 0) any = kernel.keepCountsFrom(into.bitsAddress, this.counters, this.minimum) !== 0;
    if (any && scored) kernel.roundScores(into.bitsAddress, into.scoresAddress);
    return any;
  }

  private join(
    operator: Operator,
    base: number,
    into: WindowBuffer,
    scored: boolean,
    window: WindowBuffer,
    candidates?: WindowBuffer,
  ): boolean {
    const { kernel } = this.context;
    if (!candidates && this.counters === 0 && operator instanceof TermOperator) {
      operator.accumulate(base, into, scored);
      return true;
    }
    if (!operator.fill(base, window, scored, candidates)) return false;
    if (this.counters !== 0) kernel.addCounts(this.counters, window.bitsAddress);
    // Scores of documents that are not in the window yet are zero.
    if (scored) kernel.addScores(into.scoresAddress, window.bitsAddress, window.scoresAddress);
    kernel.windowOr(into.bitsAddress, window.bitsAddress);
    return true;
  }
}

function flatDisjunction(operators: readonly Operator[]): FlatShape | undefined {
  const clauses: TermClause[] = [];
  const sizes: number[] = [];
  for (const operator of operators) {
    const terms = bestOfTerms(operator);
    if (!terms) return undefined;
    clauses.push(...terms);
    sizes.push(terms.length);
  }
  return { join: "any", clauses, blends: sizes.some((size) => size > 1) ? sizes : undefined };
}
