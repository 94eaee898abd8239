import type { FieldType } from "../field-type.ts";
import { fractionType } from "../numbers/fraction-type.ts";
import { nextUp } from "../numbers/neighbours.ts";

/** Numbers of 64 bits with fractions. */
export const double: FieldType = fractionType(
  {
    name: "double",
    javaClass: "Double",
    round: (value) => value,
    show: (value) => value,
    lower: (bound, included) => (included ? finite(bound) : finite(nextUp(bound))),
  },
  "Numbers of 64 bits with fractions (IEEE 754).",
);

function finite(value: number): number | undefined {
  return value === Infinity ? undefined : value;
}
