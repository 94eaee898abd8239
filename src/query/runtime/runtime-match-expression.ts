/**
 * Matches documents by the values of a runtime field (Elasticsearch's `AbstractScriptFieldQuery`): each match scores 1.
 */
import { javaFloat } from "../../core/float32.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import { constantPlan } from "../constant-score/constant-plan.ts";
import type { Plan, PlanOptions, SearcherView } from "../query.ts";
import { explained } from "../scoring/explanation.ts";
import { expressionKey, type Expression } from "../expression.ts";

/** A query on a runtime field. */
export interface RuntimeMatch {
  readonly field: MappedField;
  /** Elasticsearch's class name and text form. */
  readonly type: string;
  readonly description: string;
  /** The same query on a field of that type with doc values; its scores are not used. */
  readonly inner: Expression;
}

/** Documents that `inner` matches. */
export function runtimeMatch({ field, type, description, inner }: RuntimeMatch): Expression {
  const self: Expression = {
    type,
    description,
    key: expressionKey("runtime", field.runtime?.values?.key, inner.key),
    rewrite: () => self,
    plan: (searcher, options) => planRuntime({ type, description, inner }, searcher, options),
    highlightTerms: (searcher, add, boost) => inner.highlightTerms(searcher, add, boost),
  };
  return self;
}

function planRuntime(
  { type, description, inner }: Omit<RuntimeMatch, "field">,
  searcher: SearcherView,
  options: PlanOptions,
): Plan {
  const matches = inner.plan(searcher, { scored: false, boost: 1 });
  const plan = constantPlan(
    {
      kind: type,
      description,
      operator: (context) => matches.operator(context),
      matches: (segment, doc) => matches.explain(segment, doc).match,
      count: (segment) => matches.count?.(segment),
    },
    options,
  );
  const boost = Math.fround(options.boost);
  return {
    ...plan,
    explain(segment, doc) {
      const told = plan.explain(segment, doc);
      if (!told.match) return told;
      const factors = [explained(boost, "boost"), explained(1, "runtime_field_score is always 1")];
      const described = boost === 1 ? description : `${description}^${javaFloat(boost)}`;
      return explained(boost, described, [explained(boost, "boost * runtime_field_score", factors)]);
    },
  };
}
