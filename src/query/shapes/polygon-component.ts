import { type Component, DISJOINT, type Edged, edgesWithin, isApart, NOT_WITHIN, type Within } from "./component.ts";
import { EdgeTree } from "./edge-tree.ts";
import { largest, least } from "./extent.ts";
import { isInTriangle } from "./segments.ts";

/** A polygon of a query's shape, without its holes (Lucene's `Polygon2D`). */
export class PolygonComponent implements Edged {
  readonly minX: number;
  readonly maxX: number;
  readonly minY: number;
  readonly maxY: number;
  readonly cornerX: number;
  readonly cornerY: number;
  readonly #edges: EdgeTree;
  readonly #holes: readonly Component[];

  constructor(xs: Float64Array, ys: Float64Array, holes: readonly Component[]) {
    this.minX = least(xs);
    this.maxX = largest(xs);
    this.minY = least(ys);
    this.maxY = largest(ys);
    this.cornerX = xs[0]!;
    this.cornerY = ys[0]!;
    this.#edges = new EdgeTree(xs, ys);
    this.#holes = holes;
  }

  contains(x: number, y: number): boolean {
    if (x < this.minX || x > this.maxX || y < this.minY || y > this.maxY || !this.#edges.contains(x, y)) return false;
    return !this.#holes.some((hole) => hole.contains(x, y));
  }

  touchesEdge(ax: number, ay: number, bx: number, by: number): boolean {
    return this.#edges.crossesLine(ax, ay, bx, by, true);
  }

  intersectsLine(ax: number, ay: number, bx: number, by: number): boolean {
    if (isApart(this, ax, ay, bx, by, bx, by)) return false;
    if (!this.contains(ax, ay) && !this.contains(bx, by) && !this.touchesEdge(ax, ay, bx, by)) return false;
    return !this.#holes.some((hole) => hole.containsLine(ax, ay, bx, by));
  }

  intersectsTriangle(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): boolean {
    if (isApart(this, ax, ay, bx, by, cx, cy)) return false;
    const meets =
      this.contains(ax, ay) ||
      this.contains(bx, by) ||
      this.contains(cx, cy) ||
      isInTriangle(this.cornerX, this.cornerY, ax, ay, bx, by, cx, cy) ||
      this.touchesEdge(ax, ay, bx, by) ||
      this.touchesEdge(bx, by, cx, cy) ||
      this.touchesEdge(cx, cy, ax, ay);
    return meets && !this.#holes.some((hole) => hole.containsTriangle(ax, ay, bx, by, cx, cy));
  }

  containsLine(ax: number, ay: number, bx: number, by: number): boolean {
    if (!this.contains(ax, ay) || !this.contains(bx, by) || this.#edges.crossesLine(ax, ay, bx, by, false))
      return false;
    return !this.#holes.some((hole) => hole.intersectsLine(ax, ay, bx, by));
  }

  containsTriangle(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): boolean {
    if (!this.contains(ax, ay) || !this.contains(bx, by) || !this.contains(cx, cy)) return false;
    if (
      this.#edges.crossesLine(ax, ay, bx, by, false) ||
      this.#edges.crossesLine(bx, by, cx, cy, false) ||
      this.#edges.crossesLine(cx, cy, ax, ay, false)
    )
      return false;
    return !this.#holes.some((hole) => hole.intersectsTriangle(ax, ay, bx, by, cx, cy));
  }

  withinPoint(x: number, y: number): Within {
    return this.contains(x, y) ? NOT_WITHIN : DISJOINT;
  }

  withinLine(ax: number, ay: number, bx: number, by: number): Within {
    if (isApart(this, ax, ay, bx, by, bx, by)) return DISJOINT;
    return this.contains(ax, ay) || this.contains(bx, by) || this.touchesEdge(ax, ay, bx, by) ? NOT_WITHIN : DISJOINT;
  }

  withinTriangle(ax: number, ay: number, bx: number, by: number, cx: number, cy: number, outline: number): Within {
    if (isApart(this, ax, ay, bx, by, cx, cy)) return DISJOINT;
    if (this.contains(ax, ay) || this.contains(bx, by) || this.contains(cx, cy)) return NOT_WITHIN;
    return edgesWithin(this, ax, ay, bx, by, cx, cy, outline);
  }
}
