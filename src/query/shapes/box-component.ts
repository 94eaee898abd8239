import { edgesWithin, isApart, type Within } from "./component.ts";
import { ConvexComponent } from "./convex-component.ts";
import { touches } from "./segments.ts";

/** A box of a query's shape (Lucene's `Rectangle2D`). */
export class BoxComponent extends ConvexComponent {
  constructor(minX: number, maxX: number, minY: number, maxY: number) {
    super({ minX, maxX, minY, maxY }, minX, minY);
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

  protected withinCorners(
    ax: number,
    ay: number,
    bx: number,
    by: number,
    cx: number,
    cy: number,
    outline: number,
  ): Within {
    return edgesWithin(this, ax, ay, bx, by, cx, cy, outline);
  }
}
