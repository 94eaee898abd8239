/** The plan of points near another. */
import { decodeLatitude, decodeLongitude } from "../../core/geo-encoding.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { Circle } from "../expressions/geo-distance.ts";
import { circleBounds, haversineKey, keyOfDistance } from "../geo/haversine.ts";
import { PredicateOperator } from "../operators/predicate.ts";
import { PresenceOperator } from "../operators/presence.ts";
import type { Plan, PlanOptions } from "../query.ts";
import { constantPlan } from "./constant-plan.ts";
import { hasField } from "./posting-of.ts";

export function planGeoDistance(planned: { field: string; circle: Circle; description: string }, options: PlanOptions): Plan {
  const { field, circle, description } = planned;
  const contains = containment(circle);
  return constantPlan(
    {
      kind: "IndexOrDocValuesQuery",
      description,
      operator(context) {
        if (!context.reader.column(field)) return undefined;
        const near = pointTest(context.reader, field, contains);
        return new PredicateOperator(context, new PresenceOperator(context, field), near);
      },
      matches: (segment, doc) => hasField(segment, field, doc) && pointTest(segment, field, contains)(doc),
      count: (segment) => (segment.column(field) ? undefined : 0),
    },
    options,
  );
}

type Containment = (encodedLat: number, encodedLon: number) => boolean;

/** Whether encoded points lie in the circle: the box first, which costs no trigonometry. */
function containment(circle: Circle): Containment {
  const { lat, lon } = circle;
  const limit = keyOfDistance(circle.radiusMeters);
  const box = circleBounds(lat, lon, circle.radiusMeters);
  return (encodedLat, encodedLon) => {
    const pointLat = decodeLatitude(encodedLat);
    if (pointLat < box.south || pointLat > box.north) return false;
    const pointLon = decodeLongitude(encodedLon);
    const inside =
      (pointLon >= box.west && pointLon <= box.east) ||
      (pointLon + 360 >= box.west && pointLon + 360 <= box.east) ||
      (pointLon - 360 >= box.west && pointLon - 360 <= box.east);
    return inside && haversineKey(lat, lon, pointLat, pointLon) <= limit;
  };
}

/** A test of one document: any of its points. */
function pointTest(segment: SegmentReader, field: string, contains: Containment): (doc: number) => boolean {
  const column = segment.column(field);
  if (!column?.values2) return () => false;
  const { values, values2, starts } = column;
  if (!starts) return (doc) => contains(Number(values[doc]), values2[doc]!);
  return (doc) => {
    for (let at = starts[doc]!; at < starts[doc + 1]!; at++) if (contains(Number(values[at]), values2[at]!)) return true;
    return false;
  };
}
