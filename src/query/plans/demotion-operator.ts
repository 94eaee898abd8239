/** The documents of an operator; those that another one matches too have their scores multiplied. */
import type { Operator, OperatorContext, WindowBuffer } from "../operator.ts";

export class DemotionOperator implements Operator {
  readonly cost: number;
  readonly twoPhase: boolean;
  readonly #context: OperatorContext;
  readonly #positive: Operator;
  readonly #negative: Operator | undefined;
  /** Float32s: what demoted scores, and then all scores, are multiplied with. */
  readonly #factor: number;
  readonly #boost: number;
  #negativeNext = -1;

  constructor(context: OperatorContext, positive: Operator, negative: Operator | undefined, by: { factor: number; boost: number }) {
    this.#context = context;
    this.#positive = positive;
    this.#negative = negative;
    this.#factor = by.factor;
    this.#boost = by.boost;
    this.cost = positive.cost;
    this.twoPhase = positive.twoPhase === true || negative?.twoPhase === true;
  }

  nextWindow(from: number): number {
    return this.#positive.nextWindow(from);
  }

  maxScore(base: number): number {
    return Math.fround(Math.fround(this.#positive.maxScore(base) * Math.max(1, this.#factor)) * this.#boost);
  }

  fill(base: number, into: WindowBuffer, scored: boolean, candidates?: WindowBuffer): boolean {
    if (!this.#positive.fill(base, into, scored, candidates)) return false;
    if (!scored) return true;
    const { kernel } = this.#context;
    const negative = this.#negative;
    if (negative && this.#negativeNext < base) this.#negativeNext = negative.nextWindow(base);
    if (negative && this.#negativeNext === base) {
      const window = this.#context.borrow();
      if (negative.fill(base, window, false, into)) kernel.scaleScores(window.bitsAddress, into.scoresAddress, this.#factor);
      this.#context.giveBack(window);
    }
    if (this.#boost !== 1) kernel.scaleScores(into.bitsAddress, into.scoresAddress, this.#boost);
    return true;
  }
}
