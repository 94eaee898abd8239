import type { FieldType } from "../field-type.ts";
import { wholeNumberType } from "../numbers/whole-number-type.ts";

/** Whole numbers of 64 bits. */
export const long: FieldType = wholeNumberType(
  { name: "long", min: -(2n ** 63n), max: 2n ** 63n - 1n, javaClass: "Long", words: "a long" },
  "Whole numbers of 64 bits.",
);
