/** Plans for queries that do not compute scores: every match scores the boost. */
import { javaFloat } from "../../core/float32.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { Operator, OperatorContext } from "../operator.ts";
import { ConstantScoreOperator } from "./constant-score-operator.ts";
import type { Explanation, Plan, PlanOptions } from "../query.ts";
import { explained, unmatched } from "../scoring/explanation.ts";
import { TESTED_DOCS } from "../plan-cost.ts";

/** A leaf that only decides which documents match. */
export interface MatchLeaf {
  readonly kind: string;
  readonly description: string;
  /** The matches in a segment; undefined when there are none. Its scores are ignored. */
  operator(context: OperatorContext): Operator | undefined;
  /** Whether one document matches; a slow lookup, for explanations. */
  matches(segment: SegmentReader, doc: number): boolean;
  /** The number of matches, when known without a search. */
  count(segment: SegmentReader): number | undefined;
  /** As that of a plan. */
  cost?(segment: SegmentReader): number;
}

/** The plan of a leaf; with scores on, matches score the boost. */
export function constantPlan(leaf: MatchLeaf, options: PlanOptions): Plan {
  const score = Math.fround(options.boost);
  return {
    kind: leaf.kind,
    get description() {
      return leaf.description;
    },
    children: [],
    operator(context) {
      const matches = leaf.operator(context);
      return matches && options.scored ? new ConstantScoreOperator(context, matches, score) : matches;
    },
    count: (segment) => leaf.count(segment),
    cost: (segment) => leaf.cost?.(segment) ?? leaf.count(segment) ?? segment.docCount * TESTED_DOCS,
    explain: (segment, doc) => explainConstant(leaf.description, score, leaf.matches(segment, doc), doc),
  };
}

/** The explanation of a match with a constant score (Lucene's `ConstantScoreWeight.explain`). */
export function explainConstant(description: string, score: number, matches: boolean, doc: number): Explanation {
  if (!matches) return unmatched(`${description} doesn't match id ${doc}`);
  return explained(score, score === 1 ? description : `${description}^${javaFloat(score)}`);
}
