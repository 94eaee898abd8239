import { DISJOINT, type Edged, edgesWithin, isApart, NOT_WITHIN, type Within } from "./component.ts";
import { EdgeTree } from "./edge-tree.ts";
import { largest, least } from "./extent.ts";
import { isInTriangle } from "./segments.ts";

/** A line of a query's shape. Only points can lie within it (Lucene's `Line2D`). */
export class LineComponent implements Edged {
  readonly minX: number;
  readonly maxX: number;
  readonly minY: number;
  readonly maxY: number;
  readonly cornerX: number;
  readonly cornerY: number;
  readonly #edges: EdgeTree;

  constructor(xs: Float64Array, ys: Float64Array) {
    this.minX = least(xs);
    this.maxX = largest(xs);
    this.minY = least(ys);
    this.maxY = largest(ys);
    this.cornerX = xs[0]!;
    this.cornerY = ys[0]!;
    this.#edges = new EdgeTree(xs, ys);
  }

  contains(x: number, y: number): boolean {
    return x >= this.minX && x <= this.maxX && y >= this.minY && y <= this.maxY && this.#edges.hasOnLine(x, y);
  }

  touchesEdge(ax: number, ay: number, bx: number, by: number): boolean {
    return this.#edges.crossesLine(ax, ay, bx, by, true);
  }

  intersectsLine(ax: number, ay: number, bx: number, by: number): boolean {
    return !isApart(this, ax, ay, bx, by, bx, by) && this.touchesEdge(ax, ay, bx, by);
  }

  intersectsTriangle(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): boolean {
    if (isApart(this, ax, ay, bx, by, cx, cy)) return false;
    if (isInTriangle(this.cornerX, this.cornerY, ax, ay, bx, by, cx, cy)) return true;
    return this.touchesEdge(ax, ay, bx, by) || this.touchesEdge(bx, by, cx, cy) || this.touchesEdge(cx, cy, ax, ay);
  }

  containsLine(): boolean {
    return false;
  }

  containsTriangle(): boolean {
    return false;
  }

  withinPoint(x: number, y: number): Within {
    return this.contains(x, y) ? NOT_WITHIN : DISJOINT;
  }

  withinLine(ax: number, ay: number, bx: number, by: number): Within {
    return this.intersectsLine(ax, ay, bx, by) ? NOT_WITHIN : DISJOINT;
  }

  withinTriangle(ax: number, ay: number, bx: number, by: number, cx: number, cy: number, outline: number): Within {
    return isApart(this, ax, ay, bx, by, cx, cy) ? DISJOINT : edgesWithin(this, ax, ay, bx, by, cx, cy, outline);
  }
}
