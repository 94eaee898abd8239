import { long as longField } from "../../field-types/long.ts";
import { longKind } from "../../numbers/number-kinds.ts";
import { parseWholeNumber } from "../../numbers/whole-number.ts";
import { type RuntimeType, searchedType } from "../runtime-type.ts";
import { valuesFromSource } from "../values-from-source.ts";

/** Whole numbers of 64 bits; fractions are cut off. */
export const long: RuntimeType = searchedType({
  fieldType: longField,
  summary: "Whole numbers of 64 bits.",
  // `+ 0` makes no difference but for minus zero, which is no whole number.
  fromSource: (source) => valuesFromSource(source, (value) => withoutSign(parseWholeNumber(longKind, value, true, String))),
});

function withoutSign(value: number | bigint | undefined): number | bigint | undefined {
  return value === 0 ? 0 : value;
}
