/**
 * Points, lines and triangles in the plane, compared as in Lucene's `GeoUtils` and `Component2D`: the same rounding
 * decides at edges.
 */

/** The side of the line from (ax, ay) to (bx, by) on which the point (x, y) lies: 1, -1, or 0 on the line. */
export function orient(ax: number, ay: number, bx: number, by: number, x: number, y: number): number {
  const one = (bx - ax) * (y - ay);
  const other = (x - ax) * (by - ay);
  return one > other ? 1 : one < other ? -1 : 0;
}

/** Whether two segments cross at an inner point of both. */
export function crosses(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): boolean {
  return (
    orient(cx, cy, dx, dy, ax, ay) * orient(cx, cy, dx, dy, bx, by) < 0 &&
    orient(ax, ay, bx, by, cx, cy) * orient(ax, ay, bx, by, dx, dy) < 0
  );
}

/** Whether two segments with overlapping boxes cross or touch. */
export function touches(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): boolean {
  return (
    orient(cx, cy, dx, dy, ax, ay) * orient(cx, cy, dx, dy, bx, by) <= 0 &&
    orient(ax, ay, bx, by, cx, cy) * orient(ax, ay, bx, by, dx, dy) <= 0
  );
}

/** Whether a point lies in a triangle or on its edges. */
export function isInTriangle(
  x: number,
  y: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
): boolean {
  // For a flat triangle, only the points between its corners.
  if (x < Math.min(ax, bx, cx) || x > Math.max(ax, bx, cx) || y < Math.min(ay, by, cy) || y > Math.max(ay, by, cy))
    return false;
  const a = orient(x, y, ax, ay, bx, by);
  const b = orient(x, y, bx, by, cx, cy);
  if (a !== 0 && b !== 0 && a < 0 !== b < 0) return false;
  const c = orient(x, y, cx, cy, ax, ay);
  return c === 0 || c < 0 === (b < 0 || a < 0);
}
