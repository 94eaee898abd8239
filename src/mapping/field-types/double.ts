import type { FieldType } from "../field-type.ts";
import { fractionType } from "../numbers/fraction-type.ts";

/** Numbers of 64 bits with fractions. */
export const double: FieldType = fractionType({ name: "double", javaClass: "Double", round: (value) => value, show: (value) => value }, "Numbers of 64 bits with fractions (IEEE 754).");
