import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { ownOf } from "../../core/names.ts";
import type { FieldType } from "../field-type.ts";
import type { Geometry } from "../shapes/geometry.ts";
import { normalizeGeometry } from "../shapes/normalize-geometry.ts";
import { globe } from "../shapes/shape-grid.ts";
import { shapeType } from "../shapes/shape-type.ts";
import { ValueError } from "../value-error.ts";

/** Parameters of Elasticsearch's old prefix trees, in the order in which it reports them. */
const legacyParameters: readonly string[] = [
  "points_only",
  "precision",
  "tree",
  "distance_error_pct",
  "strategy",
  "tree_levels",
];

const type = shapeType(
  { name: "geo_shape", grid: globe, wraps: true, normalize: normalizeGeometry, refuse: refuseCircles },
  "Points, lines and areas on the globe, as GeoJSON or well-known text.",
);

/** Shapes on the globe: triangles, segments and points on the grid of `geo_point`. */
export const geoShape: FieldType = {
  ...type,

  refuse(definition, name) {
    const legacy = legacyParameters.filter((parameter) => ownOf(definition, parameter) !== undefined);
    if (legacy.length > 0)
      throw illegalArgument(
        `using deprecated parameters [${legacy.join(", ")}] in mapper [${name}] of type [geo_shape] is no longer allowed`,
      );
  },
};

/** Throws for circles: they must be converted to polygons first (by the `circle` processor). */
function refuseCircles(geometry: Geometry): void {
  if (geometry.type === "GeometryCollection") geometry.geometries.forEach(refuseCircles);
  if (geometry.type !== "Circle") return;
  throw new ValueError(new RequestError(400, "unsupported_operation_exception", "CIRCLE geometry is not supported"));
}
