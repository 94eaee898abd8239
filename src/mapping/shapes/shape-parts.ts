/** Splits geometries into points, segments and triangles on a grid (Lucene's `LatLonShape` and `XYShape`). */
import { illegalArgument } from "../../compat/errors.ts";
import type { Envelope, Geometry, Path, Rings } from "./geometry.ts";
import type { ShapeGrid } from "./shape-grid.ts";
import type { ShapeParts } from "./shape-value.ts";
import { tessellate } from "./tessellate.ts";

/** Collects the parts of one value. */
export class PartCollector implements ShapeParts {
  readonly xs: number[] = [];
  readonly ys: number[] = [];
  readonly points: number[] = [];
  readonly segments: number[] = [];
  readonly triangles: number[] = [];
  readonly outlines: number[] = [];
  readonly #grid: ShapeGrid;
  /** Whether a box may cross the date line. */
  readonly #wraps: boolean;

  constructor(grid: ShapeGrid, wraps: boolean) {
    this.#grid = grid;
    this.#wraps = wraps;
  }

  /** Adds a geometry. Throws 400 for one that cannot be indexed; nothing of it is added then. */
  addWhole(geometry: Geometry): void {
    const lists = [this.xs, this.ys, this.points, this.segments, this.triangles, this.outlines];
    const lengths = lists.map((list) => list.length);
    try {
      this.#add(geometry);
    } catch (error) {
      lists.forEach((list, index) => {
        list.length = lengths[index]!;
      });
      throw error;
    }
  }

  #add(geometry: Geometry): void {
    switch (geometry.type) {
      case "Point":
        if (!geometry.empty) this.#point(geometry);
        return;
      case "MultiPoint":
        for (const point of geometry.points) this.#point(point);
        return;
      case "LineString":
        this.#line(geometry.path);
        return;
      case "MultiLineString":
        for (const line of geometry.lines) this.#line(line);
        return;
      case "Polygon":
        this.#polygon(geometry);
        return;
      case "MultiPolygon":
        for (const polygon of geometry.polygons) this.#polygon(polygon);
        return;
      case "Envelope":
        this.#envelope(geometry);
        return;
      case "GeometryCollection":
        for (const part of geometry.geometries) this.#add(part);
        return;
      case "Circle":
        throw illegalArgument("invalid shape type found [Circle] while indexing shape");
    }
  }

  /** Adds a corner; returns its number. */
  #corner(x: number, y: number): number {
    this.xs.push(this.#grid.encodeX(x));
    return this.ys.push(this.#grid.encodeY(y)) - 1;
  }

  #point({ x, y }: { x: number; y: number }): void {
    this.#grid.check(x, y);
    this.points.push(this.#corner(x, y));
  }

  #line({ xs, ys }: Path): void {
    if (xs.length < 2) throw illegalArgument("at least 2 line points required");
    this.#check(xs, ys);
    let before = this.#corner(xs[0]!, ys[0]!);
    for (let at = 1; at < xs.length; at++) {
      const corner = this.#corner(xs[at]!, ys[at]!);
      this.segments.push(before, corner);
      before = corner;
    }
  }

  #polygon(rings: Rings): void {
    for (const { xs, ys } of [rings.shell, ...rings.holes]) {
      if (xs.length < 4) throw illegalArgument("at least 4 polygon points required");
      this.#check(xs, ys);
    }
    const { xs, ys, triangles, outlines } = tessellate(rings, this.#wraps ? "refused" : "left out");
    const first = this.xs.length;
    for (let corner = 0; corner < xs.length; corner++) this.#corner(xs[corner]!, ys[corner]!);
    for (let at = 0; at < triangles.length; at += 3) {
      const [a, b, c] = [triangles[at]! + first, triangles[at + 1]! + first, triangles[at + 2]! + first];
      this.#triangle(a, b, c, outlines[at]! | (outlines[at + 1]! << 1) | (outlines[at + 2]! << 2));
    }
  }

  /** A triangle that the grid collapses to a line or point is stored as such. */
  #triangle(a: number, b: number, c: number, outline: number): void {
    const same = (one: number, other: number): boolean =>
      this.xs[one] === this.xs[other] && this.ys[one] === this.ys[other];
    if (same(a, b) && same(b, c)) this.points.push(a);
    else if (same(a, b) || same(b, c)) this.segments.push(a, c);
    else if (same(a, c)) this.segments.push(a, b);
    else {
      this.triangles.push(a, b, c);
      this.outlines.push(outline);
    }
  }

  #envelope({ minX, maxX, minY, maxY, empty }: Envelope): void {
    if (empty) return;
    if (this.#wraps && minX > maxX) {
      this.#box(minX, 180, minY, maxY);
      this.#box(-180, maxX, minY, maxY);
    } else this.#box(minX, maxX, minY, maxY);
  }

  /** On the globe a box may collapse to a line or a point. */
  #box(minX: number, maxX: number, minY: number, maxY: number): void {
    if (this.#wraps && minX === maxX && minY === maxY) {
      this.#point({ x: minX, y: minY });
      return;
    }
    if (this.#wraps && (minX === maxX || minY === maxY)) {
      this.#line({ xs: [minX, maxX], ys: [minY, maxY], zs: undefined });
      return;
    }
    this.#polygon({
      shell: { xs: [minX, maxX, maxX, minX, minX], ys: [minY, minY, maxY, maxY, minY], zs: undefined },
      holes: [],
    });
  }

  #check(xs: readonly number[], ys: readonly number[]): void {
    for (let at = 0; at < xs.length; at++) this.#grid.check(xs[at]!, ys[at]!);
  }
}
