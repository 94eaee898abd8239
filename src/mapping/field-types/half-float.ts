import { shortestFloat } from "../../core/float32.ts";
import type { FieldType } from "../field-type.ts";
import { fractionType } from "../numbers/fraction-type.ts";
import { roundToHalf } from "../numbers/half-float.ts";
import { nextUpHalf } from "../numbers/neighbours.ts";

/** Numbers of 16 bits with fractions. */
export const halfFloat: FieldType = fractionType(
  {
    name: "half_float",
    javaClass: "Float",
    width: "half_float",
    round: roundToHalf,
    show: shortestFloat,
    lower(bound, included) {
      const nearest = roundToHalf(Math.fround(bound));
      const reached = nearest > bound || (included && nearest === bound);
      const least = reached ? nearest : nextUpHalf(nearest);
      return least === Infinity ? undefined : least;
    },
  },
  "Numbers of 16 bits with fractions (IEEE 754).",
);
