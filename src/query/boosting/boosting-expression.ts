/**
 * Matches what `positive` matches; documents that `negative` matches too score less (Lucene's
 * `FunctionScoreQuery.boostByQuery`).
 */
import { javaFloat } from "../../core/float32.ts";
import { planBoosting } from "./boosting-plan.ts";
import { planExpression } from "../query-cache/cached-plan.ts";
import { expressionKey, type Expression, matchKeyOf } from "../expression.ts";
import { isMatchNone } from "../match-none/match-none-expression.ts";
import { inexact } from "../percolation/candidates.ts";

/** `factor` is what the scores of the negative's matches are multiplied with. */
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
