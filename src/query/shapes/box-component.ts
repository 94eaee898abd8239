import { DISJOINT, type Edged, edgesWithin, isApart, NOT_WITHIN, type Within } from "./component.ts";
import { isInTriangle, touches } from "./segments.ts";

/** A box of a query (Lucene's `Rectangle2D`). */
export class BoxComponent implements Edged {
  readonly minX: number;
  readonly maxX: number;
  readonly minY: number;
  readonly maxY: number;
  readonly cornerX: number;
  readonly cornerY: number;

  constructor(minX: number, maxX: number, minY: number, maxY: number) {
    this.minX = minX;
    this.maxX = maxX;
    this.minY = minY;
    this.maxY = maxY;
    this.cornerX = minX;
    this.cornerY = minY;
  }

  contains(x: number, y: number): boolean {
    return x >= this.minX && x <= this.maxX && y >= this.minY && y <= this.maxY;
  }

  touchesEdge(ax: number, ay: number, bx: number, by: number): boolean {
    const { minX, maxX, minY, maxY } = this;
    if (isApart(this, ax, ay, bx, by, bx, by)) return false;
    return (
      touches(ax, ay, bx, by, minX, maxY, maxX, maxY) ||
      touches(ax, ay, bx, by, maxX, maxY, maxX, minY) ||
      touches(ax, ay, bx, by, maxX, minY, minX, minY) ||
      touches(ax, ay, bx, by, minX, minY, minX, maxY)
    );
  }

  intersectsLine(ax: number, ay: number, bx: number, by: number): boolean {
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
    return edgesWithin(this, ax, ay, bx, by, cx, cy, outline);
  }
}
