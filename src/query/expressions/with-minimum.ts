/** `minimum_should_match` on an expression. */
import { minimumShouldMatch } from "../minimum-should-match.ts";
import { BooleanExpression } from "./boolean.ts";
import type { Expression } from "./expression.ts";

/** Applies a specification to the optional clauses of a conjunction or disjunction; anything else stays as it is. */
export function withMinimum(expression: Expression, specification: string | undefined): Expression {
  if (specification === undefined || !(expression instanceof BooleanExpression)) return expression;
  const optional = expression.clauses.filter((clause) => clause.occur === "should").length;
  const minimum = minimumShouldMatch(optional, specification);
  return minimum > 0 ? new BooleanExpression(expression.clauses, minimum) : expression;
}
