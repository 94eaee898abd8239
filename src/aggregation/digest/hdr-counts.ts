/**
 * Percentiles by counts of cells of relative width (G. Tene's HdrHistogram): numbers keep as many significant digits as
 * requested. A cell's value is its greatest one, by a unit that depends on the least number counted.
 */
import { RequestError } from "../../compat/errors.ts";

/** Counts by cell, ascending. Cells of zero come first. */
export interface HdrPartial {
  readonly cells: Float64Array;
  readonly counts: Float64Array;
  /** The least number above 0; Infinity: there is none. */
  readonly least: number;
}

/** Memory of a cell, for accounting. */
const CELL_BYTES = 48;
/** The cell of zero. */
const ZERO = -Infinity;

export class HdrCounts {
  /** Cells in each power of two. */
  readonly #half: number;
  readonly #reserve: (bytes: number) => void;
  readonly #counts = new Map<number, number>();
  #least = Infinity;

  constructor(digits: number, reserve: (bytes: number) => void = () => undefined) {
    this.#half = 2 ** Math.ceil(Math.log2(2 * 10 ** digits)) / 2;
    this.#reserve = reserve;
  }

  add(value: number, weight: number): void {
    if (value < 0) throw negative(value);
    if (value > 0 && value < this.#least) this.#least = value;
    this.#count(this.#cellOf(value), weight);
  }

  addAll({ cells, counts, least }: HdrPartial): void {
    this.#least = Math.min(this.#least, least);
    for (let i = 0; i < cells.length; i++) this.#count(cells[i]!, counts[i]!);
  }

  #count(cell: number, weight: number): void {
    const before = this.#counts.get(cell);
    if (before === undefined) this.#reserve(CELL_BYTES);
    this.#counts.set(cell, (before ?? 0) + weight);
  }

  #cellOf(value: number): number {
    if (value === 0) return ZERO;
    const exponent = exponentOf(value);
    return exponent * this.#half + Math.floor((value / 2 ** exponent - 1) * this.#half);
  }

  /** The greatest value of a cell. */
  #valueOf(cell: number): number {
    const unit = this.#least === Infinity ? 0 : 2 ** exponentOf(this.#least) / this.#half;
    if (cell === ZERO) return 0;
    const exponent = Math.floor(cell / this.#half);
    return 2 ** exponent * (1 + (cell - exponent * this.#half + 1) / this.#half) - unit;
  }

  partial(): HdrPartial {
    const cells = Float64Array.from(this.#counts.keys()).sort();
    return { cells, counts: cells.map((cell) => this.#counts.get(cell)!), least: this.#least };
  }

  /** The value below which the part `q` of all values lies; NaN without values. */
  quantile(q: number): number {
    const { cells, counts } = this.partial();
    const total = counts.reduce((sum, count) => sum + count, 0);
    if (total === 0) return Number.NaN;
    const wanted = Math.max(Math.floor(q * total + 0.5), 1);
    let sum = 0;
    for (let i = 0; i < cells.length; i++) {
      sum += counts[i]!;
      if (sum >= wanted) return this.#valueOf(cells[i]!);
    }
    return Number.NaN;
  }

  /** How many percent of the values are up to `value`; NaN without values. */
  rank(value: number): number {
    const { cells, counts } = this.partial();
    const at = value < 0 ? Number.NaN : this.#cellOf(value);
    let sum = 0;
    let total = 0;
    for (let i = 0; i < cells.length; i++) {
      total += counts[i]!;
      if (cells[i]! <= at) sum += counts[i]!;
    }
    return (100 * sum) / total;
  }
}

const view = new DataView(new ArrayBuffer(8));

/** The power of two at or below a number above 0. */
function exponentOf(value: number): number {
  view.setFloat64(0, value);
  return ((view.getUint16(0) >>> 4) & 0x7ff) - 1023;
}

function negative(value: number): RequestError {
  const shown = Number.isInteger(value) ? `${value}.0` : String(value);
  const why = `The value ${shown} is out of bounds for histogram, current covered range [6.668014432879854E240, 5.3344115463038834E241) cannot be extended any further.\nCaused by: java.lang.ArrayIndexOutOfBoundsException: Negative values cannot be recorded`;
  return new RequestError(500, "array_index_out_of_bounds_exception", why);
}
