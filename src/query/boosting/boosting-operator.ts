/** The documents of one operator; the scores of those that also match another operator are multiplied by a factor. */
import type { Operator, OperatorContext, WindowBuffer } from "../operator.ts";

export class DemotionOperator implements Operator {
  readonly cost: number;
  readonly twoPhase: boolean;
  readonly #context: OperatorContext;
  readonly #positive: Operator;
  readonly #negative: Operator | undefined;
  /** Float32. `factor` multiplies the scores of demoted documents; `boost` those of all. */
  readonly #factor: number;
  readonly #boost: number;
  #negativeNext = -1;

  constructor(
    context: OperatorContext,
    positive: Operator,
    negative: Operator | undefined,
    by: { factor: number; boost: number },
  ) {
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
    const negative = this.#negative;
    if (negative && this.#negativeNext < base) this.#negativeNext = negative.nextWindow(base);
    const window = this.#context.borrow();
    const hit = negative !== undefined && this.#negativeNext === base && negative.fill(base, window, false, into);
    this.#multiply(into, hit ? window.bits : undefined);
    this.#context.giveBack(window);
    return true;
  }

  /** The product of score, factor and boost is rounded once, as in Elasticsearch. */
  #multiply(into: WindowBuffer, demoted: Uint32Array | undefined): void {
    const { bits, scores } = into;
    for (let word = 0; word < bits.length; word++) {
      const hits = demoted ? demoted[word]! : 0;
      for (let left = bits[word]!; left !== 0; left &= left - 1) {
        const bit = 31 - Math.clz32(left & -left);
        const factor = (hits >>> bit) & 1 ? this.#factor : 1;
        const place = word * 32 + bit;
        scores[place] = Math.fround(scores[place]! * factor * this.#boost);
      }
    }
  }
}
