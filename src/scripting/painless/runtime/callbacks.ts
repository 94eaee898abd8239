/** Functions of scripts, called by methods that take them. */
import type { Lambda } from "./collections.ts";
import { numberFrom } from "./numbers.ts";
import type { Value } from "./values.ts";

export function truthOf(test: Lambda): (...values: Value[]) => boolean {
  return (...values) => test.call(...values) === true;
}

/** `Comparator.compare`. */
export function comparing(comparator: Lambda): (one: Value, other: Value) => number {
  return (one, other) => Number(numberFrom(comparator.call(one, other)));
}
