import type { Json } from "../../../core/json.ts";
import { long as longField } from "../../field-types/long.ts";
import { longKind } from "../../numbers/number-kinds.ts";
import { parseWholeNumber } from "../../numbers/whole-number.ts";
import { type RuntimeType, searchedType } from "../runtime-type.ts";
import { valuesFromSource } from "../values-from-source.ts";

/** 64-bit integers; fractions are truncated. */
export const long: RuntimeType = searchedType({
  fieldType: longField,
  summary: "Whole numbers of 64 bits.",
  queries: { className: "Long", exact: "value" },
  fromSource: (source) => valuesFromSource(source, wholeOf),
  program: (script, scripts) => scripts.program(script, "long_field"),
  fromScript: (value) => value,
  fromComposite: wholeOf,
});

function wholeOf(value: Json): number | bigint | undefined {
  const whole = parseWholeNumber(longKind, value, true, String);
  // Minus zero becomes zero.
  return whole === 0 ? 0 : whole;
}
