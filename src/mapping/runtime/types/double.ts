import { double as doubleField } from "../../field-types/double.ts";
import { parseJavaDouble } from "../../numbers/fraction-type.ts";
import { type RuntimeType, searchedType } from "../runtime-type.ts";
import { valuesFromSource } from "../values-from-source.ts";

/** Numbers of 64 bits with fractions, those without end included. */
export const double: RuntimeType = searchedType({
  fieldType: doubleField,
  summary: "Numbers of 64 bits with fractions (IEEE 754).",
  fromSource: (source) =>
    valuesFromSource(source, (value) => {
      if (typeof value === "boolean") return undefined;
      return typeof value === "string" ? parseJavaDouble(value) : Number(value);
    }),
});
