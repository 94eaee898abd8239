/** Matches documents that have a field (Lucene's `FieldExistsQuery`). */
import type { MappedField } from "../../mapping/field-type.ts";
import { READS } from "../../segment/field-reads.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { expressionKey, type Expression } from "../expression.ts";
import { matchAll } from "../match-all/match-all-expression.ts";
import { PresenceOperator } from "./presence.ts";
import type { Plan, PlanOptions } from "../query.ts";
import { constantPlan } from "../constant-score/constant-plan.ts";
import { hasField } from "../term/posting-of.ts";

/** Documents with at least one indexed value of `field`. */
export function fieldExists(field: MappedField): Expression {
  const description = `FieldExistsQuery [field=${field.path}]`;
  const self: Expression = {
    type: "FieldExistsQuery",
    description,
    key: expressionKey("exists", field.path),
    rewrite: (searcher) =>
      field.searchable && searcher.segments.every((segment) => docsWithField(segment, field.path) === segment.docCount)
        ? matchAll()
        : self,
    plan: (_searcher, options) => planFieldExists({ field: field.path, description }, options),
    highlightTerms() {},
  };
  return self;
}

function planFieldExists(planned: { field: string; description: string }, options: PlanOptions): Plan {
  const { field, description } = planned;
  return constantPlan(
    {
      kind: "FieldExistsQuery",
      description,
      operator: (context) =>
        docsWithField(context.reader, field) > 0 ? new PresenceOperator(context, field) : undefined,
      matches: (segment, doc) => hasField(segment, field, doc),
      count: (segment) => docsWithField(segment, field),
    },
    options,
  );
}

function docsWithField(segment: SegmentReader, name: string): number {
  const field = segment.field(name);
  if (!field) return 0;
  segment.reads.add(name, field.terms ? READS.terms : READS.points);
  return field.docsWithField;
}
