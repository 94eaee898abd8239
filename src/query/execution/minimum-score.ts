/** The documents of an operator with at least a given score (`min_score`). */
import type { Operator, OperatorContext, WindowBuffer } from "../operator.ts";

export class MinimumScoreOperator implements Operator {
  readonly cost: number;
  readonly twoPhase = true;
  private readonly context: OperatorContext;
  private readonly inner: Operator;
  /** Float32. */
  private readonly least: number;

  constructor(context: OperatorContext, inner: Operator, least: number) {
    this.context = context;
    this.inner = inner;
    this.least = Math.fround(least);
    this.cost = inner.cost;
  }

  nextWindow(from: number): number {
    return this.inner.nextWindow(from);
  }

  maxScore(base: number): number {
    return this.inner.maxScore(base);
  }

  fill(base: number, into: WindowBuffer, _scored: boolean, candidates?: WindowBuffer): boolean {
    if (!this.inner.fill(base, into, true, candidates)) return false;
    return this.context.kernel.keepScoresFrom(into.bitsAddress, into.scoresAddress, this.least) !== 0;
  }
}
