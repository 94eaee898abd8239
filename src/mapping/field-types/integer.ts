import type { FieldType } from "../field-type.ts";
import { wholeNumberType } from "../numbers/whole-number-type.ts";
import { integerKind } from "../numbers/number-kinds.ts";

/** Whole numbers of 32 bits. */
export const integer: FieldType = wholeNumberType(integerKind, "Whole numbers of 32 bits.");
