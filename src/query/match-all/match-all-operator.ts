/** All documents of the segment, with the same score. */
import { NO_MORE_DOCS, WINDOW_DOCS } from "../../segment/format.ts";
import type { Operator, OperatorContext, WindowBuffer } from "../operator.ts";

export class MatchAllOperator implements Operator {
  readonly cost: number;
  private readonly context: OperatorContext;
  /** Float32: the score of every document. */
  readonly most: number;

  constructor(context: OperatorContext, score: number) {
    this.context = context;
    this.most = Math.fround(score);
    this.cost = context.reader.docCount;
  }

  nextWindow(from: number): number {
    return from < this.cost ? from & -WINDOW_DOCS : NO_MORE_DOCS;
  }

  maxScore(): number {
    return this.most;
  }

  fill(base: number, into: WindowBuffer, scored: boolean, candidates?: WindowBuffer): boolean {
    const { kernel } = this.context;
    kernel.windowFirst(into.bitsAddress, Math.min(WINDOW_DOCS, this.cost - base));
    const any = candidates ? kernel.windowAnd(into.bitsAddress, candidates.bitsAddress) !== 0 : this.cost > base;
    if (any && scored) kernel.constantScores(into.bitsAddress, into.scoresAddress, this.most);
    return any;
  }
}
