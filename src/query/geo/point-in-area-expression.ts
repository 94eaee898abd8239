/** Matches documents with a point in an area (Elasticsearch's `geo_distance`, `geo_polygon`, `geo_bounding_box`). */
import type { MappedField } from "../../mapping/field-type.ts";
import type { PointArea } from "./point-area.ts";
import { planGeoPoints } from "./geo-points-plan.ts";
import { expressionKey, type Expression } from "../expression.ts";
import { runtimeMatch } from "../runtime/runtime-match-expression.ts";

/** Documents with a point of `field` in the area; `text` is what explanations and the profile call it. */
export function pointInArea(field: MappedField, text: string, area: PointArea): Expression {
  if (field.runtime) {
    const type = "GeoPointScriptFieldGeoShapeQuery";
    return runtimeMatch({
      field,
      type,
      description: `${field.path}:${type}`,
      inner: pointInArea({ ...field, runtime: undefined }, text, area),
    });
  }
  const description = `${field.path}:${text}`;
  const self: Expression = {
    type: "IndexOrDocValuesQuery",
    description,
    key: expressionKey("point-in-area", field.path, text),
    rewrite: () => self,
    plan: (_searcher, options) => planGeoPoints({ field: field.path, area, description }, options),
    highlightTerms() {},
  };
  return self;
}
