/** `geo_shape`: documents with a shape or point on the globe in a relation to another shape. */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import { type Geometry, isEmptyGeometry } from "../../mapping/shapes/geometry.ts";
import { normalizeGeometry } from "../../mapping/shapes/normalize-geometry.ts";
import { geometryWkt } from "../../mapping/shapes/show-geometry.ts";
import { refuseUnindexed } from "../expensive-queries.ts";
import type { Expression } from "../expression.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { shapeRelation } from "../shapes/shape-relation-expression.ts";
import { kindQuery } from "../kind-query.ts";
import type { QueryKind } from "../query-kind.ts";
import type { SearcherView } from "../query.ts";
import { queryShardException } from "../query-shard-exception.ts";
import { componentsOf } from "../shapes/components-of.ts";
import { readShapeQuery, type ShapeQueryBody } from "../shapes/shape-query-body.ts";
import { onGlobe } from "../shapes/shape-space.ts";

export const geoShape: QueryKind = {
  name: "geo_shape",
  summary: "Matches documents by the relation of their shapes or points on the globe to another shape.",

  parse(body, context) {
    const read = readShapeQuery("geo_shape", body, context);
    return kindQuery(read.head, (searcher) => related(searcher, read));
  },
};

function related(searcher: SearcherView, { field: path, shape, relation, ignoreUnmapped }: ShapeQueryBody): Expression {
  const field = searcher.mapping.field(path);
  if (!field && ignoreUnmapped) return matchNone(`unmapped field [${path}]`);
  if (!field) throw queryShardException(searcher.index, `failed to find type for field [${path}]`);
  if (field.capabilities.geometry?.space !== "globe") {
    throw queryShardException(
      searcher.index,
      `Field [${path}] is of unsupported type [${field.type}] for [geo_shape] query`,
    );
  }
  requireKept(field);
  refuseUnindexed(searcher, field);
  if (!shape || isEmptyGeometry(shape)) return matchNone("nothing to relate to");
  try {
    const geometry = normalizeGeometry(shape, true);
    if (relation === "within") refuseLines(geometry);
    const components = componentsOf(geometry, onGlobe);
    if (components.length === 0) return matchNone("nothing to relate to");
    return shapeRelation(
      { kind: "LatLonShapeQuery", field: field.path, grid: onGlobe.grid, components, relation },
      geometryWkt(geometry),
    );
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw queryShardException(searcher.index, `Exception creating query on Field [${path}] ${error.message}`, error);
  }
}

/** Throws 400 for a field with neither index nor doc values. */
function requireKept(field: MappedField): void {
  if (!field.searchable && !field.aggregatable)
    throw illegalArgument(`Cannot search on field [${field.path}] since it is not indexed nor has doc values.`);
}

/** Elasticsearch refuses lines here: nothing lies within a line. */
function refuseLines(geometry: Geometry): void {
  if (geometry.type === "GeometryCollection") geometry.geometries.forEach(refuseLines);
  if (geometry.type === "LineString" || geometry.type === "MultiLineString")
    throw illegalArgument("found an unsupported shape Line");
}
