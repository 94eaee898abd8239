/**
 * Matches what `positive` matches; documents that also match `negative` get a lower score (Lucene's
 * `FunctionScoreQuery.boostByQuery`).
 */
import { javaFloat } from "../../core/float32.ts";
import { planExpression } from "../query-cache/cached-plan.ts";
import { expressionKey, type Expression, matchKeyOf } from "../expression.ts";
import { isMatchNone } from "../match-none/match-none-expression.ts";
import { inexact } from "../percolation/candidates.ts";
import { DemotionOperator } from "./boosting-operator.ts";
import type { Plan, PlanOptions } from "../query.ts";
import { explained, unmatched } from "../scoring/explanation.ts";

/** `factor` multiplies the scores of documents that match `negative`. */
export function demoted(positive: Expression, negative: Expression, factor: number): Expression {
  const single = Math.fround(factor);
  const scored = `boost(queryboost(score(${negative.description}))^${javaFloat(single)})`;
  const description = `FunctionScoreQuery(${positive.description}, scored by ${scored})`;
  const self: Expression = {
    type: "FunctionScoreQuery",
    description,
    key: expressionKey("boosting", single, positive.key, negative.key),
    matchKey: () => matchKeyOf(positive),
    isWrapper: true,
    candidates: () => inexact(positive.candidates?.()),
    rewrite(searcher) {
      const rewritten = positive.rewrite(searcher);
      const other = negative.rewrite(searcher);
      if (isMatchNone(rewritten)) return rewritten;
      return rewritten === positive && other === negative ? self : demoted(rewritten, other, single);
    },
    plan: (searcher, options) =>
      planBoosting(
        {
          description,
          positive: planExpression(positive, searcher, { ...options, boost: 1 }),
          negative: planExpression(negative, searcher, { scored: false, boost: 1 }),
          factor: single,
        },
        options,
      ),
    highlightTerms: (searcher, add, boost) => positive.highlightTerms(searcher, add, boost),
  };
  return self;
}

/** The planned parts; `positive` is planned with a boost of 1. */
interface PlannedDemotion {
  readonly description: string;
  readonly positive: Plan;
  readonly negative: Plan;
  /** Float32. */
  readonly factor: number;
}

function planBoosting(planned: PlannedDemotion, options: PlanOptions): Plan {
  const { positive, negative, factor, description } = planned;
  return {
    kind: "FunctionScoreQuery",
    description,
    children: [positive],
    scoring: [negative],
    operator(context) {
      const matches = positive.operator(context);
      if (!matches || !options.scored) return matches;
      const other = negative.operator(context);
      return new DemotionOperator(context, matches, other, { factor, boost: options.boost });
    },
    count: (segment) => positive.count?.(segment),
    explain(segment, doc) {
      const inner = positive.explain(segment, doc);
      if (!inner.match) return unmatched("no match", [inner]);
      const hit = negative.explain(segment, doc).match;
      const value = Math.fround(inner.value) * (hit ? factor : 1);
      const demotion = explained(factor, `Matched boosting query score(${negative.description})`);
      const told = hit ? explained(Math.fround(value), "product of:", [inner, demotion]) : inner;
      if (options.boost === 1) return explained(Math.fround(value), `weight(${description}), result of:`, [told]);
      const score = Math.fround(value * options.boost);
      return explained(score, `weight(${description}), product of:`, [explained(options.boost, "boost"), told]);
    },
  };
}
