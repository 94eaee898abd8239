/** Applies `minimum_should_match` to an expression. */
import { minimumShouldMatch } from "./minimum-should-match.ts";
import { BooleanExpression } from "./boolean-expression.ts";
import { CommonTermsExpression } from "../common-terms/common-terms-expression.ts";
import type { Expression } from "../expression.ts";

/**
 * Applies a specification to the optional clauses of a boolean query, or to the rare words of a common terms query;
 * other expressions stay as they are.
 */
export function withMinimum(expression: Expression, specification: string | undefined): Expression {
  if (specification === undefined) return expression;
  if (expression instanceof CommonTermsExpression) {
    return new CommonTermsExpression(expression.field, expression.terms, {
      ...expression.options,
      rareMinimum: specification,
    });
  }
  if (!(expression instanceof BooleanExpression)) return expression;
  const optional = expression.clauses.filter((clause) => clause.occur === "should").length;
  const minimum = minimumShouldMatch(optional, specification);
  return minimum > 0 ? new BooleanExpression(expression.clauses, minimum) : expression;
}
