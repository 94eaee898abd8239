/** Documents with a feature, scored by a function of its value; the greatest of several. */
import { WINDOW_DOCS } from "../../segment/format.ts";
import type { ColumnReader } from "../../segment/segment-reader.ts";
import type { Operator, OperatorContext, WindowBuffer } from "../operator.ts";

/** The scores of the terms of one feature, in the order of their ordinals. */
export interface FeatureScores {
  readonly firstOrdinal: number;
  readonly scores: Float32Array;
  readonly column: ColumnReader;
}

export class FeatureValuesOperator implements Operator {
  readonly cost: number;
  readonly most: number;
  private readonly context: OperatorContext;
  private readonly inner: Operator;
  private readonly features: FeatureScores;

  /** `inner` matches the documents that have the feature. */
  constructor(context: OperatorContext, inner: Operator, features: FeatureScores) {
    this.context = context;
    this.inner = inner;
    this.features = features;
    this.cost = inner.cost;
    this.most = features.scores.reduce((most, score) => Math.max(most, score), 0);
  }

  nextWindow(from: number): number {
    return this.inner.nextWindow(from);
  }

  maxScore(): number {
    return this.most;
  }

  fill(base: number, into: WindowBuffer, scored: boolean, candidates?: WindowBuffer): boolean {
    const any = this.inner.fill(base, into, false, candidates);
    if (!any || !scored) return any;
    this.context.checkpoint();
    const { bits, scores } = into;
    for (let word = 0; word < WINDOW_DOCS / 32; word++) {
      for (let left = bits[word]!; left !== 0; left &= left - 1) {
        const at = word * 32 + 31 - Math.clz32(left & -left);
        scores[at] = scoreOf(this.features, base + at);
      }
    }
    return any;
  }
}

/** The greatest score of a document's values of the feature. */
export function scoreOf({ firstOrdinal, scores, column }: FeatureScores, doc: number): number {
  const { starts, values } = column;
  const end = starts ? starts[doc + 1]! : doc + 1;
  let most = 0;
  for (let at = starts ? starts[doc]! : doc; at < end; at++)
    most = Math.max(most, scores[Number(values[at]) - firstOrdinal] ?? 0);
  return most;
}
