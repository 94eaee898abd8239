/** The documents of an operator, with scores multiplied in float32. */
import type { Operator, OperatorContext, WindowBuffer } from "../operator.ts";

export class BoostOperator implements Operator {
  readonly cost: number;
  readonly twoPhase: boolean;
  private readonly context: OperatorContext;
  private readonly inner: Operator;
  /** Float32, not negative. */
  private readonly factor: number;

  constructor(context: OperatorContext, inner: Operator, factor: number) {
    this.context = context;
    this.inner = inner;
    this.factor = Math.fround(factor);
    this.cost = inner.cost;
    this.twoPhase = inner.twoPhase === true;
  }

  nextWindow(from: number): number {
    return this.inner.nextWindow(from);
  }

  maxScore(base: number): number {
    return Math.fround(this.inner.maxScore(base) * this.factor);
  }

  fill(base: number, into: WindowBuffer, scored: boolean, candidates?: WindowBuffer): boolean {
    const any = this.inner.fill(base, into, scored, candidates);
    if (any && scored) this.context.kernel.scaleScores(into.bitsAddress, into.scoresAddress, this.factor);
    return any;
  }
}
