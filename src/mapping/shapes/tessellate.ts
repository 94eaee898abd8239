/** Splits polygons into triangles with earcut, and refuses what Lucene's `Tessellator` refuses. */
import earcut from "earcut";
import { illegalArgument } from "../../compat/errors.ts";
import { javaDouble } from "../../core/float32.ts";
import type { Path, Rings } from "./geometry.ts";
import { refuseCrossings } from "./self-intersections.ts";

/** Triangles over a list of corners. */
export interface Tessellation {
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  /** Three corners for each triangle. */
  readonly triangles: readonly number[];
  /** Three for each triangle: 1 where the edge from its corner to the next one is an edge of the polygon. */
  readonly outlines: Uint8Array;
}

/** Corners `start .. end - 1` form a ring; the last one is linked to the first. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The triangles of a polygon. Throws 400 for polygons without area or with crossing edges, and for flat holes unless
 * `flatHoles` is "left out".
 */
export function tessellate({ shell, holes }: Rings, flatHoles: "refused" | "left out"): Tessellation {
  const rings = [shell, ...holes];
  const count = rings.reduce((sum, ring) => sum + ring.xs.length - 1, 0);
  const xs = new Float64Array(count);
  const ys = new Float64Array(count);
  const spans: Span[] = [];
  let at = 0;
  for (const ring of rings) {
    const start = at;
    for (let corner = 0; corner < ring.xs.length - 1; corner++, at++) {
      xs[at] = ring.xs[corner]!;
      ys[at] = ring.ys[corner]!;
    }
    spans.push({ start, end: at });
  }
  refuseFlat(xs, ys, spans[0]!, undefined);
  if (flatHoles === "refused") holes.forEach((hole, index) => refuseFlat(xs, ys, spans[index + 1]!, hole));
  refuseCrossings(edgesOf(xs, ys, spans));
  const flat = new Float64Array(count * 2);
  for (let corner = 0; corner < count; corner++) {
    flat[corner * 2] = xs[corner]!;
    flat[corner * 2 + 1] = ys[corner]!;
  }
  const triangles = earcut(
    flat,
    spans.slice(1).map(({ start }) => start),
  );
  // Rounding can remove all of a polygon that is not flat.
  if (triangles.length === 0) throw illegalArgument("at least three non-collinear points required");
  return { xs, ys, triangles, outlines: outlinesOf(xs, ys, spans, triangles) };
}

/** Throws for a ring whose corners all lie on one line. */
function refuseFlat(xs: Float64Array, ys: Float64Array, { start, end }: Span, hole: Path | undefined): void {
  const x = xs[start]!;
  const y = ys[start]!;
  let other = start + 1;
  while (other < end && xs[other] === x && ys[other] === y) other++;
  for (let at = other + 1; at < end; at++) {
    if ((xs[other]! - x) * (ys[at]! - y) !== (xs[at]! - x) * (ys[other]! - y)) return;
  }
  if (!hole) throw illegalArgument("at least three non-collinear points required");
  const corners = hole.xs.map((lon, index) => `[${javaDouble(lon)}, ${javaDouble(hole.ys[index]!)}] `).join("");
  throw illegalArgument(`Points are all coplanar in hole: ${corners}`);
}

function edgesOf(
  xs: Float64Array,
  ys: Float64Array,
  spans: readonly Span[],
): { xs: Float64Array; ys: Float64Array; from: Uint32Array; to: Uint32Array } {
  const from = new Uint32Array(xs.length);
  const to = new Uint32Array(xs.length);
  for (const { start, end } of spans) {
    for (let at = start; at < end; at++) {
      from[at] = at;
      to[at] = at + 1 === end ? start : at + 1;
    }
  }
  return { xs, ys, from, to };
}

function outlinesOf(
  xs: Float64Array,
  ys: Float64Array,
  spans: readonly Span[],
  triangles: readonly number[],
): Uint8Array {
  const ringOf = new Uint32Array(xs.length);
  spans.forEach(({ start, end }, ring) => ringOf.fill(ring, start, end));
  const isOutline = (one: number, other: number): boolean => {
    const span = spans[ringOf[one]!]!;
    if (ringOf[one] !== ringOf[other]) return false;
    return follows(xs, ys, span, one, other) || follows(xs, ys, span, other, one);
  };
  const outlines = new Uint8Array(triangles.length);
  for (let at = 0; at < triangles.length; at += 3) {
    for (let side = 0; side < 3; side++)
      outlines[at + side] = isOutline(triangles[at + side]!, triangles[at + ((side + 1) % 3)]!) ? 1 : 0;
  }
  return outlines;
}

/** Whether the ring goes straight from one corner to another; earcut drops the corners in between. */
function follows(xs: Float64Array, ys: Float64Array, { start, end }: Span, from: number, to: number): boolean {
  const x = xs[from]!;
  const y = ys[from]!;
  const dx = xs[to]! - x;
  const dy = ys[to]! - y;
  for (let at = from + 1 === end ? start : from + 1; at !== to; at = at + 1 === end ? start : at + 1) {
    if (at === from || dx * (ys[at]! - y) !== dy * (xs[at]! - x)) return false;
  }
  return true;
}
