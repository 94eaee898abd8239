/** The space of a query's shapes: the globe or a plane, which differ in grid, circles and boxes. */
import { illegalArgument } from "../../compat/errors.ts";
import { javaDouble, javaFloat } from "../../core/float32.ts";
import type { CircleGeometry, Envelope } from "../../mapping/shapes/geometry.ts";
import { globe, plane, type ShapeGrid } from "../../mapping/shapes/shape-grid.ts";
import { circleBounds, haversineKey, keyOfDistance } from "../geo/haversine.ts";
import { BoxComponent } from "./box-component.ts";
import { CircleComponent } from "./circle-component.ts";
import type { Component } from "./component.ts";

export interface ShapeSpace {
  readonly grid: ShapeGrid;
  /** A box, or two when it crosses the date line. Throws 400 for sides off the grid or in the wrong order. */
  boxes(box: Envelope): Component[];
  circle(circle: CircleGeometry): Component;
}

export const onGlobe: ShapeSpace = {
  grid: globe,

  boxes({ minX, maxX, minY, maxY }) {
    globe.check(minX, minY);
    globe.check(maxX, maxY);
    const onGrid = (west: number, east: number): Component =>
      new BoxComponent(
        globe.decodeX(globe.encodeX(west)),
        globe.decodeX(globe.encodeX(east)),
        globe.decodeY(globe.encodeY(minY)),
        globe.decodeY(globe.encodeY(maxY)),
      );
    if (minX <= maxX) return [onGrid(minX, maxX)];
    return minX === 180 ? [onGrid(-180, maxX)] : [onGrid(minX, 180), onGrid(-180, maxX)];
  },

  circle({ x, y, radiusMeters }) {
    globe.check(x, y);
    if (!Number.isFinite(radiusMeters)) throw illegalArgument(`radiusMeters: '${javaDouble(radiusMeters)}' is invalid`);
    const limit = keyOfDistance(radiusMeters);
    const { south, north, west, east } = circleBounds(y, x, radiusMeters);
    const turn = west < -180 ? 360 : east > 180 ? -360 : 0;
    const wraps = turn !== 0;
    return new CircleComponent({
      minX: wraps ? -180 : west,
      maxX: wraps ? 180 : east,
      minY: Math.max(-90, south),
      maxY: Math.min(90, north),
      centers: wraps
        ? [
            { x, y },
            { x: x + turn, y },
          ]
        : [{ x, y }],
      contains: (pointX, pointY) => haversineKey(pointY, pointX, y, x) <= limit,
    });
  },
};

export const inPlane: ShapeSpace = {
  grid: plane,

  boxes({ minX, maxX, minY, maxY }) {
    plane.check(minX, minY);
    plane.check(maxX, maxY);
    if (minX > maxX) throw illegalArgument(`minX must be lower than maxX, got ${javaFloat(minX)} > ${javaFloat(maxX)}`);
    return [new BoxComponent(Math.fround(minX), Math.fround(maxX), Math.fround(minY), Math.fround(maxY))];
  },

  circle(circle) {
    plane.check(circle.x, circle.y);
    const x = Math.fround(circle.x);
    const y = Math.fround(circle.y);
    const radius = Math.fround(circle.radiusMeters);
    if (!(radius > 0) || !Number.isFinite(radius))
      throw illegalArgument(`radius must be bigger than 0, got ${javaFloat(radius)}`);
    return new CircleComponent({
      minX: x - radius,
      maxX: x + radius,
      minY: y - radius,
      maxY: y + radius,
      centers: [{ x, y }],
      contains: (pointX, pointY) => (pointX - x) * (pointX - x) + (pointY - y) * (pointY - y) <= radius * radius,
    });
  },
};
