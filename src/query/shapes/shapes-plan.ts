/** The plan for documents with a shape in a given relation to the query's. */
import { READS } from "../../segment/field-reads.ts";
import type { ShapeGrid } from "../../mapping/shapes/shape-grid.ts";
import { PredicateOperator } from "../execution/predicate.ts";
import { PresenceOperator } from "../field-exists/presence.ts";
import type { Plan, PlanOptions } from "../query.ts";
import type { Component } from "./component.ts";
import { shapeTest, type ShapeRelationName } from "./shape-relation.ts";
import { constantPlan } from "../constant-score/constant-plan.ts";
import { hasField } from "../term/posting-of.ts";

/** A shape query to be planned. */
export interface PlannedShapes {
  readonly kind: string;
  readonly field: string;
  readonly grid: ShapeGrid;
  readonly components: readonly Component[];
  readonly relation: ShapeRelationName;
  readonly description: string;
}

export function planShapes(
  { kind, field, grid, components, relation, description }: PlannedShapes,
  options: PlanOptions,
): Plan {
  return constantPlan(
    {
      kind,
      description,
      operator(context) {
        if (!context.reader.column(field, READS.points)) return undefined;
        return new PredicateOperator(
          context,
          new PresenceOperator(context, field),
          shapeTest(context.reader, field, grid, components, relation),
        );
      },
      matches: (segment, doc) =>
        hasField(segment, field, doc) && shapeTest(segment, field, grid, components, relation)(doc),
      count: (segment) => (segment.column(field, READS.points) ? undefined : 0),
    },
    options,
  );
}
