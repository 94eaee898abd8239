/** The plan of documents with a point in an area. */
import { decodeLatitude, decodeLongitude } from "../../core/geo-encoding.ts";
import { READS } from "../../segment/field-reads.ts";
import type { ColumnReader, SegmentReader } from "../../segment/segment-reader.ts";
import { constantPlan } from "../constant-score/constant-plan.ts";
import { PredicateOperator } from "../execution/predicate.ts";
import { PresenceOperator } from "../field-exists/presence.ts";
import type { Operator, OperatorContext } from "../operator.ts";
import type { Plan, PlanOptions } from "../query.ts";
import { hasField } from "../term/posting-of.ts";
import { isInBox, type PointArea } from "./point-area.ts";
import { PointBoxOperator } from "./point-box-operator.ts";

/** Points are tested as stored in the column, on the encoding grid. */
export function planGeoPoints(
  planned: { field: string; area: PointArea; description: string },
  options: PlanOptions,
): Plan {
  const { field, area, description } = planned;
  return constantPlan(
    {
      kind: "IndexOrDocValuesQuery",
      description,
      operator(context) {
        const column = context.reader.column(field, READS.points);
        return column && pointsOperator(context, field, column, area);
      },
      matches: (segment, doc) => hasField(segment, field, doc) && documentTest(segment, field, area)(doc),
      count: (segment) => (segment.column(field, READS.points) ? undefined : 0),
    },
    options,
  );
}

function pointsOperator(context: OperatorContext, field: string, column: ColumnReader, area: PointArea): Operator {
  const { values, values2, starts, onHeap } = column;
  const checked = (among: Operator): Operator =>
    new PredicateOperator(context, among, documentTest(context.reader, field, area));
  // The kernel compares several values of a document in ascending order, which those of points are not in.
  if (onHeap || starts || !values2) return checked(new PresenceOperator(context, field));
  const single = { ...column, type: "i32", zones: undefined } as const;
  const columns = { latitudes: { ...single, values }, longitudes: { ...single, values: values2 } };
  const inBox = new PointBoxOperator(context, field, columns, area.box);
  return area.contains ? checked(inBox) : inBox;
}

/** Tests whether any point of a document lies in the area. */
function documentTest(segment: SegmentReader, field: string, { box, contains }: PointArea): (doc: number) => boolean {
  const column = segment.column(field, READS.points);
  if (!column?.values2) return () => false;
  const { values, values2, starts } = column;
  const inside = (at: number): boolean => {
    const lat = Number(values[at]);
    const lon = values2[at]!;
    return isInBox(box, lat, lon) && (contains === undefined || contains(decodeLatitude(lat), decodeLongitude(lon)));
  };
  if (!starts) return inside;
  return (doc) => {
    for (let at = starts[doc]!; at < starts[doc + 1]!; at++) if (inside(at)) return true;
    return false;
  };
}
