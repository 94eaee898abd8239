/** The documents of an operator, each with a score that TypeScript computes. */
import type { Operator, OperatorContext, WindowBuffer } from "../operator.ts";

/** Documents between two tests for cancellation. */
const CHECKS = 256;

export class ScoredDocsOperator implements Operator {
  readonly cost: number;
  readonly twoPhase: boolean;
  private readonly context: OperatorContext;
  private readonly inner: Operator;
  private readonly scoreOf: (doc: number) => number;
  /** Upper bound of the scores. */
  private readonly bound: number;

  /** `scoreOf` answers float32 scores; documents ascend. */
  constructor(context: OperatorContext, inner: Operator, scoreOf: (doc: number) => number, bound = Infinity) {
    this.context = context;
    this.inner = inner;
    this.scoreOf = scoreOf;
    this.bound = bound;
    this.cost = inner.cost;
    this.twoPhase = inner.twoPhase === true;
  }

  nextWindow(from: number): number {
    return this.inner.nextWindow(from);
  }

  maxScore(): number {
    return this.bound;
  }

  fill(base: number, into: WindowBuffer, scored: boolean, candidates?: WindowBuffer): boolean {
    if (!this.inner.fill(base, into, false, candidates)) return false;
    if (!scored) return true;
    const { bits, scores } = into;
    let docs = 0;
    for (let word = 0; word < bits.length; word++) {
      for (let left = bits[word]!; left !== 0; left &= left - 1) {
        const place = word * 32 + 31 - Math.clz32(left & -left);
        if (++docs % CHECKS === 0) this.context.checkpoint();
        scores[place] = this.scoreOf(base + place);
      }
    }
    return true;
  }
}
