import { shortestFloat } from "../../core/float32.ts";
import type { FieldType } from "../field-type.ts";
import { fractionType } from "../numbers/fraction-type.ts";
import { nextUpFloat } from "../numbers/neighbours.ts";

/** Numbers of 32 bits with fractions; what is searched and aggregated is the rounded value. */
export const float: FieldType = fractionType(
  {
    name: "float",
    javaClass: "Float",
    round: Math.fround,
    show: shortestFloat,
    lower(bound, included) {
      const rounded = Math.fround(bound);
      const least = included ? rounded : nextUpFloat(rounded);
      return least === Infinity ? undefined : least;
    },
  },
  "Numbers of 32 bits with fractions (IEEE 754).",
);
