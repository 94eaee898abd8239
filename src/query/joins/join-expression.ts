/**
 * Documents by the documents that they are related to (Lucene's `JoinUtil` over global ordinals): children and parents
 * have the id of the parent in one field.
 */
import type { MappedField } from "../../mapping/field-type.ts";
import { expressionKey, type Expression, rewriteFully } from "../expression.ts";
import { isMatchNone } from "../match-none/match-none-expression.ts";
import { documentsView } from "../nested/nested-view.ts";
import { planExpression } from "../query-cache/cached-plan.ts";
import { type JoinScoring, planJoin } from "./join-plan.ts";

export interface Join {
  /** The field with the ids. */
  readonly ids: MappedField;
  /** The documents that are looked for, on one side, and those that are shown, on the other. */
  readonly from: Expression;
  readonly to: Expression;
  readonly scoring: JoinScoring;
}

/** Documents of `to` with an id that documents of `from` have. */
export function joined(join: Join): Expression {
  const { ids, from, to, scoring } = join;
  const description = `GlobalOrdinalsQuery{joinField=${ids.path}}`;
  const self: Expression = {
    type: "GlobalOrdinalsQuery",
    description,
    key: expressionKey("join", ids.path, from.key, to.key, scoring.mode, scoring.least, scoring.most),
    // Which documents match depends on other segments, so that matches of a segment cannot be kept.
    isWrapper: true,
    rewrite(searcher) {
      const inner = from.rewrite(searcher);
      if (isMatchNone(inner)) return inner;
      const outer = to.rewrite(searcher);
      return inner === from && outer === to ? self : joined({ ...join, from: inner, to: outer });
    },
    plan(searcher, options) {
      const documents = documentsView(searcher);
      const plain = { scored: false, boost: 1 };
      const withScores = options.scored && scoring.mode !== "none";
      return planJoin(
        {
          path: ids.path,
          description,
          scoring,
          from: planExpression(
            rewriteFully(from, documents),
            documents,
            withScores ? { scored: true, boost: 1 } : plain,
          ),
          to: planExpression(rewriteFully(to, documents), documents, plain),
          searcher: documents,
        },
        options,
      );
    },
    highlightTerms() {},
  };
  return self;
}
