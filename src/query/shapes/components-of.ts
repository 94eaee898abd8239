/**
 * The components of a query's shape, encoded on the grid of the documents' shapes (Elasticsearch's
 * `LuceneGeometriesUtils`).
 */
import type { Geometry, Path, Rings } from "../../mapping/shapes/geometry.ts";
import type { Component } from "./component.ts";
import { LineComponent } from "./line-component.ts";
import { PointComponent } from "./point-component.ts";
import { PolygonComponent } from "./polygon-component.ts";
import type { ShapeSpace } from "./shape-space.ts";

/** Throws 400 for corners off the grid. Empty parts have no components. */
export function componentsOf(geometry: Geometry, space: ShapeSpace): Component[] {
  switch (geometry.type) {
    case "Point":
      return geometry.empty ? [] : [pointOf(geometry, space)];
    case "MultiPoint":
      return geometry.points.map((point) => pointOf(point, space));
    case "LineString":
      return lineOf(geometry.path, space);
    case "MultiLineString":
      return geometry.lines.flatMap((line) => lineOf(line, space));
    case "Polygon":
      return polygonOf(geometry, space);
    case "MultiPolygon":
      return geometry.polygons.flatMap((polygon) => polygonOf(polygon, space));
    case "Envelope":
      return geometry.empty ? [] : space.boxes(geometry);
    case "Circle":
      return geometry.empty ? [] : [space.circle(geometry)];
    case "GeometryCollection":
      return geometry.geometries.flatMap((part) => componentsOf(part, space));
  }
}

function pointOf({ x, y }: { x: number; y: number }, { grid }: ShapeSpace): Component {
  grid.check(x, y);
  return new PointComponent(grid.decodeX(grid.encodeX(x)), grid.decodeY(grid.encodeY(y)));
}

function lineOf(path: Path, space: ShapeSpace): Component[] {
  return path.xs.length === 0 ? [] : [new LineComponent(...onGrid(path, space))];
}

function polygonOf({ shell, holes }: Rings, space: ShapeSpace): Component[] {
  if (shell.xs.length === 0) return [];
  const inner = holes.map((hole) => new PolygonComponent(...onGrid(hole, space), []));
  return [new PolygonComponent(...onGrid(shell, space), inner)];
}

function onGrid({ xs, ys }: Path, { grid }: ShapeSpace): [xs: Float64Array, ys: Float64Array] {
  for (let at = 0; at < xs.length; at++) grid.check(xs[at]!, ys[at]!);
  return [
    Float64Array.from(xs, (x) => grid.decodeX(grid.encodeX(x))),
    Float64Array.from(ys, (y) => grid.decodeY(grid.encodeY(y))),
  ];
}
