import { DISJOINT, type Edged, isApart, NOT_WITHIN, type Within } from "./component.ts";
import { isInTriangle } from "./segments.ts";

/** The extent of a shape. */
export interface Extent {
  readonly minX: number;
  readonly maxX: number;
  readonly minY: number;
  readonly maxY: number;
}

/** A convex area of a query: it contains a line or triangle if it contains its corners. */
export abstract class ConvexComponent implements Edged {
  readonly minX: number;
  readonly maxX: number;
  readonly minY: number;
  readonly maxY: number;
  readonly cornerX: number;
  readonly cornerY: number;

  /** The corner may be any point of the area. */
  constructor({ minX, maxX, minY, maxY }: Extent, cornerX: number, cornerY: number) {
    this.minX = minX;
    this.maxX = maxX;
    this.minY = minY;
    this.maxY = maxY;
    this.cornerX = cornerX;
    this.cornerY = cornerY;
  }

  abstract contains(x: number, y: number): boolean;

  abstract touchesEdge(ax: number, ay: number, bx: number, by: number): boolean;

  /** Whether the area may lie within a triangle that overlaps its box and has no corner in it. */
  protected abstract withinCorners(
    ax: number,
    ay: number,
    bx: number,
    by: number,
    cx: number,
    cy: number,
    outline: number,
  ): Within;

  intersectsLine(ax: number, ay: number, bx: number, by: number): boolean {
    if (isApart(this, ax, ay, bx, by, bx, by)) return false;
    return this.contains(ax, ay) || this.contains(bx, by) || this.touchesEdge(ax, ay, bx, by);
  }

  intersectsTriangle(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): boolean {
    if (isApart(this, ax, ay, bx, by, cx, cy)) return false;
    return (
      this.contains(ax, ay) ||
      this.contains(bx, by) ||
      this.contains(cx, cy) ||
      isInTriangle(this.cornerX, this.cornerY, ax, ay, bx, by, cx, cy) ||
      this.touchesEdge(ax, ay, bx, by) ||
      this.touchesEdge(bx, by, cx, cy) ||
      this.touchesEdge(cx, cy, ax, ay)
    );
  }

  containsLine(ax: number, ay: number, bx: number, by: number): boolean {
    return this.contains(ax, ay) && this.contains(bx, by);
  }

  containsTriangle(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): boolean {
    return this.contains(ax, ay) && this.contains(bx, by) && this.contains(cx, cy);
  }

  withinPoint(x: number, y: number): Within {
    return this.contains(x, y) ? NOT_WITHIN : DISJOINT;
  }

  withinLine(ax: number, ay: number, bx: number, by: number): Within {
    return this.intersectsLine(ax, ay, bx, by) ? NOT_WITHIN : DISJOINT;
  }

  withinTriangle(ax: number, ay: number, bx: number, by: number, cx: number, cy: number, outline: number): Within {
    if (isApart(this, ax, ay, bx, by, cx, cy)) return DISJOINT;
    if (this.contains(ax, ay) || this.contains(bx, by) || this.contains(cx, cy)) return NOT_WITHIN;
    return this.withinCorners(ax, ay, bx, by, cx, cy, outline);
  }
}
