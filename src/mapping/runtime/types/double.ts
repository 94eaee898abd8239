import type { Json } from "../../../core/json.ts";
import { double as doubleField } from "../../field-types/double.ts";
import { parseJavaDouble } from "../../numbers/fraction-type.ts";
import { type RuntimeType, searchedType } from "../runtime-type.ts";
import { valuesFromSource } from "../values-from-source.ts";

/** 64-bit floating point numbers, including infinite ones. */
export const double: RuntimeType = searchedType({
  fieldType: doubleField,
  summary: "Numbers of 64 bits with fractions (IEEE 754).",
  queries: { className: "Double", exact: "value" },
  fromSource: (source) => valuesFromSource(source, numberOf),
  program: (script, scripts) => scripts.program(script, "double_field"),
  fromScript: (value) => value,
  fromComposite: numberOf,
});

function numberOf(value: Json): number | undefined {
  if (typeof value === "string") return parseJavaDouble(value);
  return typeof value === "number" || typeof value === "bigint" ? Number(value) : undefined;
}
