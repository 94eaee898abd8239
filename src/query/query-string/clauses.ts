/** How clauses of a query string are joined by the operators between them (Lucene's `QueryParserBase.addClause`). */
import { BooleanExpression, type Clause, type Occur } from "../boolean/boolean-expression.ts";
import type { Expression } from "../expression.ts";
import type { StringClause } from "./grammar.ts";

/** Appends a clause to `clauses`; `expression` is undefined when the analyzer removed its words. */
export function joinClauses(
  clauses: Clause[],
  { conjunction, modifier }: StringClause,
  expression: Expression | undefined,
  { operator, several }: { operator: "and" | "or"; several: boolean },
): void {
  if (several) return addWords(clauses, expression, operator);
  const last = clauses.at(-1);
  if (last && last.occur !== "must_not") {
    // AND makes the previous clause required too; OR makes it optional where the default is AND.
    if (conjunction === "and") clauses[clauses.length - 1] = { occur: "must", expression: last.expression };
    else if (conjunction === "or" && operator === "and")
      clauses[clauses.length - 1] = { occur: "should", expression: last.expression };
  }
  if (!expression) return;
  clauses.push({ occur: occurOf(conjunction, modifier, operator), expression });
}

function occurOf(
  conjunction: StringClause["conjunction"],
  modifier: StringClause["modifier"],
  operator: "and" | "or",
): Occur {
  if (modifier === "-") return "must_not";
  if (operator === "and") return conjunction === "or" ? "should" : "must";
  return modifier === "+" || conjunction === "and" ? "must" : "should";
}

/** Several words in a row: plain terms become clauses of their own beside the others. */
function addWords(clauses: Clause[], expression: Expression | undefined, operator: "and" | "or"): void {
  if (!expression) return;
  const occur: Occur = operator === "or" ? "should" : "must";
  if (!(expression instanceof BooleanExpression)) {
    clauses.push({ occur, expression });
  } else if (expression.clauses.every((clause) => clause.expression.type === "TermQuery")) {
    clauses.push(...expression.clauses);
  } else {
    clauses.push(...expression.clauses.map((clause) => ({ occur, expression: clause.expression })));
  }
}
