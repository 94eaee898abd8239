import type { FieldType } from "../field-type.ts";
import { wholeNumberType } from "../numbers/whole-number-type.ts";

/** Whole numbers from -32,768 to 32,767. */
export const short: FieldType = wholeNumberType(
  { name: "short", min: -32768n, max: 32767n, javaClass: "Short", words: "a short" },
  "Whole numbers from -32,768 to 32,767.",
);
