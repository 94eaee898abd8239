/** Integers beyond 2^53 as keys: each distinct one is represented by its index in a list. */
import { narrowed } from "./value-format.ts";
import type { ValuesSource } from "./values-source.ts";

const UNSIGNED_SHIFT = 2n ** 63n;

/** Gives each number its place, in order of first sight. */
export class ExactNumbers {
  readonly #places = new Map<bigint, number>();
  readonly #numbers: (number | bigint)[] = [];
  readonly #shift: bigint;
  /** Place of the value that documents without one have. */
  readonly missing: number | undefined;

  constructor(source: ValuesSource) {
    this.#shift = source.unit === "unsigned" ? UNSIGNED_SHIFT : 0n;
    const { missing } = source;
    this.missing =
      typeof missing === "bigint" || typeof missing === "number" ? this.#place(BigInt(missing)) : undefined;
  }

  /** The place of a number of the column. */
  readonly reading = (value: bigint): number => this.#place(value + this.#shift);

  /** The number at a place, as a double where that is exact. */
  number(place: number): number | bigint {
    return this.#numbers[place] ?? 0;
  }

  #place(value: bigint): number {
    let place = this.#places.get(value);
    if (place === undefined) {
      place = this.#numbers.push(narrowed(value)) - 1;
      this.#places.set(value, place);
    }
    return place;
  }
}
