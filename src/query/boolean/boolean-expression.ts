/** A combination of clauses (Lucene's `BooleanQuery`). */
import { checkClauseCount } from "../limits.ts";
import type { HighlightTerm, Plan, PlanOptions, SearcherView } from "../query.ts";
import { planBoolean } from "./boolean-plan.ts";
import { expressionKey, type Expression, matchKeyOf } from "../expression.ts";
import { rewriteBoolean } from "./rewrite-boolean.ts";
import { allOf, anyDocument, type Candidates, inexact, someOf } from "../percolation/candidates.ts";

/** The role of a clause. */
export type Occur = "must" | "filter" | "should" | "must_not";

/** One clause. */
export interface Clause {
  readonly occur: Occur;
  readonly expression: Expression;
}

const marks: Readonly<Record<Occur, string>> = { must: "+", filter: "#", should: "", must_not: "-" };

/** A conjunction, disjunction or exclusion, or several of these together. */
export class BooleanExpression implements Expression {
  readonly type = "BooleanQuery";
  readonly clauses: readonly Clause[];
  /** How many optional clauses must match; 0: at least one, unless there are required clauses. */
  readonly minimum: number;
  #key: string | undefined;

  constructor(clauses: readonly Clause[], minimum: number) {
    checkClauseCount(clauses.length);
    this.clauses = clauses;
    this.minimum = minimum;
  }

  get key(): string {
    return (this.#key ??= expressionKey(
      "bool",
      this.minimum,
      ...this.clauses.map((clause) => clause.occur + clause.expression.key),
    ));
  }

  /** Without scores the order of clauses does not matter, and `must` means the same as `filter`. */
  matchKey(): string {
    const clauses = this.clauses.map(
      ({ occur, expression }) => (occur === "must" ? "filter" : occur) + matchKeyOf(expression),
    );
    return expressionKey("bool", this.minimum, ...clauses.sort());
  }

  get description(): string {
    const parts = this.clauses.map(({ occur, expression }) => {
      const text = expression instanceof BooleanExpression ? `(${expression.description})` : expression.description;
      return marks[occur] + text;
    });
    return this.minimum > 0 ? `(${parts.join(" ")})~${this.minimum}` : parts.join(" ");
  }

  /** The expressions of the clauses with one role. */
  of(occur: Occur): Expression[] {
    return this.clauses.filter((clause) => clause.occur === occur).map((clause) => clause.expression);
  }

  /** The same with other clauses. */
  with(clauses: readonly Clause[], minimum = 0): BooleanExpression {
    return new BooleanExpression(clauses, minimum);
  }

  /**
   * With exclusions the candidates are inexact: the same terms are necessary, but some documents that have them do not
   * match.
   */
  candidates(): Candidates | undefined {
    const of = (occur: Occur): (Candidates | undefined)[] =>
      this.of(occur).map((expression) => expression.candidates?.());
    const required = [...of("must"), ...of("filter")];
    const optional = of("should");
    const least = this.minimum > 0 ? this.minimum : required.length === 0 && optional.length > 0 ? 1 : 0;
    const parts = least > 0 ? [...required, someOf(optional, least)] : required;
    const candidates = parts.length === 0 ? anyDocument : allOf(parts);
    return this.of("must_not").length > 0 ? inexact(candidates) : candidates;
  }

  rewrite(searcher: SearcherView): Expression {
    return rewriteBoolean(this, searcher);
  }

  plan(searcher: SearcherView, options: PlanOptions): Plan {
    return planBoolean(this, searcher, options);
  }

  highlightTerms(searcher: SearcherView, add: (term: HighlightTerm) => void, boost: number): void {
    for (const { occur, expression } of this.clauses) {
      if (occur !== "must_not") expression.highlightTerms(searcher, add, boost);
    }
  }
}

/** Combines clauses. */
export function booleanOf(clauses: readonly Clause[], minimum = 0): BooleanExpression {
  return new BooleanExpression(clauses, minimum);
}
