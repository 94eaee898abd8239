/** Mean, variance and the best parabola of weighted points, which come and go. */

export class WeightedFit {
  #weight = 0;
  /** Sums of powers of x, and of these times y. */
  readonly #x = new Float64Array(5);
  readonly #xy = new Float64Array(3);
  #yy = 0;

  /** Adds a point; with a negative weight, removes it. */
  add(x: number, y: number, weight: number): void {
    this.#weight += weight;
    let power = weight;
    for (let k = 0; k < 5; k++, power *= x) {
      this.#x[k]! += power;
      if (k < 3) this.#xy[k]! += power * y;
    }
    this.#yy += weight * y * y;
  }

  /** The sum of the weights. */
  get weight(): number {
    return this.#weight;
  }

  get mean(): number {
    return this.#xy[0]! / this.#weight;
  }

  get variance(): number {
    const { mean } = this;
    return Math.max(this.#yy / this.#weight - mean * mean, 0);
  }

  /** The part of the variance that the best parabola explains. */
  get explained(): number {
    const { mean: y, variance } = this;
    if (variance === 0) return 0;
    const [x1, x2, x3, x4] = [1, 2, 3, 4].map((k) => this.#x[k]! / this.#weight) as [number, number, number, number];
    const c2 = x2 - x1 * x1;
    const c3 = x3 - 3 * x1 * x2 + 2 * x1 ** 3;
    const c4 = x4 - 4 * x1 * x3 + 6 * x1 * x1 * x2 - 3 * x1 ** 4;
    const line = this.#xy[1]! / this.#weight - x1 * y;
    const square = (this.#xy[2]! - 2 * x1 * this.#xy[1]! + x1 * x1 * this.#xy[0]!) / this.#weight - c2 * y;
    // The square without what a line tells of it.
    const rest = c4 - c2 * c2 - (c3 * c3) / c2;
    const bend = square - (c3 / c2) * line;
    const explained = (line * line) / c2 + (rest > 0 ? (bend * bend) / rest : 0);
    return Math.min(Math.max(explained / variance, 0), 1);
  }

  /** Whether a line through the points rises or falls. */
  get slope(): number {
    return this.#xy[1]! - (this.#x[1]! / this.#weight) * this.#xy[0]!;
  }
}
