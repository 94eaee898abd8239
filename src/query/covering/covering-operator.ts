/** Counts how many operators match each document, and sums their scores. */
import { NO_MORE_DOCS, WINDOW_DOCS } from "../../segment/format.ts";
import type { Operator, OperatorContext, WindowBuffer } from "../operator.ts";

export class CoveringOperator implements Operator {
  readonly cost: number;
  readonly twoPhase = true;
  readonly #context: OperatorContext;
  readonly #operators: readonly Operator[];
  /** How many must match; undefined: the document cannot match. */
  readonly #minimum: (doc: number) => number | undefined;
  readonly #next: Int32Array;
  readonly #counts = new Uint16Array(WINDOW_DOCS);
  readonly #sums = new Float64Array(WINDOW_DOCS);

  constructor(context: OperatorContext, operators: readonly Operator[], minimum: (doc: number) => number | undefined) {
    this.#context = context;
    this.#operators = operators;
    this.#minimum = minimum;
    this.#next = new Int32Array(operators.length).fill(-1);
    const costs = operators.reduce((sum, operator) => sum + operator.cost, 0);
    this.cost = Math.min(context.reader.docCount, costs);
  }

  nextWindow(from: number): number {
    const base = from & -WINDOW_DOCS;
    let least = NO_MORE_DOCS;
    for (let at = 0; at < this.#operators.length; at++) {
      if (this.#next[at]! < base) this.#next[at] = this.#operators[at]!.nextWindow(base);
      if (this.#next[at]! < least) least = this.#next[at]!;
    }
    return least;
  }

  maxScore(): number {
    return Number.POSITIVE_INFINITY;
  }

  fill(base: number, into: WindowBuffer, scored: boolean, candidates?: WindowBuffer): boolean {
    this.nextWindow(base);
    this.#counts.fill(0);
    this.#sums.fill(0);
    into.bits.fill(0);
    const window = this.#context.borrow();
    for (let at = 0; at < this.#operators.length; at++) {
      this.#context.checkpoint();
      if (this.#next[at] === base && this.#operators[at]!.fill(base, window, scored, candidates))
        this.#add(window, into.bits, scored);
    }
    this.#context.giveBack(window);
    return this.#keep(base, into, scored);
  }

  #add({ bits, scores }: WindowBuffer, any: Uint32Array, scored: boolean): void {
    for (let word = 0; word < bits.length; word++) {
      any[word]! |= bits[word]!;
      for (let left = bits[word]!; left !== 0; left &= left - 1) {
        const place = word * 32 + 31 - Math.clz32(left & -left);
        this.#counts[place]!++;
        if (scored) this.#sums[place]! += Math.fround(scores[place]!);
      }
    }
  }

  #keep(base: number, { bits, scores }: WindowBuffer, scored: boolean): boolean {
    let any = 0;
    for (let word = 0; word < bits.length; word++) {
      let kept = bits[word]!;
      for (let left = kept; left !== 0; left &= left - 1) {
        const bit = 31 - Math.clz32(left & -left);
        const place = word * 32 + bit;
        const minimum = this.#minimum(base + place);
        if (minimum === undefined || this.#counts[place]! < Math.max(1, minimum)) kept &= ~(1 << bit);
        else if (scored) scores[place] = Math.fround(this.#sums[place]!);
      }
      bits[word] = kept;
      any |= kept;
    }
    return any !== 0;
  }
}
