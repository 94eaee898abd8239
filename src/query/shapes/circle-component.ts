import { type Component, DISJOINT, CANDIDATE, isApart, NOT_WITHIN, type Within } from "./component.ts";
import { isInTriangle } from "./segments.ts";

/** How far a circle reaches. */
export interface Reach {
  readonly minX: number;
  readonly maxX: number;
  readonly minY: number;
  readonly maxY: number;
  /** Its centre, and the same centre a turn around the globe further where the circle goes across the date line. */
  readonly centers: readonly { readonly x: number; readonly y: number }[];
  /** Whether a point is not further from the centre than its radius. */
  contains(x: number, y: number): boolean;
}

/** A circle of a query (Lucene's `Circle2D`). */
export class CircleComponent implements Component {
  readonly minX: number;
  readonly maxX: number;
  readonly minY: number;
  readonly maxY: number;
  readonly #reach: Reach;

  constructor(reach: Reach) {
    this.minX = reach.minX;
    this.maxX = reach.maxX;
    this.minY = reach.minY;
    this.maxY = reach.maxY;
    this.#reach = reach;
  }

  contains(x: number, y: number): boolean {
    return this.#reach.contains(x, y);
  }

  intersectsLine(ax: number, ay: number, bx: number, by: number): boolean {
    if (isApart(this, ax, ay, bx, by, bx, by)) return false;
    return this.contains(ax, ay) || this.contains(bx, by) || this.#reaches(ax, ay, bx, by);
  }

  intersectsTriangle(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): boolean {
    if (isApart(this, ax, ay, bx, by, cx, cy)) return false;
    return (
      this.contains(ax, ay) ||
      this.contains(bx, by) ||
      this.contains(cx, cy) ||
      this.#hasCenterIn(ax, ay, bx, by, cx, cy) ||
      this.#reaches(ax, ay, bx, by) ||
      this.#reaches(bx, by, cx, cy) ||
      this.#reaches(cx, cy, ax, ay)
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
    if (outline & 1 && this.#reaches(ax, ay, bx, by)) return NOT_WITHIN;
    if (outline & 2 && this.#reaches(bx, by, cx, cy)) return NOT_WITHIN;
    if (outline & 4 && this.#reaches(cx, cy, ax, ay)) return NOT_WITHIN;
    return this.#hasCenterIn(ax, ay, bx, by, cx, cy) ? CANDIDATE : DISJOINT;
  }

  #hasCenterIn(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): boolean {
    const { x, y } = this.#reach.centers[0]!;
    return isInTriangle(x, y, ax, ay, bx, by, cx, cy);
  }

  /** Whether the point of a segment that is nearest to a centre lies in the circle. */
  #reaches(ax: number, ay: number, bx: number, by: number): boolean {
    const dx = bx - ax;
    const dy = by - ay;
    return this.#reach.centers.some(({ x, y }) => {
      const along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy);
      return along >= 0 && along <= 1 && this.contains(ax + dx * along, ay + dy * along);
    });
  }
}
