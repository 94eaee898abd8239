/** The plan of a boolean query (Lucene's `BooleanWeight` and `Boolean2ScorerSupplier`). */
import type { BooleanExpression, Occur } from "./boolean-expression.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { Operator, OperatorContext } from "../operator.ts";
import { ConjunctionOperator } from "./conjunction-operator.ts";
import { DisjunctionOperator } from "./disjunction-operator.ts";
import { ExclusionOperator } from "./exclusion-operator.ts";
import { OptionalOperator } from "./optional-operator.ts";
import type { Explanation, Plan, PlanOptions, SearcherView } from "../query.ts";
import { planExpression } from "../query-cache/cached-plan.ts";
import { explained, unmatched } from "../scoring/explanation.ts";
import { costOf, jointCostOf, TESTED_DOCS } from "../plan-cost.ts";

interface PlannedClause {
  readonly occur: Occur;
  readonly plan: Plan;
}

export function planBoolean(query: BooleanExpression, searcher: SearcherView, options: PlanOptions): Plan {
  const clauses = query.clauses.map(({ occur, expression }) => {
    const scored = options.scored && (occur === "must" || occur === "should");
    return { occur, plan: planExpression(expression, searcher, { scored, boost: options.boost }) };
  });
  return new BooleanPlan(clauses, query, options.scored);
}

class BooleanPlan implements Plan {
  readonly kind = "BooleanQuery";
  readonly children: readonly Plan[];
  readonly #clauses: readonly PlannedClause[];
  readonly #query: BooleanExpression;
  readonly #minimum: number;
  readonly #scored: boolean;

  constructor(clauses: readonly PlannedClause[], query: BooleanExpression, scored: boolean) {
    this.#clauses = clauses;
    this.#query = query;
    this.#minimum = query.minimum;
    this.#scored = scored;
    this.children = clauses.map((clause) => clause.plan);
  }

  get description(): string {
    return this.#query.description;
  }

  operator(context: OperatorContext, leadCost?: number): Operator | undefined {
    const must = requiredOperators(this.#of("must"), context, leadCost);
    const filters = must && requiredOperators(this.#of("filter"), context, leastCost(must, leadCost));
    if (!must || !filters) return undefined;
    const optional = presentOperators(this.#of("should"), context);
    if (optional.length < this.#minimum) return undefined;
    let minimum = this.#minimum;
    if (minimum > 0 && optional.length === minimum) {
      // As many optional clauses must match as are left, so all are required: the scores form one sum, as in
      // Elasticsearch.
      must.push(...optional.splice(0));
      minimum = 0;
    }
    const positive = this.#positive(context, must, filters, optional, minimum);
    const excluded = positive && presentOperators(this.#of("must_not"), context);
    if (!positive || !excluded || excluded.length === 0) return positive;
    return new ExclusionOperator(context, positive, anyOf(context, excluded, 1));
  }

  #of(occur: Occur): Plan[] {
    return this.#clauses.filter((clause) => clause.occur === occur).map((clause) => clause.plan);
  }

  #positive(
    context: OperatorContext,
    must: readonly Operator[],
    filters: readonly Operator[],
    optional: readonly Operator[],
    minimum: number,
  ): Operator | undefined {
    if (must.length + filters.length === 0) {
      return optional.length === 0 ? undefined : anyOf(context, optional, Math.max(1, minimum));
    }
    // Filters do not score: the scores are those of the optional clauses alone.
    if (must.length === 0 && minimum > 0 && optional.length > 0)
      return allOf(context, [anyOf(context, optional, minimum)], filters, this.#scored);
    const required = allOf(context, must, filters, this.#scored);
    if (optional.length === 0) return required;
    if (minimum > 0) return allOf(context, [required, anyOf(context, optional, minimum)], [], this.#scored);
    return this.#scored ? new OptionalOperator(context, required, anyOf(context, optional, 1)) : required;
  }

  cost(segment: SegmentReader): number {
    const excluded = costOfAll(this.#of("must_not"), segment);
    const optional = costOfAll(this.#of("should"), segment);
    const required = [...this.#of("must"), ...this.#of("filter")];
    if (required.length === 0) return optional + Math.min(excluded, optional * TESTED_DOCS);
    const joint = jointCostOf(required, segment);
    // What is required leads: of the others, no more is looked at than that.
    const others = this.#scored || this.#minimum > 0 ? optional + excluded : excluded;
    return joint + Math.min(others, joint * TESTED_DOCS);
  }

  explain(segment: SegmentReader, doc: number): Explanation {
    const details: Explanation[] = [];
    let failed = false;
    let matched = 0;
    let optional = 0;
    let mustSum = 0;
    let shouldSum = 0;
    for (const { occur, plan } of this.#clauses) {
      const inner = plan.explain(segment, doc);
      if (!inner.match) {
        if (occur !== "must" && occur !== "filter") continue;
        details.push(unmatched(`no match on required clause (${plan.description})`, [inner]));
        failed = true;
        continue;
      }
      if (occur === "must_not") {
        details.push(unmatched(`match on prohibited clause (${plan.description})`, [inner]));
        failed = true;
        continue;
      }
      matched++;
      if (occur === "filter") {
        details.push(explained(0, "match on required clause, product of:", [explained(0, "# clause"), inner]));
        continue;
      }
      details.push(inner);
      if (occur === "should") optional++;
      if (occur === "should") shouldSum += Math.fround(inner.value);
      else mustSum += Math.fround(inner.value);
    }
    if (failed) return unmatched("Failure to meet condition(s) of required/prohibited clause(s)", details);
    if (matched === 0) return unmatched("No matching clauses", details);
    if (optional < this.#minimum) {
      return unmatched(`Failure to match minimum number of optional clauses: ${this.#minimum}`, details);
    }
    // Required and optional scores are rounded separately and then added, as the operators do.
    return explained(this.#scored ? Math.fround(Math.fround(mustSum) + Math.fround(shouldSum)) : 0, "sum of:", details);
  }
}

function costOfAll(plans: readonly Plan[], segment: SegmentReader): number {
  return plans.reduce((sum, plan) => sum + costOf(plan, segment), 0);
}

/**
 * Operators of all plans, or undefined when one of them matches nothing in the segment. At most `leadCost` documents
 * will be tested.
 */
function requiredOperators(
  plans: readonly Plan[],
  context: OperatorContext,
  leadCost = Number.POSITIVE_INFINITY,
): Operator[] | undefined {
  const operators: Operator[] = [];
  let lead = leadCost;
  for (const plan of plans) {
    const operator = plan.operator(context, lead);
    if (!operator) return undefined;
    lead = Math.min(lead, operator.cost);
    operators.push(operator);
  }
  return operators;
}

/** The number of documents on which clauses beside these operators will be tested. */
function leastCost(operators: readonly Operator[], leadCost = Number.POSITIVE_INFINITY): number {
  return Math.min(leadCost, ...operators.map((operator) => operator.cost));
}

function presentOperators(plans: readonly Plan[], context: OperatorContext): Operator[] {
  return plans.map((plan) => plan.operator(context)).filter((operator) => operator !== undefined);
}

function allOf(
  context: OperatorContext,
  scoring: readonly Operator[],
  filters: readonly Operator[],
  scored: boolean,
): Operator {
  const [only] = scoring;
  if (only && scoring.length === 1 && filters.length === 0) return only;
  return new ConjunctionOperator(
    context,
    scored ? { scoring, filters } : { scoring: [], filters: [...scoring, ...filters] },
  );
}

function anyOf(context: OperatorContext, operators: readonly Operator[], minimum: number): Operator {
  const [only] = operators;
  return only && operators.length === 1 && minimum <= 1 ? only : new DisjunctionOperator(context, operators, minimum);
}
