/**
 * The value of a shape field as one string of bytes, the term of its ordinals column: what queries, grids, bounds and
 * centroids need without the source. Numbers are little endian and stand unaligned:
 *
 *   0  i32 × 4  box on the grid: least x, largest x, least y, largest y
 *  16  u8       highest dimension: 0 points, 1 lines, 2 areas (Elasticsearch's `DimensionalShapeType`)
 *  17  u8       bytes of a corner number: 1, 2 or 4
 *  20  u32 × 4  number of corners, points, segments, triangles
 *  36  f64 × 3  centroid of the parts of the highest dimension (x, y), and their count, length or area
 *  60  i32 × 2  for each corner: x, y
 *   …  corner numbers: one for each point, two for each segment, three for each triangle
 *   …  u8       for each triangle: bit i is set when its edge from corner i to the next one is an edge of the polygon
 */
import type { Centroid } from "./centroid.ts";

export const HEADER_BYTES = 60;
const BOX_BYTES = 16;
const WIDTH_AT = 17;
const COUNTS_AT = 20;
const CENTROID_AT = 36;

/** The parts of a shape on the grid. */
export interface ShapeParts {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly points: readonly number[];
  readonly segments: readonly number[];
  readonly triangles: readonly number[];
  readonly outlines: readonly number[];
}

/** The bytes of a shape with at least one corner. */
export function encodeShape(parts: ShapeParts, centroid: Centroid): Uint8Array {
  const { xs, ys, points, segments, triangles, outlines } = parts;
  const width = xs.length <= 0x100 ? 1 : xs.length <= 0x10000 ? 2 : 4;
  const numbers = points.length + segments.length + triangles.length;
  const bytes = new Uint8Array(HEADER_BYTES + xs.length * 8 + numbers * width + outlines.length);
  const view = new DataView(bytes.buffer);
  extent(xs).forEach((x, index) => view.setInt32(index * 4, x, true));
  extent(ys).forEach((y, index) => view.setInt32(8 + index * 4, y, true));
  bytes[BOX_BYTES] = centroid.dimension;
  bytes[WIDTH_AT] = width;
  [xs.length, points.length, segments.length / 2, outlines.length].forEach((count, index) =>
    view.setUint32(COUNTS_AT + index * 4, count, true),
  );
  [centroid.x, centroid.y, centroid.weight].forEach((value, index) =>
    view.setFloat64(CENTROID_AT + index * 8, value, true),
  );
  let at = HEADER_BYTES;
  for (let corner = 0; corner < xs.length; corner++, at += 8) {
    view.setInt32(at, xs[corner]!, true);
    view.setInt32(at + 4, ys[corner]!, true);
  }
  for (const list of [points, segments, triangles]) {
    for (const number of list) {
      if (width === 1) bytes[at] = number;
      else if (width === 2) view.setUint16(at, number, true);
      else view.setUint32(at, number, true);
      at += width;
    }
  }
  bytes.set(outlines, at);
  return bytes;
}

function extent(values: readonly number[]): [least: number, largest: number] {
  let least = Infinity;
  let largest = -Infinity;
  for (const value of values) {
    if (value < least) least = value;
    if (value > largest) largest = value;
  }
  return [least, largest];
}

/** Reads the shapes in the terms of a segment, one at a time. */
export class ShapeReader {
  readonly #view: DataView;
  readonly #bytes: Uint8Array;
  #start = 0;
  #width = 1;
  #numbers = 0;
  #outlines = 0;
  points = 0;
  segments = 0;
  triangles = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Moves to the shape at `start`; before `open`, only its box can be read. */
  seek(start: number): void {
    this.#start = start;
  }

  get minX(): number {
    return this.#view.getInt32(this.#start, true);
  }

  get maxX(): number {
    return this.#view.getInt32(this.#start + 4, true);
  }

  get minY(): number {
    return this.#view.getInt32(this.#start + 8, true);
  }

  get maxY(): number {
    return this.#view.getInt32(this.#start + 12, true);
  }

  /** Makes the parts of the shape readable. */
  open(): void {
    const start = this.#start;
    const corners = this.#view.getUint32(start + COUNTS_AT, true);
    this.#width = this.#bytes[start + WIDTH_AT]!;
    this.points = this.#view.getUint32(start + COUNTS_AT + 4, true);
    this.segments = this.#view.getUint32(start + COUNTS_AT + 8, true);
    this.triangles = this.#view.getUint32(start + COUNTS_AT + 12, true);
    this.#numbers = start + HEADER_BYTES + corners * 8;
    this.#outlines = this.#numbers + (this.points + this.segments * 2 + this.triangles * 3) * this.#width;
  }

  /** The corner number of a point. */
  point(point: number): number {
    return this.#number(point);
  }

  /** The corner number of end 0 or 1 of a segment. */
  segment(segment: number, end: number): number {
    return this.#number(this.points + segment * 2 + end);
  }

  /** The number of corner 0, 1 or 2 of a triangle. */
  triangle(triangle: number, corner: number): number {
    return this.#number(this.points + this.segments * 2 + triangle * 3 + corner);
  }

  /** The bits of a triangle's edges that are edges of the polygon. */
  outline(triangle: number): number {
    return this.#bytes[this.#outlines + triangle]!;
  }

  /** The coordinates of a corner, on the grid. */
  x(corner: number): number {
    return this.#view.getInt32(this.#start + HEADER_BYTES + corner * 8, true);
  }

  y(corner: number): number {
    return this.#view.getInt32(this.#start + HEADER_BYTES + corner * 8 + 4, true);
  }

  /** The stored centroid. */
  centroid(): Centroid {
    const at = this.#start + CENTROID_AT;
    const dimension = this.#bytes[this.#start + BOX_BYTES]! as Centroid["dimension"];
    return {
      dimension,
      x: this.#view.getFloat64(at, true),
      y: this.#view.getFloat64(at + 8, true),
      weight: this.#view.getFloat64(at + 16, true),
    };
  }

  #number(index: number): number {
    const at = this.#numbers + index * this.#width;
    if (this.#width === 1) return this.#bytes[at]!;
    return this.#width === 2 ? this.#view.getUint16(at, true) : this.#view.getUint32(at, true);
  }
}
