/** Widths and precisions of numbers that several field types share. */
import { shortestFloat } from "../../core/float32.ts";
import type { FractionKind } from "./fraction-type.ts";
import { nextUp, nextUpFloat } from "./neighbours.ts";
import type { WholeNumberKind } from "./whole-number.ts";

export const integerKind: WholeNumberKind = {
  name: "integer",
  min: -2147483648n,
  max: 2147483647n,
  javaClass: "Integer",
  words: "an integer",
};

export const longKind: WholeNumberKind = {
  name: "long",
  min: -(2n ** 63n),
  max: 2n ** 63n - 1n,
  javaClass: "Long",
  words: "a long",
};

export const floatKind: FractionKind = {
  name: "float",
  javaClass: "Float",
  width: "float",
  round: Math.fround,
  show: shortestFloat,
  lower(bound, included) {
    const rounded = Math.fround(bound);
    const least = included ? rounded : nextUpFloat(rounded);
    return least === Infinity ? undefined : least;
  },
};

export const doubleKind: FractionKind = {
  name: "double",
  javaClass: "Double",
  width: "double",
  round: (value) => value,
  show: (value) => value,
  lower: (bound, included) => (included ? finite(bound) : finite(nextUp(bound))),
};

function finite(value: number): number | undefined {
  return value === Infinity ? undefined : value;
}
