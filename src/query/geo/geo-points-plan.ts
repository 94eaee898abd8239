/** The plan of documents with a point in an area. */
import { decodeLatitude, decodeLongitude } from "../../core/geo-encoding.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { PointTest } from "./point-test.ts";
import { PredicateOperator } from "../execution/predicate.ts";
import { PresenceOperator } from "../field-exists/presence.ts";
import type { Plan, PlanOptions } from "../query.ts";
import { constantPlan } from "../constant-score/constant-plan.ts";
import { hasField } from "../term/posting-of.ts";

/** Points are tested as stored in the column, on the encoding grid. */
export function planGeoPoints(
  planned: { field: string; contains: PointTest; description: string },
  options: PlanOptions,
): Plan {
  const { field, contains, description } = planned;
  return constantPlan(
    {
      kind: "IndexOrDocValuesQuery",
      description,
      operator(context) {
        if (!context.reader.column(field)) return undefined;
        return new PredicateOperator(
          context,
          new PresenceOperator(context, field),
          documentTest(context.reader, field, contains),
        );
      },
      matches: (segment, doc) => hasField(segment, field, doc) && documentTest(segment, field, contains)(doc),
      count: (segment) => (segment.column(field) ? undefined : 0),
    },
    options,
  );
}

/** Tests whether any point of a document lies in the area. */
function documentTest(segment: SegmentReader, field: string, contains: PointTest): (doc: number) => boolean {
  const column = segment.column(field);
  if (!column?.values2) return () => false;
  const { values, values2, starts } = column;
  const inside = (at: number): boolean => contains(decodeLatitude(Number(values[at])), decodeLongitude(values2[at]!));
  if (!starts) return inside;
  return (doc) => {
    for (let at = starts[doc]!; at < starts[doc + 1]!; at++) if (inside(at)) return true;
    return false;
  };
}
