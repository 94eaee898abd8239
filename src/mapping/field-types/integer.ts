import type { FieldType } from "../field-type.ts";
import { wholeNumberType } from "../numbers/whole-number-type.ts";

/** Whole numbers of 32 bits. */
export const integer: FieldType = wholeNumberType(
  { name: "integer", min: -2147483648n, max: 2147483647n, javaClass: "Integer", words: "an integer" },
  "Whole numbers of 32 bits.",
);
