/** Refuses polygons whose edges cross each other (Lucene's `Tessellator.checkIntersection`). Edges may touch. */
import { illegalArgument } from "../../compat/errors.ts";
import { javaDouble } from "../../core/float32.ts";

/** Edge i goes from corner `from[i]` to corner `to[i]` of the corners `xs`, `ys`. */
export interface Edges {
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
}

/** Throws 400 when two edges cross. A sweep from west to east compares only overlapping edges. */
export function refuseCrossings(edges: Edges): void {
  const { xs, ys, from, to } = edges;
  const count = from.length;
  const west = new Float64Array(count);
  const east = new Float64Array(count);
  const south = new Float64Array(count);
  const north = new Float64Array(count);
  for (let edge = 0; edge < count; edge++) {
    const one = from[edge]!;
    const other = to[edge]!;
    west[edge] = Math.min(xs[one]!, xs[other]!);
    east[edge] = Math.max(xs[one]!, xs[other]!);
    south[edge] = Math.min(ys[one]!, ys[other]!);
    north[edge] = Math.max(ys[one]!, ys[other]!);
  }
  const order = new Uint32Array(count).map((_, edge) => edge).sort((one, other) => west[one]! - west[other]!);
  const active = new Uint32Array(count);
  let activeCount = 0;
  for (let at = 0; at < count; at++) {
    const edge = order[at]!;
    const begin = west[edge]!;
    const bottom = south[edge]!;
    const top = north[edge]!;
    let kept = 0;
    for (let index = 0; index < activeCount; index++) {
      const other = active[index]!;
      // An edge that ends where this one begins can only touch it.
      if (east[other]! <= begin) continue;
      active[kept++] = other;
      if (north[other]! > bottom && south[other]! < top)
        refuseCrossing(edges, Math.min(edge, other), Math.max(edge, other));
    }
    active[kept] = edge;
    activeCount = kept + 1;
  }
}

function refuseCrossing({ xs, ys, from, to }: Edges, one: number, other: number): void {
  const [a, b, c, d] = [from[one]!, to[one]!, from[other]!, to[other]!];
  const [ax, ay, bx, by] = [xs[a]!, ys[a]!, xs[b]!, ys[b]!];
  const [cx, cy, dx, dy] = [xs[c]!, ys[c]!, xs[d]!, ys[d]!];
  if (
    turn(cx, cy, dx, dy, ax, ay) * turn(cx, cy, dx, dy, bx, by) >= 0 ||
    turn(ax, ay, bx, by, cx, cy) * turn(ax, ay, bx, by, dx, dy) >= 0
  )
    return;
  const [a1, b1, a2, b2] = [by - ay, ax - bx, dy - cy, cx - dx];
  const c1 = a1 * ax + b1 * ay;
  const c2 = a2 * cx + b2 * cy;
  const determinant = a1 * b2 - a2 * b1;
  const x = (b2 * c1 - b1 * c2) / determinant;
  const y = (a1 * c2 - a2 * c1) / determinant;
  throw illegalArgument(`Polygon self-intersection at lat=${javaDouble(y)} lon=${javaDouble(x)}`);
}

/** The side of the line from (ax, ay) to (bx, by) on which the point (x, y) lies: 1, -1, or 0 on the line. */
function turn(ax: number, ay: number, bx: number, by: number, x: number, y: number): number {
  return Math.sign((bx - ax) * (y - ay) - (x - ax) * (by - ay));
}
