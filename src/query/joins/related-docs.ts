/** The documents that a document is joined with, one by one: inner hits ask for them. */
import type { MappedField } from "../../mapping/field-type.ts";
import { booleanOf } from "../boolean/boolean-expression.ts";
import { rewriteFully } from "../expression.ts";
import { expressionOf } from "../kind-query.ts";
import { planExpression } from "../query-cache/cached-plan.ts";
import type { Plan, Query, SearcherView } from "../query.ts";
import { term } from "../term/term-expression.ts";
import { ofRelation } from "./of-relation.ts";
import type { Relations } from "./relations.ts";

const encoder = new TextEncoder();

/** One side of a join. */
export interface RelatedDocs {
  readonly relations: Relations;
  /** Has the id of the parent, on both sides. */
  readonly ids: MappedField;
  /** The relation of the documents that are looked for. */
  readonly type: string;
  /** What these match. */
  readonly query: Query;
}

/** Documents of a relation that match a query, and belong to the parent with an id. */
export function planRelated({ relations, ids, type, query }: RelatedDocs, id: string, searcher: SearcherView): Plan {
  const expression = booleanOf([
    { occur: "must", expression: expressionOf(query, searcher) },
    { occur: "filter", expression: ofRelation(relations, [type]) },
    { occur: "filter", expression: term(ids, encoder.encode(id)) },
  ]);
  return planExpression(rewriteFully(expression, searcher), searcher, { scored: true, boost: 1 });
}
