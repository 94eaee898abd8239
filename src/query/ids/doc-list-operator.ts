/** A list of documents, with or without scores. */
import { NO_MORE_DOCS, WINDOW_DOCS } from "../../segment/format.ts";
import type { Operator, OperatorContext, WindowBuffer } from "../operator.ts";

export class DocListOperator implements Operator {
  readonly cost: number;
  private readonly context: OperatorContext;
  private readonly docs: Uint32Array;
  private readonly scores: Float32Array | undefined;
  /** Index of the first document that is not consumed yet. */
  private at = 0;
  readonly most: number;

  /** `docs` ascend without duplicates; `scores` are parallel to them, or absent: all score 0. */
  constructor(context: OperatorContext, docs: Uint32Array, scores?: Float32Array) {
    this.context = context;
    this.docs = docs;
    this.scores = scores;
    this.cost = docs.length;
    this.most = scores ? scores.reduce((most, score) => Math.max(most, score), 0) : 0;
  }

  nextWindow(from: number): number {
    const base = from & -WINDOW_DOCS;
    while (this.at < this.docs.length && this.docs[this.at]! < base) this.at++;
    return this.at < this.docs.length ? this.docs[this.at]! & -WINDOW_DOCS : NO_MORE_DOCS;
  }

  maxScore(): number {
    return this.most;
  }

  fill(base: number, into: WindowBuffer, scored: boolean, candidates?: WindowBuffer): boolean {
    const { docs, scores } = this;
    into.bits.fill(0);
    this.nextWindow(base);
    const target = scored ? into.scores : undefined;
    for (let i = this.at; i < docs.length && docs[i]! < base + WINDOW_DOCS; i++) {
      const place = docs[i]! - base;
      into.bits[place >>> 5]! |= 1 << (place & 31);
      if (target) target[place] = scores?.[i] ?? 0;
    }
    const { kernel } = this.context;
    if (candidates) return kernel.windowAnd(into.bitsAddress, candidates.bitsAddress) !== 0;
    return kernel.windowAny(into.bitsAddress) !== 0;
  }
}
