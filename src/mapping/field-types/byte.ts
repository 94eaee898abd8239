import type { FieldType } from "../field-type.ts";
import { wholeNumberType } from "../numbers/whole-number-type.ts";

/** Whole numbers from -128 to 127. */
export const byte: FieldType = wholeNumberType(
  { name: "byte", min: -128n, max: 127n, javaClass: "Integer", words: "a byte" },
  "Whole numbers from -128 to 127.",
);
