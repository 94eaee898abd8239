import type { FieldType } from "../field-type.ts";
import { longKind } from "../numbers/number-kinds.ts";
import { wholeRangeType } from "../ranges/whole-range.ts";

/** Ranges of whole numbers of 64 bits. */
export const longRange: FieldType = wholeRangeType("long_range", longKind, "Ranges of whole numbers of 64 bits.");
