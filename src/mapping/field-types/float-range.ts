import type { FieldType } from "../field-type.ts";
import { nextUpFloat } from "../numbers/neighbours.ts";
import { fractionRangeType } from "../ranges/fraction-range.ts";
import { floatKind } from "../numbers/number-kinds.ts";

/** Ranges of numbers of 32 bits with fractions. */
export const floatRange: FieldType = fractionRangeType(
  "float_range",
  floatKind,
  nextUpFloat,
  "Ranges of numbers of 32 bits with fractions.",
);
