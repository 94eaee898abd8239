import type { FieldType } from "../field-type.ts";
import { wholeNumberType } from "../numbers/whole-number-type.ts";
import { longKind } from "../numbers/number-kinds.ts";

/** Whole numbers of 64 bits. */
export const long: FieldType = wholeNumberType(longKind, "Whole numbers of 64 bits.");
