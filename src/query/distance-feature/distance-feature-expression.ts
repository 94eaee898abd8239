/**
 * Documents with an instant or a point, scored by how near it is to an origin (Lucene's `LongDistanceFeatureQuery` and
 * `LatLonPointDistanceFeatureQuery`).
 */
import type { MappedField } from "../../mapping/field-type.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { ScoredDocsOperator } from "../execution/scored-docs.ts";
import { expressionKey, type Expression } from "../expression.ts";
import { PresenceOperator } from "../field-exists/presence.ts";
import { TESTED_DOCS } from "../plan-cost.ts";
import type { Explanation, Plan, PlanOptions } from "../query.ts";
import { explained, unmatched } from "../scoring/explanation.ts";
import { hasField } from "../term/posting-of.ts";

/** How far documents are. */
export interface FeatureDistance {
  /** Lucene's class and text form. */
  readonly type: string;
  readonly description: string;
  /** What explanations say about how the score is computed. */
  readonly formula: string;
  readonly pivot: number;
  open(segment: SegmentReader): SegmentDistance;
}

/** Distances in one segment, of documents that have the field. */
export interface SegmentDistance {
  of(doc: number): number;
  /** Values and their names, for explanations. */
  details(doc: number): readonly (readonly [value: number, name: string])[];
}

/** Documents that have the field. */
export function distanceFeature(field: MappedField, distance: FeatureDistance): Expression {
  const { type, description } = distance;
  const self: Expression = {
    type,
    description,
    key: expressionKey("distance_feature", field.path, description),
    matchKey: () => expressionKey("exists", field.path),
    rewrite: () => self,
    plan: (_searcher, options) => planDistance(field, distance, options),
    highlightTerms() {},
  };
  return self;
}

function planDistance(field: MappedField, distance: FeatureDistance, { scored, boost }: PlanOptions): Plan {
  const { path } = field;
  const weight = Math.fround(boost);
  const scoreOf = (meters: number): number => Math.fround(weight * (distance.pivot / (distance.pivot + meters)));
  return {
    kind: distance.type,
    description: distance.description,
    children: [],
    operator(context) {
      if ((context.reader.field(path)?.docsWithField ?? 0) === 0) return undefined;
      const docs = new PresenceOperator(context, path);
      if (!scored) return docs;
      const distances = distance.open(context.reader);
      return new ScoredDocsOperator(context, docs, (doc) => scoreOf(distances.of(doc)), weight);
    },
    count: (segment) => segment.field(path)?.docsWithField ?? 0,
    cost: (segment) => (segment.field(path)?.docsWithField ?? 0) * (scored ? TESTED_DOCS : 1),
    explain(segment, doc) {
      if (!hasField(segment, path, doc)) return unmatched(`No value for ${path}`);
      const distances = distance.open(segment);
      const details = distances.details(doc).map(([value, name]) => exactly(value, name));
      return {
        ...explained(scored ? scoreOf(distances.of(doc)) : 0, distance.formula),
        details: [exactly(weight, "weight"), ...details],
      };
    },
  };
}

/** A value that may be too large for a float32. */
function exactly(value: number, description: string): Explanation {
  return { value, description, details: [], match: true };
}
