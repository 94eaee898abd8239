/** The documents of an operator that pass a check in TypeScript, document by document. */
import type { Operator, OperatorContext, WindowBuffer } from "../operator.ts";

/** Checks between two tests for cancellation. */
const CHECKS = 256;

export class PredicateOperator implements Operator {
  readonly cost: number;
  readonly twoPhase = true;
  private readonly context: OperatorContext;
  private readonly inner: Operator;
  private readonly matches: (doc: number) => boolean;

  /** Documents are checked in ascending order, each at most once. */
  constructor(context: OperatorContext, inner: Operator, matches: (doc: number) => boolean) {
    this.context = context;
    this.inner = inner;
    this.matches = matches;
    this.cost = inner.cost;
  }

  nextWindow(from: number): number {
    return this.inner.nextWindow(from);
  }

  maxScore(base: number): number {
    return this.inner.maxScore(base);
  }

  fill(base: number, into: WindowBuffer, scored: boolean, candidates?: WindowBuffer): boolean {
    if (!this.inner.fill(base, into, scored, candidates)) return false;
    const { bits } = into;
    let any = 0;
    let checks = 0;
    for (let word = 0; word < bits.length; word++) {
      let left = bits[word]!;
      let kept = left;
      while (left !== 0) {
        const bit = 31 - Math.clz32(left & -left);
        left &= left - 1;
        if (++checks % CHECKS === 0) this.context.checkpoint();
        if (!this.matches(base + word * 32 + bit)) kept &= ~(1 << bit);
      }
      bits[word] = kept;
      any |= kept;
    }
    return any !== 0;
  }
}
