/** A word in several fields, scored as if these were one (Lucene's `CombinedFieldQuery`). */
import { javaFloat } from "../../core/float32.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import { expressionKey, type Expression } from "../expression.ts";
import { someOf, anyOfTerms } from "../percolation/candidates.ts";
import { planCombinedTerms } from "./combined-terms-plan.ts";
import { termText } from "../term/term-text.ts";

/** A field with its weight, a float32 of at least 1. */
export interface CombinedField {
  readonly field: MappedField;
  readonly weight: number;
}

/** Documents with any of the synonymous terms in any of the fields. */
export function combinedTerms(fields: readonly CombinedField[], terms: readonly Uint8Array[]): Expression {
  const names = fields.map(({ field, weight }) => (weight === 1 ? field.path : `${field.path}^${javaFloat(weight)}`));
  const description = `CombinedFieldQuery((${names.join(" ")})(${terms.map(termText).join(" ")}))`;
  const self: Expression = {
    type: "CombinedFieldQuery",
    description,
    key: expressionKey("combined", ...names, ...terms.map(termText)),
    candidates: () =>
      someOf(
        fields.map(({ field }) => anyOfTerms(field.path, terms)),
        1,
      ),
    rewrite: () => self,
    plan: (searcher, options) => planCombinedTerms({ fields, terms, description }, searcher, options),
    highlightTerms(_searcher, add, boost) {
      for (const { field, weight } of fields)
        for (const bytes of terms) add({ field: field.path, words: [termText(bytes)], slop: 0, boost: boost * weight });
    },
  };
  return self;
}
