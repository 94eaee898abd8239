/** Matches documents with a point near another (the original's `geo_distance`). */
import type { MappedField } from "../../mapping/field-type.ts";
import { javaDouble } from "../../core/float32.ts";
import { planGeoDistance } from "../plans/geo-distance-plan.ts";
import { expressionKey, type Expression } from "./expression.ts";

/** A circle on the sphere. */
export interface Circle {
  readonly lat: number;
  readonly lon: number;
  readonly radiusMeters: number;
}

/** Documents with a point of `field` within the circle, its edge included. */
export function nearPoint(field: MappedField, circle: Circle): Expression {
  const { lat, lon, radiusMeters } = circle;
  const description = `${field.path}:${javaDouble(lat)},${javaDouble(lon)} +/- ${javaDouble(radiusMeters)} meters`;
  const self: Expression = {
    type: "IndexOrDocValuesQuery",
    description,
    key: expressionKey("geo_distance", field.path, lat, lon, radiusMeters),
    rewrite: () => self,
    plan: (_searcher, options) => planGeoDistance({ field: field.path, circle, description }, options),
    highlightTerms() {},
  };
  return self;
}
