import { geoPoint as geoPointField } from "../../field-types/geo-point.ts";
import { parseGeoPoint } from "../../geo/geo-point-value.ts";
import { pointsFromSource } from "../points-from-source.ts";
import { type RuntimeType, searchedType } from "../runtime-type.ts";

/** Points on the globe; unreadable ones become (0, 0). */
export const geoPoint: RuntimeType = searchedType({
  fieldType: geoPointField,
  summary: "Points on the globe.",
  queries: { className: "GeoPoint", exact: "value" },
  fromSource: ({ path, key }) => pointsFromSource(path, key),
  program: (script, scripts) => scripts.program(script, "geo_point_field"),
  fromScript: (point) => point,
  fromComposite: (value) => (value === null ? undefined : parseGeoPoint(value, true)),
});
