import type { FieldType } from "../field-type.ts";
import { fractionType } from "../numbers/fraction-type.ts";
import { floatKind } from "../numbers/number-kinds.ts";

/** Numbers of 32 bits with fractions; what is searched and aggregated is the rounded value. */
export const float: FieldType = fractionType(floatKind, "Numbers of 32 bits with fractions (IEEE 754).");
