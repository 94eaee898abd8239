import type { FieldType } from "../field-type.ts";
import { plane } from "../shapes/shape-grid.ts";
import { shapeType } from "../shapes/shape-type.ts";

/** Shapes in a plane: triangles, segments and points of float32 coordinates. */
export const shape: FieldType = shapeType(
  { name: "shape", grid: plane, wraps: false, normalize: (geometry) => geometry, refuse() {} },
  "Points, lines and areas in a plane, as GeoJSON or well-known text.",
);
