import { CANDIDATE, type Component, DISJOINT, isApart, type Within } from "./component.ts";
import { isInTriangle, orient } from "./segments.ts";

/** A point of a query's shape. */
export class PointComponent implements Component {
  readonly minX: number;
  readonly maxX: number;
  readonly minY: number;
  readonly maxY: number;

  constructor(x: number, y: number) {
    this.minX = x;
    this.maxX = x;
    this.minY = y;
    this.maxY = y;
  }

  contains(x: number, y: number): boolean {
    return x === this.minX && y === this.minY;
  }

  intersectsLine(ax: number, ay: number, bx: number, by: number): boolean {
    return !isApart(this, ax, ay, bx, by, bx, by) && orient(ax, ay, bx, by, this.minX, this.minY) === 0;
  }

  intersectsTriangle(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): boolean {
    return isInTriangle(this.minX, this.minY, ax, ay, bx, by, cx, cy);
  }

  containsLine(): boolean {
    return false;
  }

  containsTriangle(): boolean {
    return false;
  }

  withinPoint(x: number, y: number): Within {
    return this.contains(x, y) ? CANDIDATE : DISJOINT;
  }

  withinLine(ax: number, ay: number, bx: number, by: number): Within {
    return this.intersectsLine(ax, ay, bx, by) ? CANDIDATE : DISJOINT;
  }

  withinTriangle(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): Within {
    return isInTriangle(this.minX, this.minY, ax, ay, bx, by, cx, cy) ? CANDIDATE : DISJOINT;
  }
}
