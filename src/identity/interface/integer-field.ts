/** Whole numbers in bodies. */
import { FieldFault, type FieldKind } from "./fields.ts";

// Longer texts are no numbers that anybody means.
const LONGEST_TEXT = 1000;

/** A whole number between two, both included; texts of digits are taken too. */
export function integer({ minimum, maximum }: { readonly minimum: number; readonly maximum: number }): FieldKind {
  return {
    schema: { type: "integer", minimum, maximum },
    parse(value) {
      if (typeof value === "string" && value.length > LONGEST_TEXT) throw new FieldFault("String value too large.");
      const digits = typeof value === "string" && /^[+-]?\d+(?:\.0*)?$/.test(value.trim());
      const number = digits || typeof value === "bigint" ? Number(value) : value;
      if (typeof number !== "number" || !Number.isInteger(number)) throw new FieldFault("A valid integer is required.");
      if (number < minimum) throw new FieldFault(`Ensure this value is greater than or equal to ${minimum}.`);
      if (number > maximum) throw new FieldFault(`Ensure this value is less than or equal to ${maximum}.`);
      return number;
    },
  };
}
