import type { FieldType } from "../field-type.ts";
import { indexAsGiven, indexScript } from "../index-script.ts";
import { scriptExcludes } from "../numbers/script-excludes.ts";
import { wholeNumberType } from "../numbers/whole-number-type.ts";
import { longKind } from "../numbers/number-kinds.ts";

/** Whole numbers of 64 bits. */
export const long: FieldType = wholeNumberType(
  longKind,
  "Whole numbers of 64 bits.",
  indexScript({
    excludes: scriptExcludes,
    program: (script, scripts) => scripts.program(script, "long_field"),
    index: indexAsGiven,
  }),
);
