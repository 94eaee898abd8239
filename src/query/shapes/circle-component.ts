import { CANDIDATE, DISJOINT, NOT_WITHIN, type Within } from "./component.ts";
import { ConvexComponent, type Extent } from "./convex-component.ts";
import { isInTriangle } from "./segments.ts";

/** The extent of a circle. */
export interface Reach extends Extent {
  /** Its centre, and the same centre shifted by 360 degrees where the circle crosses the date line. */
  readonly centers: readonly { readonly x: number; readonly y: number }[];
  /** Whether a point lies within the radius. */
  contains(x: number, y: number): boolean;
}

/** A circle of a query's shape (Lucene's `Circle2D`). */
export class CircleComponent extends ConvexComponent {
  readonly #reach: Reach;

  constructor(reach: Reach) {
    const { x, y } = reach.centers[0]!;
    super(reach, x, y);
    this.#reach = reach;
  }

  contains(x: number, y: number): boolean {
    return this.#reach.contains(x, y);
  }

  /** Whether the point of a segment nearest to a centre lies in the circle. */
  touchesEdge(ax: number, ay: number, bx: number, by: number): boolean {
    const dx = bx - ax;
    const dy = by - ay;
    return this.#reach.centers.some(({ x, y }) => {
      const along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy);
      return along >= 0 && along <= 1 && this.contains(ax + dx * along, ay + dy * along);
    });
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
    if (outline & 1 && this.touchesEdge(ax, ay, bx, by)) return NOT_WITHIN;
    if (outline & 2 && this.touchesEdge(bx, by, cx, cy)) return NOT_WITHIN;
    if (outline & 4 && this.touchesEdge(cx, cy, ax, ay)) return NOT_WITHIN;
    return isInTriangle(this.cornerX, this.cornerY, ax, ay, bx, by, cx, cy) ? CANDIDATE : DISJOINT;
  }
}
