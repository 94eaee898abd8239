/**
 * Moments of several variables and how they vary together, document by document (Elasticsearch's `RunningStats`, after
 * B. P. Welford and P. Pébay).
 */

/** Plain data. Arrays are by variable; `together[i][j]`, j > i, is the sum of products of differences to the means. */
export interface Moments {
  readonly count: number;
  readonly means: readonly number[];
  readonly squares: readonly number[];
  readonly cubes: readonly number[];
  readonly fourths: readonly number[];
  readonly together: readonly (readonly number[])[];
}

/** Memory of the moments of so many variables. */
export function momentsBytes(variables: number): number {
  return (variables * (variables + 6) + 8) * Float64Array.BYTES_PER_ELEMENT;
}

export class RunningMoments {
  #count = 0;
  readonly #sums: number[];
  readonly #means: number[];
  readonly #squares: number[];
  readonly #cubes: number[];
  readonly #fourths: number[];
  readonly #together: number[][];
  readonly #deltas: number[];

  constructor(variables: number) {
    const zeros = (): number[] => Array.from({ length: variables }, () => 0);
    this.#sums = zeros();
    this.#means = zeros();
    this.#squares = zeros();
    this.#cubes = zeros();
    this.#fourths = zeros();
    this.#deltas = zeros();
    this.#together = this.#sums.map(zeros);
  }

  /** Adds a document: one value for each variable. */
  add(values: ArrayLike<number>): void {
    const n = ++this.#count;
    for (let i = 0; i < this.#means.length; i++) {
      const value = values[i]!;
      this.#sums[i]! += value;
      this.#deltas[i] = value * n - this.#sums[i]!;
      if (n === 1) {
        this.#means[i] = value;
        continue;
      }
      const difference = value - this.#means[i]!;
      const step = difference / n;
      const change = difference * step * (n - 1);
      const squares = this.#squares[i]!;
      const cubes = this.#cubes[i]!;
      this.#means[i]! += step;
      this.#squares[i] = squares + change;
      this.#cubes[i] = cubes + (change * step * (n - 2) - 3 * step * squares);
      const square = step * step;
      this.#fourths[i]! += change * square * (n * n - 3 * n + 3) + 6 * square * squares - 4 * step * cubes;
    }
    if (n === 1) return;
    for (let i = 0; i < this.#deltas.length; i++) {
      const row = this.#together[i]!;
      for (let j = i + 1; j < this.#deltas.length; j++)
        row[j]! += (1 / (n * (n - 1))) * this.#deltas[i]! * this.#deltas[j]!;
    }
  }

  moments(): Moments {
    return {
      count: this.#count,
      means: this.#means,
      squares: this.#squares,
      cubes: this.#cubes,
      fourths: this.#fourths,
      together: this.#together,
    };
  }
}

/** The moments of the documents of both; none of them is empty. */
export function mergeMoments(a: Moments, b: Moments): Moments {
  const count = a.count + b.count;
  const both = a.count * b.count;
  const deltas = a.means.map((mean, i) => b.means[i]! - mean);
  return {
    count,
    means: a.means.map((mean, i) => (a.count * mean + b.count * b.means[i]!) / count),
    squares: a.squares.map((squares, i) => squares + b.squares[i]! + (deltas[i]! ** 2 * both) / count),
    cubes: a.cubes.map((cubes, i) => {
      const d = deltas[i]!;
      const own = cubes + b.cubes[i]! + (d ** 3 * both * (a.count - b.count)) / count ** 2;
      return own + (3 * d * (a.count * b.squares[i]! - b.count * a.squares[i]!)) / count;
    }),
    fourths: a.fourths.map((fourths, i) => {
      const d = deltas[i]!;
      const sizes = a.count ** 2 - both + b.count ** 2;
      const own = fourths + b.fourths[i]! + (d ** 4 * both * sizes) / count ** 3;
      const squares = (6 * d * d * (a.count ** 2 * b.squares[i]! + b.count ** 2 * a.squares[i]!)) / count ** 2;
      return own + squares + (4 * d * (a.count * b.cubes[i]! - b.count * a.cubes[i]!)) / count;
    }),
    together: a.together.map((row, i) =>
      row.map((products, j) => (j <= i ? 0 : products + b.together[i]![j]! + (deltas[i]! * deltas[j]! * both) / count)),
    ),
  };
}
