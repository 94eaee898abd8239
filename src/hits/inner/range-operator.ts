/** Asks an operator about a range of documents alone. */
import type { Operator, OperatorContext, WindowBuffer } from "../../query/operator.ts";
import { WINDOW_DOCS } from "../../segment/format.ts";

export class RangeOperator implements Operator {
  readonly cost: number;
  private readonly inner: Operator;
  private readonly from: number;
  private readonly to: number;
  private readonly asked: WindowBuffer;

  constructor(context: OperatorContext, inner: Operator, from: number, to: number) {
    this.cost = to - from;
    this.inner = inner;
    this.from = from;
    this.to = to;
    this.asked = context.window();
  }

  nextWindow(from: number): number {
    return this.inner.nextWindow(Math.max(from, this.from));
  }

  maxScore(base: number): number {
    return this.inner.maxScore(base);
  }

  fill(base: number, into: WindowBuffer, scored: boolean): boolean {
    const { bits } = this.asked;
    bits.fill(0);
    const end = Math.min(this.to, base + WINDOW_DOCS) - base;
    for (let place = Math.max(this.from, base) - base; place < end; place++) bits[place >>> 5]! |= 1 << (place & 31);
    return this.inner.fill(base, into, scored, this.asked);
  }
}
