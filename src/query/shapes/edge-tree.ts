/**
 * Edges of a line or ring, searchable by height (Lucene's `EdgeTree`): sorted by lower end; the middle edge of each
 * range knows the highest end in the range.
 */
import { crosses, orient, touches } from "./segments.ts";

/** Result of `#crossings` for a point on an edge; greater than any count of crossings can be. */
const ON_EDGE = 2;

export class EdgeTree {
  readonly #x1: Float64Array;
  readonly #y1: Float64Array;
  readonly #x2: Float64Array;
  readonly #y2: Float64Array;
  /** Lower end of an edge. */
  readonly #low: Float64Array;
  /** Highest end among the edges of the range whose middle this edge is. */
  readonly #max: Float64Array;

  /** Edges from each corner to the next one. */
  constructor(xs: Float64Array, ys: Float64Array) {
    const count = xs.length - 1;
    const low = (edge: number): number => Math.min(ys[edge]!, ys[edge + 1]!);
    const high = (edge: number): number => Math.max(ys[edge]!, ys[edge + 1]!);
    const order = new Uint32Array(count)
      .map((_, edge) => edge)
      .sort((one, other) => low(one) - low(other) || high(one) - high(other));
    this.#x1 = Float64Array.from(order, (edge) => xs[edge]!);
    this.#y1 = Float64Array.from(order, (edge) => ys[edge]!);
    this.#x2 = Float64Array.from(order, (edge) => xs[edge + 1]!);
    this.#y2 = Float64Array.from(order, (edge) => ys[edge + 1]!);
    this.#low = Float64Array.from(order, low);
    this.#max = Float64Array.from(order, high);
    this.#raise(0, count - 1);
  }

  /** Whether a point lies inside (even-odd rule) or on an edge. */
  contains(x: number, y: number): boolean {
    return this.#crossings(0, this.#low.length - 1, x, y) > 0;
  }

  /** Whether a point lies on an edge. */
  hasOnLine(x: number, y: number): boolean {
    return this.#onLine(0, this.#low.length - 1, x, y);
  }

  /** Whether a segment crosses an edge; with `touching`, also whether it touches one. */
  crossesLine(ax: number, ay: number, bx: number, by: number, touching: boolean): boolean {
    return this.#crosses(0, this.#low.length - 1, ax, ay, bx, by, touching);
  }

  #raise(from: number, to: number): number {
    if (from > to) return -Infinity;
    const middle = (from + to) >>> 1;
    const max = Math.max(this.#max[middle]!, this.#raise(from, middle - 1), this.#raise(middle + 1, to));
    this.#max[middle] = max;
    return max;
  }

  #crossings(from: number, to: number, x: number, y: number): number {
    if (from > to) return 0;
    const edge = (from + to) >>> 1;
    if (y > this.#max[edge]!) return 0;
    const x1 = this.#x1[edge]!;
    const y1 = this.#y1[edge]!;
    const x2 = this.#x2[edge]!;
    const y2 = this.#y2[edge]!;
    let found = 0;
    if (y >= Math.min(y1, y2) && y <= Math.max(y1, y2)) {
      if (x >= Math.min(x1, x2) && x <= Math.max(x1, x2) && orient(x1, y1, x2, y2, x, y) === 0) return ON_EDGE;
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) found = 1;
    }
    found ^= this.#crossings(from, edge - 1, x, y);
    if (found & ON_EDGE) return ON_EDGE;
    if (y >= this.#low[edge]!) {
      found ^= this.#crossings(edge + 1, to, x, y);
      if (found & ON_EDGE) return ON_EDGE;
    }
    return found;
  }

  #onLine(from: number, to: number, x: number, y: number): boolean {
    if (from > to) return false;
    const edge = (from + to) >>> 1;
    if (y > this.#max[edge]!) return false;
    const x1 = this.#x1[edge]!;
    const y1 = this.#y1[edge]!;
    const x2 = this.#x2[edge]!;
    const y2 = this.#y2[edge]!;
    const outside = (y1 < y && y2 < y) || (y1 > y && y2 > y) || (x1 < x && x2 < x) || (x1 > x && x2 > x);
    if (!outside && orient(x1, y1, x2, y2, x, y) === 0) return true;
    return this.#onLine(from, edge - 1, x, y) || (y >= this.#low[edge]! && this.#onLine(edge + 1, to, x, y));
  }

  #crosses(from: number, to: number, ax: number, ay: number, bx: number, by: number, touching: boolean): boolean {
    if (from > to) return false;
    const edge = (from + to) >>> 1;
    if (Math.min(ay, by) > this.#max[edge]!) return false;
    const x1 = this.#x1[edge]!;
    const y1 = this.#y1[edge]!;
    const x2 = this.#x2[edge]!;
    const y2 = this.#y2[edge]!;
    const outside =
      Math.max(y1, y2) < Math.min(ay, by) ||
      Math.min(y1, y2) > Math.max(ay, by) ||
      Math.max(x1, x2) < Math.min(ax, bx) ||
      Math.min(x1, x2) > Math.max(ax, bx);
    if (!outside && (touching ? touches : crosses)(x1, y1, x2, y2, ax, ay, bx, by)) return true;
    if (this.#crosses(from, edge - 1, ax, ay, bx, by, touching)) return true;
    return Math.max(ay, by) >= this.#low[edge]! && this.#crosses(edge + 1, to, ax, ay, bx, by, touching);
  }
}
