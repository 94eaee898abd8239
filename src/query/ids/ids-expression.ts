/** Matches documents by `_id`. */
import { planIds } from "./ids-plan.ts";
import { expressionKey, type Expression } from "../expression.ts";
import { matchNone } from "../match-none/match-none-expression.ts";

/** Documents with any of the ids; repetitions do not matter. */
export function ids(wanted: readonly string[]): Expression {
  if (wanted.length === 0) return matchNone('Missing ids in "ids" query.');
  const distinct = [...new Set(wanted)].sort();
  const description = `_id:(${distinct.join(" ")})`;
  const self: Expression = {
    type: "TermInSetQuery",
    description,
    key: expressionKey("ids", ...distinct),
    rewrite: () => self,
    plan: (_searcher, options) => planIds({ ids: distinct, description }, options),
    highlightTerms() {},
  };
  return self;
}
