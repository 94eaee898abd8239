import type { FieldType } from "../field-type.ts";
import { indexAsGiven, indexScript } from "../index-script.ts";
import { fractionType } from "../numbers/fraction-type.ts";
import { doubleKind } from "../numbers/number-kinds.ts";
import { scriptExcludes } from "../numbers/script-excludes.ts";

/** Numbers of 64 bits with fractions. */
export const double: FieldType = fractionType(
  doubleKind,
  "Numbers of 64 bits with fractions (IEEE 754).",
  indexScript({
    excludes: scriptExcludes,
    program: (script, scripts) => scripts.program(script, "double_field"),
    index: indexAsGiven,
  }),
);
