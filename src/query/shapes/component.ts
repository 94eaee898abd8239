/** A part of a query's shape, with which the parts of documents' shapes are compared (Lucene's `Component2D`). */
import { isInTriangle } from "./segments.ts";

/**
 * What one part of a document's shape implies for a component: nothing, that it may lie within the shape, or that it
 * does not.
 */
export type Within = 0 | 1 | 2;
export const DISJOINT: Within = 0;
export const CANDIDATE: Within = 1;
export const NOT_WITHIN: Within = 2;

/** Edges belong to the component. Lines go from (ax, ay) to (bx, by), triangles have corners a, b, c. */
export interface Component {
  readonly minX: number;
  readonly maxX: number;
  readonly minY: number;
  readonly maxY: number;
  contains(x: number, y: number): boolean;
  intersectsLine(ax: number, ay: number, bx: number, by: number): boolean;
  intersectsTriangle(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): boolean;
  containsLine(ax: number, ay: number, bx: number, by: number): boolean;
  containsTriangle(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): boolean;
  withinPoint(x: number, y: number): Within;
  withinLine(ax: number, ay: number, bx: number, by: number): Within;
  /** `outline`: bits 0, 1, 2 are set when ab, bc, ca are edges of the document's polygon. */
  withinTriangle(ax: number, ay: number, bx: number, by: number, cx: number, cy: number, outline: number): Within;
}

/** Whether the bounding box of a component and that of some points are disjoint. */
export function isApart(
  component: Component,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
): boolean {
  return (
    Math.max(ax, bx, cx) < component.minX ||
    Math.min(ax, bx, cx) > component.maxX ||
    Math.max(ay, by, cy) < component.minY ||
    Math.min(ay, by, cy) > component.maxY
  );
}

/** A component with edges. */
export interface Edged extends Component {
  /** Any corner of the component. */
  readonly cornerX: number;
  readonly cornerY: number;
  /** Whether the segment crosses or touches an edge. */
  touchesEdge(ax: number, ay: number, bx: number, by: number): boolean;
}

/** Whether a component with edges may lie within a triangle none of whose corners is in the component. */
export function edgesWithin(
  component: Edged,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  outline: number,
): Within {
  let inner = false;
  if (component.touchesEdge(ax, ay, bx, by)) {
    if (outline & 1) return NOT_WITHIN;
    inner = true;
  }
  if (component.touchesEdge(bx, by, cx, cy)) {
    if (outline & 2) return NOT_WITHIN;
    inner = true;
  }
  if (component.touchesEdge(cx, cy, ax, ay)) {
    if (outline & 4) return NOT_WITHIN;
    inner = true;
  }
  return inner || isInTriangle(component.cornerX, component.cornerY, ax, ay, bx, by, cx, cy) ? CANDIDATE : DISJOINT;
}
