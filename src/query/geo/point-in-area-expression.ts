/** Matches documents with a point in an area (Elasticsearch's `geo_distance`, `geo_polygon`, `geo_bounding_box`). */
import type { MappedField } from "../../mapping/field-type.ts";
import type { PointTest } from "./point-test.ts";
import { planGeoPoints } from "./geo-points-plan.ts";
import { expressionKey, type Expression } from "../expression.ts";
import { runtimeMatch } from "../runtime/runtime-match-expression.ts";

/** Documents with a point of `field` in the area; `area` is its text in explanations and the profile. */
export function pointInArea(field: MappedField, area: string, contains: PointTest): Expression {
  if (field.runtime) {
    const type = "GeoPointScriptFieldGeoShapeQuery";
    return runtimeMatch({
      field,
      type,
      description: `${field.path}:${type}`,
      inner: pointInArea({ ...field, runtime: undefined }, area, contains),
    });
  }
  const description = `${field.path}:${area}`;
  const self: Expression = {
    type: "IndexOrDocValuesQuery",
    description,
    key: expressionKey("point-in-area", field.path, area),
    rewrite: () => self,
    plan: (_searcher, options) => planGeoPoints({ field: field.path, contains, description }, options),
    highlightTerms() {},
  };
  return self;
}
