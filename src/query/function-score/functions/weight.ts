/** A constant, alone or as a factor of another function (Elasticsearch's `WeightFactorFunction`). */
import { illegalArgument } from "../../../compat/errors.ts";
import type { Explanation } from "../../query.ts";
import { expressionKey } from "../../expression.ts";
import { explained } from "../../scoring/explanation.ts";
import type { FunctionBody, ScoreFunction, SegmentFunction } from "../score-function.ts";

const one: SegmentFunction = {
  value: () => 1,
  explain: () => explained(1, "constant score 1.0 - no function provided"),
};

/** `weight` times the function; times 1 without one. */
export function weighted(weight: number, inner?: FunctionBody): FunctionBody {
  const factor = Math.fround(weight);
  if (factor < 0) throw illegalArgument("[weight] cannot be negative for a filtering function");
  return {
    on(searcher): ScoreFunction {
      const planned = inner?.on(searcher);
      return {
        type: "org.elasticsearch.common.lucene.search.function.WeightFactorFunction",
        key: expressionKey("weight", factor, planned?.key),
        needsScores: planned?.needsScores ?? false,
        weight: factor,
        open: (segment) => timesWeight(planned?.open(segment) ?? one, factor),
      };
    },
  };
}

function timesWeight(inner: SegmentFunction, weight: number): SegmentFunction {
  return {
    value: (doc, score) => inner.value(doc, score) * weight,
    explain(doc: number, score: Explanation): Explanation {
      const value = inner.explain(doc, score);
      return explained(Math.fround(Math.fround(value.value) * weight), "product of:", [
        value,
        explained(weight, "weight"),
      ]);
    },
  };
}
