/** Matches documents with a shape in a given relation to the query's (Lucene's `LatLonShapeQuery`, `XYShapeQuery`). */
import { type PlannedShapes, planShapes } from "./shapes-plan.ts";
import { expressionKey, type Expression } from "../expression.ts";

/** `shape`: a text that identifies the query's shape. */
export function shapeRelation(planned: Omit<PlannedShapes, "description">, shape: string): Expression {
  const { kind, field, relation } = planned;
  const description = `${kind}: field=${field}:${shape}`;
  const self: Expression = {
    type: kind,
    description,
    key: expressionKey("shape", kind, field, relation, shape),
    rewrite: () => self,
    plan: (_searcher, options) => planShapes({ ...planned, description }, options),
    highlightTerms() {},
  };
  return self;
}
