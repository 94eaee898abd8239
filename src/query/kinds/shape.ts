/** `shape`: documents with a shape or point in a plane in a relation to another shape. */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import { type Geometry, isEmptyGeometry } from "../../mapping/shapes/geometry.ts";
import { geometryWkt } from "../../mapping/shapes/show-geometry.ts";
import { refuseUnindexed } from "../expensive-queries.ts";
import { booleanOf } from "../boolean/boolean-expression.ts";
import type { Expression } from "../expression.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { shapeRelation } from "../shapes/shape-relation-expression.ts";
import { kindQuery } from "../kind-query.ts";
import type { QueryKind } from "../query-kind.ts";
import type { SearcherView } from "../query.ts";
import { queryShardException } from "../query-shard-exception.ts";
import { componentsOf } from "../shapes/components-of.ts";
import { readShapeQuery, type ShapeQueryBody } from "../shapes/shape-query-body.ts";
import { inPlane } from "../shapes/shape-space.ts";

export const shape: QueryKind = {
  name: "shape",
  summary: "Matches documents by the relation of their shapes or points in a plane to another shape.",

  parse(body, context) {
    const read = readShapeQuery("shape", body, context);
    return kindQuery(read.head, (searcher) => related(searcher, read));
  },
};

function related(searcher: SearcherView, body: ShapeQueryBody): Expression {
  const { field: path, ignoreUnmapped } = body;
  const field = searcher.mapping.field(path);
  if (!field && ignoreUnmapped) return matchNone(`unmapped field [${path}]`);
  if (!field) throw queryShardException(searcher.index, `failed to find type for field [${path}]`);
  const { geometry } = field.capabilities;
  if (geometry?.space !== "plane") {
    throw queryShardException(
      searcher.index,
      `Field [${path}] is of unsupported type [${field.type}] for [shape] query`,
    );
  }
  if (!field.searchable && !field.aggregatable)
    throw illegalArgument(`Cannot search on field [${field.path}] since it is not indexed nor has doc values.`);
  refuseUnindexed(searcher, field);
  return geometry.of === "points" ? relatedPoints(searcher, field, body) : relatedShapes(searcher, field, body);
}

function relatedShapes(
  searcher: SearcherView,
  field: MappedField,
  { field: path, shape: geometry, relation }: ShapeQueryBody,
): Expression {
  if (!geometry || isEmptyGeometry(geometry)) return matchNone("nothing to relate to");
  try {
    const components = componentsOf(geometry, inPlane);
    return shapeRelation(
      { kind: "XYShapeQuery", field: field.path, grid: inPlane.grid, components, relation },
      geometryWkt(geometry),
    );
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw queryShardException(searcher.index, `Exception creating query on Field [${path}] ${error.message}`, error);
  }
}

/**
 * For point fields Elasticsearch only tests whether they lie in an area, so every part of a collection must have one.
 */
function relatedPoints(
  searcher: SearcherView,
  field: MappedField,
  { shape: geometry, relation, field: path }: ShapeQueryBody,
): Expression {
  if (relation !== "intersects")
    throw queryShardException(
      searcher.index,
      `${relation.toUpperCase()} query relation not supported for Field [${path}].`,
    );
  return geometry ? pointsIn(searcher, field, geometry) : matchNone("nothing to relate to");
}

function pointsIn(searcher: SearcherView, field: MappedField, geometry: Geometry): Expression {
  switch (geometry.type) {
    case "GeometryCollection": {
      const parts = geometry.geometries.map((part) => pointsIn(searcher, field, part));
      return parts.length === 0
        ? matchNone("nothing to relate to")
        : booleanOf(parts.map((expression) => ({ occur: "filter", expression })));
    }
    case "Circle":
    case "Polygon":
    case "MultiPolygon":
    case "Envelope": {
      const components = componentsOf(geometry, inPlane);
      return shapeRelation(
        { kind: "XYPointInGeometryQuery", field: field.path, grid: inPlane.grid, components, relation: "intersects" },
        geometryWkt(geometry),
      );
    }
    default:
      throw queryShardException(
        searcher.index,
        `Field [${field.path}] does not support ${geometry.type.toUpperCase()} queries`,
      );
  }
}
