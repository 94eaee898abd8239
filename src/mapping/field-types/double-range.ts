import type { FieldType } from "../field-type.ts";
import { nextUp } from "../numbers/neighbours.ts";
import { fractionRangeType } from "../ranges/fraction-range.ts";
import { doubleKind } from "../numbers/number-kinds.ts";

/** Ranges of numbers of 64 bits with fractions. */
export const doubleRange: FieldType = fractionRangeType(
  "double_range",
  doubleKind,
  nextUp,
  "Ranges of numbers of 64 bits with fractions.",
);
