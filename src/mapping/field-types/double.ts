import type { FieldType } from "../field-type.ts";
import { fractionType } from "../numbers/fraction-type.ts";
import { doubleKind } from "../numbers/number-kinds.ts";

/** Numbers of 64 bits with fractions. */
export const double: FieldType = fractionType(doubleKind, "Numbers of 64 bits with fractions (IEEE 754).");
