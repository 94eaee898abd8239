import type { FieldType } from "../field-type.ts";
import { integerKind } from "../numbers/number-kinds.ts";
import { wholeRangeType } from "../ranges/whole-range.ts";

/** Ranges of whole numbers of 32 bits. */
export const integerRange: FieldType = wholeRangeType(
  "integer_range",
  integerKind,
  "Ranges of whole numbers of 32 bits.",
);
