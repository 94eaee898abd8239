/** The documents of an operator, all with the same score. */
import type { Operator, OperatorContext, WindowBuffer } from "../operator.ts";

export class ConstantScoreOperator implements Operator {
  readonly cost: number;
  readonly twoPhase: boolean;
  private readonly context: OperatorContext;
  private readonly inner: Operator;
  /** Float32: the score of every document. */
  readonly most: number;

  constructor(context: OperatorContext, inner: Operator, score: number) {
    this.context = context;
    this.inner = inner;
    this.most = Math.fround(score);
    this.cost = inner.cost;
    this.twoPhase = inner.twoPhase === true;
  }

  nextWindow(from: number): number {
    return this.inner.nextWindow(from);
  }

  maxScore(): number {
    return this.most;
  }

  fill(base: number, into: WindowBuffer, scored: boolean, candidates?: WindowBuffer): boolean {
    const any = this.inner.fill(base, into, false, candidates);
    if (any && scored) this.context.kernel.constantScores(into.bitsAddress, into.scoresAddress, this.most);
    return any;
  }
}
