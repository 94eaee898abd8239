/** Documents that match one operator and not another; scores are the first one's (ReqExclScorer). */
import type { Operator, OperatorContext, WindowBuffer } from "../operator.ts";
import { restricted, type FlatShape } from "../execution/flat-shape.ts";

export class ExclusionOperator implements Operator {
  readonly cost: number;
  readonly twoPhase: boolean;
  readonly flat: FlatShape | undefined;
  readonly most: number | undefined;
  private readonly context: OperatorContext;
  private readonly required: Operator;
  private readonly excluded: Operator;
  private excludedNext = -1;

  constructor(context: OperatorContext, required: Operator, excluded: Operator) {
    this.context = context;
    this.required = required;
    this.excluded = excluded;
    this.cost = required.cost;
    this.most = required.most;
    this.twoPhase = required.twoPhase === true || excluded.twoPhase === true;
    this.flat = restricted(required.flat, { excluded });
  }

  nextWindow(from: number): number {
    return this.required.nextWindow(from);
  }

  maxScore(base: number): number {
    return this.required.maxScore(base);
  }

  fill(base: number, into: WindowBuffer, scored: boolean, candidates?: WindowBuffer): boolean {
    if (!this.required.fill(base, into, scored, candidates)) return false;
    if (this.excludedNext < base) this.excludedNext = this.excluded.nextWindow(base);
    if (this.excludedNext > base) return true;
    const window = this.context.borrow();
    const hit = this.excluded.fill(base, window, false, into);
    const any = !hit || this.context.kernel.windowAndNot(into.bitsAddress, window.bitsAddress) !== 0;
    this.context.giveBack(window);
    return any;
  }
}
