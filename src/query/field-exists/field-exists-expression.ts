/** Matches documents that have a field (Lucene's `FieldExistsQuery`). */
import type { MappedField } from "../../mapping/field-type.ts";
import { planFieldExists } from "./field-exists-plan.ts";
import { expressionKey, type Expression } from "../expression.ts";
import { matchAll } from "../match-all/match-all-expression.ts";

/** Documents with at least one indexed value of `field`. */
export function fieldExists(field: MappedField): Expression {
  const description = `FieldExistsQuery [field=${field.path}]`;
  const self: Expression = {
    type: "FieldExistsQuery",
    description,
    key: expressionKey("exists", field.path),
    rewrite: (searcher) =>
      field.searchable &&
      searcher.segments.every((segment) => segment.field(field.path)?.docsWithField === segment.docCount)
        ? matchAll()
        : self,
    plan: (_searcher, options) => planFieldExists({ field: field.path, description }, options),
    highlightTerms() {},
  };
  return self;
}
