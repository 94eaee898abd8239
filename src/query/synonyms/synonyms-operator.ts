/** Documents with any of several synonymous terms: their frequencies are added before scoring (SynonymWeight). */
import { NO_MORE_DOCS, WINDOW_DOCS } from "../../segment/format.ts";
import type { Operator, OperatorContext, WindowBuffer } from "../operator.ts";
import type { TermScoring } from "../scoring/term-scoring.ts";
import { sumOfBounds } from "../execution/score-bounds.ts";
import { openTermCursor } from "../term/term-cursor.ts";

export class SynonymsOperator implements Operator {
  readonly cost: number;
  private readonly context: OperatorContext;
  private readonly field: string;
  private readonly scoring: TermScoring | undefined;
  private readonly cursors: readonly number[];

  /** At least one ordinal. */
  constructor(
    context: OperatorContext,
    synonyms: { field: string; ordinals: readonly number[]; scoring: TermScoring | undefined },
  ) {
    const { field, ordinals, scoring } = synonyms;
    const terms = context.reader.terms(field);
    this.context = context;
    this.field = field;
    this.scoring = scoring;
    this.cost = Math.min(
      context.reader.docCount,
      ordinals.reduce((sum, ordinal) => sum + (terms?.docFreq(ordinal) ?? 0), 0),
    );
    this.cursors = ordinals.map((ordinal) =>
      openTermCursor(context, { field, ordinal, scoring }, scoring !== undefined),
    );
  }

  nextWindow(from: number): number {
    let least = NO_MORE_DOCS;
    for (const cursor of this.cursors)
      least = Math.min(least, this.context.kernel.advance(cursor, from & -WINDOW_DOCS));
    return least === NO_MORE_DOCS ? NO_MORE_DOCS : least & -WINDOW_DOCS;
  }

  maxScore(base: number): number {
    if (!this.scoring) return 0;
    let sum = 0;
    for (const cursor of this.cursors)
      sum += Math.max(0, this.context.kernel.rangeProduct(cursor, base, base + WINDOW_DOCS));
    return this.context.kernel.scoreOf(this.scoring.weight, sumOfBounds(sum));
  }

  fill(base: number, into: WindowBuffer, scored: boolean, candidates?: WindowBuffer): boolean {
    const { kernel } = this.context;
    const { scoring } = this;
    kernel.windowClear(into.bitsAddress);
    if (scored) kernel.clearScores(into.scoresAddress);
    for (const cursor of this.cursors) {
      if (scored && scoring)
        kernel.accumulateFreqs(cursor, base, base + WINDOW_DOCS, into.bitsAddress, into.scoresAddress);
      else kernel.accumulate(cursor, base, base + WINDOW_DOCS, into.bitsAddress, 0);
    }
    if (candidates) kernel.windowAnd(into.bitsAddress, candidates.bitsAddress);
    if (kernel.windowAny(into.bitsAddress) === 0) return false;
    if (scored && scoring) {
      const table = this.context.table(scoring.normInverse);
      kernel.scoreFreqs(
        this.context.postings(this.field),
        base,
        into.bitsAddress,
        into.scoresAddress,
        scoring.weight,
        table,
      );
    }
    return true;
  }
}
